"""The attacks on the page: each beside blind chance and the raw data."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from wayveil.report.bars import bar
from wayveil.report.study import Tried
from wayveil.report.tables import prose, table
from wayveil.report.words import settings_of
from wayveil.score import Rate
from wayveil.trial import Trial


def attacks(tried: tuple[Tried, ...]) -> str:
    """Set out each attack with its baselines."""
    cards = "".join(f"<div>{''.join(_card(one))}</div>\n" for one in tried)
    return f'<div class="attacks">{cards}</div>'


def _card(one: Tried) -> Iterator[str]:
    part = one.attack
    settings = escape(settings_of(part))
    yield f"<h3>{escape(part.name)}<small>{escape(part.risk)}; {settings}</small></h3>"
    yield f"<p>{prose(part.sentence())}</p>"
    if one.trial is None:
        yield f"<p><b>Not tried.</b> {escape(one.why_not)}</p>"
    else:
        yield table(("Tried on", "Share found"), _rows(one.trial))
        yield f"<p>{escape(_told(one.trial))}</p>"


def _rows(trial: Trial) -> Iterator[tuple[str, str]]:
    yield "the release", _rate(trial.release.success, "release")
    yield from ((name, _rate(rate, "raw")) for name, rate in trial.release.beside())
    yield "the raw data", _rate(trial.raw.success, "raw")
    chance = trial.release.chance
    yield "blind chance", f"{percent(chance)}{bar(chance, 'chance')}"


def _rate(rate: Rate, kind: str) -> str:
    sure = f"<small>95 in 100: {percent(rate.low)} to {percent(rate.high)}</small>"
    return f"{percent(rate.value)}{bar(rate.value, kind, (rate.low, rate.high))}{sure}"


def _told(trial: Trial) -> str:
    """Say how many were looked for, and how often nothing was said."""
    return " ".join([f"Looked for {trial.release.success.n:,}.", *trial.remarks()])


def percent(share: float) -> str:
    """Write a share with three digits, or none.

    >>> percent(0.0), percent(0.6954), percent(0.00009)
    ('0 %', '69.5 %', '0.009 %')
    """
    return f"{100 * share:.3g} %"
