"""The tables of the page: promises, readings, what was left out, files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from typing import Final, TypeAlias

from wayveil.kinds import Claim, Measure, Reading, Verdict
from wayveil.record import Tally
from wayveil.release import Check

Rows: TypeAlias = Iterable[Sequence[str]]

_WORDS: Final = {"yes": "✓ holds", "no": "✗ broken"}
_GRADES: Final = {
    "proved": "follows from the mechanism",
    "verified": "re-checked on this very output",
    "measured": "an attack's success; no guarantee",
    "assumed": "what the publisher says of the world",
}


@dataclass(frozen=True)
class File:
    """A file that lies beside the page."""

    name: str
    about: str
    shared: bool


def promises(claims: Iterable[Claim], checks: Iterable[Check]) -> str:
    """Set out each claim with the check of it."""
    rows = (_promise(claim, check) for claim, check in zip(claims, checks, strict=True))
    return table(("Promise", "Grade", "Against whom", "Who can check", "Verdict"), rows)


def papers(checks: Iterable[Check]) -> str:
    """List the checks of file, certificate and record."""
    items = (f"<li>{_verdict(c.verdict)} {escape(c.promise)}</li>" for c in checks)
    return f'<ul class="papers">{"".join(items)}</ul>'


def readings(read: Iterable[tuple[Measure, Reading]]) -> str:
    """Set out what was measured."""
    told = ((m, r) for m, r in read if r.applies)
    rows = [(escape(m.name), escape(m.sentence()), escape(_value(r))) for m, r in told]
    return table(("Measure", "What it is", "Value"), rows) if rows else "<p>Nothing.</p>"


def removed(tally: Tally) -> str:
    """Set out what is gone, by cause."""
    if not tally.drops:
        return "<p>Nothing: every trajectory and every point is in the release.</p>"
    rows = ((escape(d.cause), f"{d.trajectories:,}", f"{d.points:,}") for d in tally)
    return table(("Cause", "Trajectories", "Points"), rows)


def folder(files: Sequence[File]) -> str:
    """Set out the files beside the page, if there are any."""
    if not files:
        return ""
    rows = (
        (f"<code>{escape(f.name)}</code>", _where(f.shared), escape(f.about))
        for f in sorted(files, key=lambda file: not file.shared)
    )
    listed = table(("File", "Where it may go", "What it is"), rows)
    return f"<section>\n<h2>What lies in this folder</h2>\n{listed}\n</section>"


def table(head: Sequence[str], rows: Rows) -> str:
    """Write a table of cells that are HTML already; on a phone each row becomes a card."""
    titles = "".join(f'<th scope="col" role="columnheader">{name}</th>' for name in head)
    body = "".join(f'<tr role="row">{"".join(_cells(head, row))}</tr>\n' for row in rows)
    return (
        f'<table role="table"><thead role="rowgroup"><tr role="row">{titles}</tr></thead>\n'
        f'<tbody role="rowgroup">{body}</tbody></table>'
    )


def _cells(head: Sequence[str], row: Sequence[str]) -> Iterator[str]:
    yield f'<th scope="row" role="rowheader">{row[0]}</th>'
    for name, cell in zip(head[1:], row[1:], strict=True):
        yield f'<td role="cell" data-label="{name}">{cell}</td>'


def _promise(claim: Claim, check: Check) -> Sequence[str]:
    return (
        escape(check.promise),
        f"{claim.grade}<small>{_GRADES[claim.grade]}</small>",
        escape(claim.adversary),
        escape(claim.checkable_by),
        _verdict(check.verdict),
    )


def _verdict(verdict: Verdict) -> str:
    word = _WORDS.get(verdict.answer, f"○ {verdict.answer}")
    found = "" if verdict.found is None else f"found {verdict.found}, asked {verdict.asked}"
    note = ": ".join(filter(None, [verdict.note, found]))
    small = f"<small>{escape(note)}</small>" if note else ""
    return f'<span class="{verdict.answer.partition(" ")[0]}">{word}</span>{small}'


def _value(reading: Reading) -> str:
    if reading.unit.startswith("share of "):
        return f"{100 * reading.value:.1f} % of {reading.unit.removeprefix('share of ')}"
    if reading.unit == "relative change":
        return f"{100 * reading.value:+.1f} %"
    return f"{reading.value:.4g} {reading.unit}"


def _where(shared: bool) -> str:
    return '<span class="yes">share</span>' if shared else '<span class="no">keep at home</span>'
