"""The local engine: data in, checked release out.

Read the first function: it is the whole walk. Nothing leaves it if a promise does not hold.
"""

from __future__ import annotations

import platform
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, get_args

import numpy as np

import wayveil
from wayveil import progress
from wayveil.certificate import Certificate, Judged, digest
from wayveil.chance import Chance
from wayveil.door import pass_door
from wayveil.errors import ClaimBroken, Infeasible, InternalError, ParameterError
from wayveil.kinds import (
    Analysis,
    Anonymizer,
    Claim,
    Draft,
    Filter,
    Measure,
    Reading,
    Synth,
    Unit,
)
from wayveil.measures._readings import every, read_off
from wayveil.record import Origin, Record, Tally
from wayveil.release import Release
from wayveil.shapes import Shape, Tracks, Trajectories, must_be_read
from wayveil.sieve import applied


def anonymize(
    data: Trajectories,
    method: str | Mapping[str, Any] | Anonymizer,
    *,
    filters: Iterable[str | Mapping[str, Any] | Filter] = (),
    unit: Unit | None = None,
    seed: int | None = None,
    keep: Sequence[str] = (),
    **params: Any,
) -> Release[Any]:
    """Filter, anonymize, pass the door, check every claim: a release, or an error and nothing."""
    must_be_read(data)
    part = Anonymizer.chosen(method, params)
    sieves = Filter.read_all(filters)
    unit = unit_of(data, unit)
    rng = Chance.fresh() if seed is None else Chance.seeded(seed)
    timing = progress.Stopwatch()
    people = (data if unit == "user" else data.each_alone()).renumbered()
    with timing.lap("filter"):
        kept, filtered = apply_filters(people, sieves)
    with timing.lap("anonymize"):
        draft = part(kept, rng.spawn(part.name))
    _corresponds(kept, draft)
    with timing.lap("release"):
        released, origin = pass_door(draft, rng, keep)
    record = Record(
        key=rng.key.hex(),
        secret=rng.secret,
        unit=unit,
        origin=origin.through(kept.id),
        owner=people.owner,
        original_digest=digest(data),
        release_digest=digest(released),
        removed=filtered + draft.removed,
        seconds=timing.laps,
        edits=draft.edits,
    )
    with timing.lap("check"):
        judged = checked(claims_of(part), released, record, data)
    recipe = {"method": part.published(), "filters": [sieve.published() for sieve in sieves]}
    return Release(released, certificate_of(released, record, recipe, judged), record)


def apply_filters(
    data: Trajectories, filters: Iterable[str | Mapping[str, Any] | Filter]
) -> tuple[Trajectories, Tally]:
    """Apply filters in order; an error if nothing is left."""
    data, tally = applied(data, Filter.read_all(filters))
    if not len(data):
        causes = "; ".join(f"{drop.trajectories:,} left out: {drop.cause}." for drop in tally)
        raise Infeasible("no trajectory is left to work on.", causes)
    return data, tally


def measure(
    original: Trajectories,
    released: Tracks,
    measures: Iterable[str | Mapping[str, Any] | Measure] | None = None,
    record: Record | None = None,
) -> list[tuple[Measure, Reading]]:
    """Read off the named measures; if none is named all of this shape, ordered by topic.

    A measure that finds nothing to measure in this data says so instead of a value.
    """
    origin = origin_of(original, released, record)
    parts = every(type(released)) if measures is None else Measure.read_all(measures)
    return read_off(parts, original, released, origin)


def synthesize(kind: str = "city", *, seed: int | None = None, **params: Any) -> Trajectories:
    """Make trajectories of people who do not exist."""
    rng = Chance.fresh() if seed is None else Chance.seeded(seed)
    return Synth.named(kind, **params)(rng.spawn(kind))


def unit_of(data: Trajectories, unit: Unit | None) -> Unit:
    """Say who counts as one: the user, where users are known and nothing else is asked."""
    if unit not in (None, *get_args(Unit)):
        raise ParameterError("there is no such unit.", f"Units are {' and '.join(get_args(Unit))}.")
    if unit == "user" and not data.has_owners:
        raise ParameterError(
            "the unit cannot be the user: the data has no column of users.",
            "Name it with --columns user=..., or protect trajectories with --unit trajectory.",
        )
    return unit or ("user" if data.has_owners else "trajectory")


def claims_of(part: Anonymizer | Analysis) -> tuple[Claim, ...]:
    """List what every release of a method or an analysis promises."""
    own = part.claims()
    return own if isinstance(part, Analysis) else (Claim.named("no_identifiers"), *own)


def _corresponds(data: Trajectories, draft: Draft) -> None:
    """Every released trajectory has a source, and every source is released or tallied."""
    origin, everybody = draft.origin, draft.origin.everybody
    by_point = origin.of_point is not None and len(origin.of_point) == draft.data.n_points
    named = by_point if origin.of_point is not None else (np.diff(origin.offsets) > 0).all()
    if len(origin) != len(draft.data) or not named:
        raise InternalError("the method released a trajectory without saying where it comes from.")
    if len(everybody) and not 0 <= everybody[0] <= everybody[-1] < len(data):
        raise InternalError("the method named a source that does not exist.")
    missing = len(data) - len(everybody)
    if missing != draft.removed.trajectories:
        raise InternalError(
            f"{missing} trajectories are missing, {draft.removed.trajectories} are tallied."
        )
    if not len(draft.data):
        raise Infeasible(
            "the method had to remove every trajectory.", "Ask for less, or give more data."
        )


def checked(
    claims: Iterable[Claim], released: Shape, record: Record, original: Trajectories
) -> tuple[Judged, ...]:
    """Check every claim; an error if one does not hold."""
    judged = tuple(Judged(claim, claim.check(released, record, original)) for claim in claims)
    broken = [item for item in judged if item.verdict.answer != "yes"]
    if broken:
        told = "; ".join(
            f"{b.claim.name}: asked {b.verdict.asked}, found {b.verdict.found} ({b.verdict.note})"
            for b in broken
        )
        raise ClaimBroken(
            f"the release does not hold what it promises: {told}.", "Nothing was written."
        )
    return judged


def certificate_of(
    released: Shape, record: Record, recipe: Mapping[str, Any], judged: tuple[Judged, ...]
) -> Certificate:
    """Write the public half of the papers."""
    return Certificate(
        unit="user" if record.unit == "user" else "trajectory",
        chance="secret" if record.secret else "reproducible, not secret",
        recipe=recipe,
        judged=judged,
        shape=released.shape,
        covers=released.covers,
        size=released.size(),
        columns=released.columns(),
        digest=record.release_digest,
        software={"wayveil": wayveil.__version__, "python": platform.python_version()},
    )


def origin_of(
    original: Trajectories, released: Tracks, record: Record | None = None
) -> Origin | None:
    """Say where each released trajectory comes from, if that is known.

    A foreign release is paired with its original by equal ids.
    """
    must_be_read(original)
    must_be_read(released, of=Tracks)
    if record is None:
        return Origin.by_ids(original, released)
    record.belongs_to(digest(original), digest(released))
    return record.origin
