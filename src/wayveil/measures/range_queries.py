"""Whether counts in a place and a time are still right."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar, Final

import numpy as np
from pydantic import Field

from wayveil import clock
from wayveil.chance import Chance
from wayveil.flat import Ground
from wayveil.kernels.arrays import Floats, Ints
from wayveil.kinds import Measure, Reading, Topic
from wayveil.part import Metres, Seconds
from wayveil.progress import track
from wayveil.record import Origin
from wayveil.shapes import Trajectories

#: Counts below this share of the trajectories are divided by it instead.
SANITY: Final = 0.001


class RangeQueries(Measure):
    """Mean relative error of how many trajectories pass a square within a time.

    |q(T') - q(T)| / max(q(T), n/1000) on average over random squares and intervals, each with a
    point of the original in its middle; q counts the trajectories that have a point inside, and n
    is how many there are. The squares are drawn from `seed`, so that two releases are asked the
    same. One trajectory that moved away: there was 1, there is 0, the error is 1.

    >>> from wayveil.contract.by_hand import trips, value_of
    >>> here, gone = [(0, 0, 0)], [(0, 50_000, 0)]
    >>> value_of(RangeQueries(), trips(here), trips(gone)), value_of(
    ...     RangeQueries(), trips(here), trips(here, here, here))
    (1.0, 2.0)
    """

    topic: ClassVar[Topic] = "places"

    queries: Annotated[int, Field(ge=1, le=1_000_000)] = 500
    """How many squares."""

    side: Annotated[Metres, Field(gt=0)] = 1000
    """Side of a square."""

    duration: Annotated[Seconds, Field(gt=0)] = 3600
    """Length of an interval."""

    seed: Annotated[int, Field(ge=0, le=2**32)] = 0
    """What the squares are drawn from."""

    def __call__(
        self, original: Trajectories, released: Trajectories, origin: Origin | None
    ) -> Reading:
        """Ask both the same questions."""
        ground = Ground.under(original)
        sides = [Ordered.of(ground, data) for data in (original, released)]
        chosen = Chance.seeded(self.seed).integers(original.n_points, self.queries)
        found = np.array(
            [
                [side.count(place, self.side, self.duration) for side in sides]
                for place in track(sides[0].at[chosen], "range queries")
            ],
            dtype=np.float64,
        )
        errors = np.abs(found[:, 1] - found[:, 0]) / np.maximum(found[:, 0], SANITY * len(original))
        told = {
            "median": float(np.median(errors)),
            "mean_count": {"original": found[:, 0].mean(), "released": found[:, 1].mean()},
        }
        return Reading(float(errors.mean()), "relative error", self.queries, told)


@dataclass(frozen=True, eq=False)
class Ordered:
    """Points (seconds, metres east, metres north) by time, and whose they are."""

    at: Floats
    whose: Ints

    @classmethod
    def of(cls, ground: Ground, data: Trajectories) -> Ordered:
        """Lay a table on the ground and sort it by time."""
        order = np.argsort(data.t, kind="stable")
        x, y = ground.plane.project(data.lat[order], data.lon[order])
        seconds = data.t[order] / clock.MS_PER_SECOND
        return cls(np.column_stack([seconds, x, y]), data.of_point[order])

    def count(self, middle: Floats, side: float, duration: float) -> int:
        """Count the trajectories with a point in a square and an interval."""
        reach = middle[0] - duration / 2, middle[0] + duration / 2
        low, high = np.searchsorted(self.at[:, 0], reach)
        near = np.abs(self.at[low:high, 1:] - middle[1:]).max(axis=1) <= side / 2
        return len(np.unique(self.whose[low:high][near]))
