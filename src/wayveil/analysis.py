"""The local engine's other walk: data in, and numbers out that tell of no one.

Counts leave by it as trajectories leave by `run.anonymize`: with a certificate, and only if every
claim holds.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from wayveil.errors import Infeasible
from wayveil.kinds import Analysis, Filter, Outcome, Unit
from wayveil.record import Origin
from wayveil.release import Release
from wayveil.shapes import Findings, Trajectories
from wayveil.walk import Walk


def analyze(
    data: Trajectories,
    analysis: str | Mapping[str, Any] | Analysis,
    *,
    filters: Iterable[str | Mapping[str, Any] | Filter] = (),
    unit: Unit | None = None,
    seed: int | None = None,
    **params: Any,
) -> Release[Any] | Findings:
    """Filter, analyze, check every claim: a release, or findings that are for you alone."""
    part = Analysis.chosen(analysis, params)
    walk = Walk.begun(data, Filter.read_all(filters), unit, seed)
    with walk.timing.lap("analyze"):
        made = part(walk.kept, walk.rng.spawn(part.name))
    if isinstance(made, Findings):
        return made
    _is_something(made)
    record = walk.record(made.data, Origin.untold(), made.removed)
    return walk.ended(part, made.data, record, against=walk.kept)


def _is_something(made: Outcome) -> None:
    if not any(made.data.size().values()):
        raise Infeasible(
            "nothing is left that could be published: there are too few in every cell.",
            "Ask for larger cells, or for fewer in each.",
        )
