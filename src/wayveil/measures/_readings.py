"""Several measures of one release: in which order, and what if one has nothing to measure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

from wayveil import progress
from wayveil.errors import Infeasible
from wayveil.kinds import TOPICS, Measure, Reading
from wayveil.record import Origin
from wayveil.shapes import Tracks, Trajectories

Readings: TypeAlias = list[tuple[Measure, Reading]]
_UNPAIRED: Final = Reading.not_applicable(
    "it is not known which released trajectory comes from which: add the record."
)


def every(shape: type[Tracks] = Trajectories) -> list[Measure]:
    """Make all measures of a shape, ordered by topic."""
    kinds = [Measure.load(name) for name in Measure.names()]
    parts = [kind.example() for kind in kinds if issubclass(shape, kind.about)]
    return sorted(parts, key=lambda part: TOPICS.index(part.topic))


def read_off(
    parts: Sequence[Measure],
    original: Trajectories,
    released: Tracks,
    origin: Origin | None,
) -> Readings:
    """Read off measures; one that has nothing to measure says so, unless that is so of all."""
    found = [
        (part, _attempt(part, original, released, origin))
        for part in progress.track(parts, "measuring")
    ]
    if parts and not any(reading.applies for _, reading in found):
        _complain(*found[0], original, released, origin)
    return found


def _complain(
    part: Measure,
    found: Reading,
    original: Trajectories,
    released: Tracks,
    origin: Origin | None,
) -> None:
    if isinstance(released, part.about):
        part(original, released, origin)  # and this says best what is wrong
    raise Infeasible(f"{part.name} does not apply: {found.detail['not_applicable']}")


def _attempt(
    part: Measure, original: Trajectories, released: Tracks, origin: Origin | None
) -> Reading:
    if not isinstance(released, part.about):
        return Reading.not_applicable(
            f"it is about {part.about.shape}, and this release is {released.shape}."
        )
    if part.needs_origin and origin is None:
        return _UNPAIRED
    try:
        return part(original, released, origin)
    except Infeasible as error:
        return Reading.not_applicable(error.message)
