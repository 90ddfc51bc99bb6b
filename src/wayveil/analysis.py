"""The local engine's other walk: data in, and numbers out that tell of no one.

Counts leave by it as trajectories leave by `run.anonymize`: with a certificate, and only if every
claim holds.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from wayveil import progress
from wayveil.certificate import digest
from wayveil.chance import Chance
from wayveil.errors import Infeasible
from wayveil.kinds import Analysis, Filter, Outcome, Unit
from wayveil.record import Origin, Record
from wayveil.release import Release
from wayveil.run import apply_filters, certificate_of, checked, claims_of, unit_of
from wayveil.shapes import Findings, Trajectories, must_be_read


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
    must_be_read(data)
    part = Analysis.chosen(analysis, params)
    sieves = Filter.read_all(filters)
    unit = unit_of(data, unit)
    rng = Chance.fresh() if seed is None else Chance.seeded(seed)
    timing = progress.Stopwatch()
    people = (data if unit == "user" else data.each_alone()).renumbered()
    with timing.lap("filter"):
        kept, filtered = apply_filters(people, sieves)
    with timing.lap("analyze"):
        made = part(kept, rng.spawn(part.name))
    if isinstance(made, Findings):
        return made
    _is_something(made)
    record = Record(
        key=rng.key.hex(),
        secret=rng.secret,
        unit=unit,
        origin=Origin.untold(),
        owner=people.owner,
        original_digest=digest(data),
        release_digest=digest(made.data),
        removed=filtered + made.removed,
        seconds=timing.laps,
    )
    with timing.lap("check"):
        judged = checked(claims_of(part), made.data, record, kept)
    recipe = {"analysis": part.published(), "filters": [sieve.published() for sieve in sieves]}
    return Release(made.data, certificate_of(made.data, record, recipe, judged), record)


def _is_something(made: Outcome) -> None:
    if not any(made.data.size().values()):
        raise Infeasible(
            "nothing is left that could be published: there are too few in every cell.",
            "Ask for larger cells, or for fewer in each.",
        )
