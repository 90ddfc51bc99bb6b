"""The tables of the page: promises, readings, what was left out, files."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from typing import Final, TypeAlias

from wayveil.kinds import TOPICS, Claim, Measure, Reading, Topic, Verdict
from wayveil.record import Tally
from wayveil.release import Check
from wayveil.report.bars import bar
from wayveil.report.words import Step

Rows: TypeAlias = Iterable[Sequence[str]]

_WORDS: Final = {"yes": "✓ holds", "no": "✗ broken"}
_GRADES: Final = {
    "proved": "follows from the mechanism",
    "verified": "re-checked on this very output",
    "measured": "an attack's success; no guarantee",
    "assumed": "what the publisher says of the world",
}

_TOPICS: Final[dict[Topic, str]] = {
    "loss": "What was lost",
    "likeness": "How alike the whole is",
    "places": "Places",
    "trips": "Trips",
    "risk": "What can still be linked",
    "other": "Other",
}
#: How the units of those measures begin that are shares of 1.
_SHARES: Final = ("share of ", "of 1 ")


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


def recipe(steps: Iterable[Step]) -> str:
    """Set out what was done, step by step, with every parameter."""
    return "".join(_step(step) for step in steps)


def _step(step: Step) -> str:
    head = f"<h3>{step.kind}: {escape(step.name)}</h3>\n<p>{prose(step.does)}</p>\n"
    rows = [(escape(s.name), escape(s.value), prose(s.meaning)) for s in step.settings]
    return head + (table(("Parameter", "Value", "What it is"), rows) if rows else "")


def readings(read: Sequence[tuple[Measure, Reading]]) -> Iterator[str]:
    """Set out what was measured, topic by topic, and what could not be."""
    for topic in TOPICS:
        rows = [_read(m, r) for m, r in read if r.applies and m.topic == topic]
        if rows:
            yield f"<h3>{_TOPICS[topic]}</h3>\n"
            yield table(("Measure", "What it is", "Value", "If nothing had changed"), rows)
    yield from _silent(read)


def _read(measure: Measure, reading: Reading) -> Sequence[str]:
    usual = measure.unchanged
    share = bar(reading.value, usual=usual) if reading.unit.startswith(_SHARES) else ""
    return (
        escape(measure.name),
        prose(measure.sentence()),
        f"{escape(_value(reading.value, reading.unit))}{share}",
        "depends on the data" if usual is None else f"{usual:g}",
    )


def _silent(read: Sequence[tuple[Measure, Reading]]) -> Iterator[str]:
    """Say for what there was nothing to measure, and why."""
    why = {m.name: str(r.detail["not_applicable"]) for m, r in read if not r.applies}
    if why:
        yield "<h3>Not applicable here</h3>\n"
        yield table(("Measure", "Why"), [(escape(n), escape(text)) for n, text in why.items()])


def removed(tally: Tally) -> str:
    """Set out what is gone, by cause."""
    if not tally.drops:
        return "<p>Nothing: every trajectory and every point is in the release.</p>"
    rows = ((escape(d.cause), f"{d.trajectories:,}", f"{d.points:,}") for d in tally)
    return table(("Cause", "Trajectories", "Points"), rows)


def folder(files: Sequence[File]) -> str:
    """Set out the files beside the page."""
    rows = (
        (f"<code>{escape(f.name)}</code>", _where(f.shared), escape(f.about))
        for f in sorted(files, key=lambda file: not file.shared)
    )
    return table(("File", "Where it may go", "What it is"), rows)


def prose(text: str) -> str:
    """Write a sentence of a docstring, in which names stand between backticks.

    >>> prose("The `rmse` of <all>.")
    'The <code>rmse</code> of &lt;all&gt;.'
    """
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(text))


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
    found = [] if verdict.found is None else [f"found {verdict.found}"]
    asked = [] if verdict.asked is None else [f"asked {verdict.asked}"]
    note = ": ".join(filter(None, [verdict.note, ", ".join(found + asked) if found else ""]))
    small = f"<small>{escape(note)}</small>" if note else ""
    return f'<span class="{verdict.answer.partition(" ")[0]}">{word}</span>{small}'


def _value(value: float, unit: str) -> str:
    if unit.startswith("share of "):
        return f"{100 * value:.1f} % of {unit.removeprefix('share of ')}"
    if unit == "relative change":
        return f"{100 * value:+.1f} %".replace("-0.0", "+0.0")
    return f"{value:.4g} {unit}"


def _where(shared: bool) -> str:
    return '<span class="yes">share</span>' if shared else '<span class="no">keep at home</span>'
