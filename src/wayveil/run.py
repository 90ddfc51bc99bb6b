"""The local engine: data in, checked release out.

Read the first function: it is the whole walk. Nothing leaves it if a promise does not hold.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from wayveil.certificate import digest
from wayveil.chance import Chance
from wayveil.door import pass_door
from wayveil.errors import Infeasible, InternalError
from wayveil.kinds import Anonymizer, Draft, Filter, Measure, Reading, Synth, Unit
from wayveil.measures._readings import every, read_off
from wayveil.record import Origin, Record
from wayveil.release import Release
from wayveil.shapes import Tracks, Trajectories, must_be_read
from wayveil.walk import Walk


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
    part = Anonymizer.chosen(method, params)
    walk = Walk.begun(data, Filter.read_all(filters), unit, seed)
    with walk.timing.lap("anonymize"):
        draft = part(walk.kept, walk.rng.spawn(part.name))
    _corresponds(walk.kept, draft)
    with walk.timing.lap("release"):
        released, origin = pass_door(draft, walk.rng, keep)
    origin = origin.through(walk.kept.id)
    record = walk.record(released, origin, draft.removed, draft.edits)
    del draft  # which is as large as the release
    return walk.ended(part, released, record, against=data)


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
