"""Who comes near whom."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar, Final

import numpy as np
from pydantic import Field

from wayveil import clock, geo, progress
from wayveil.kernels import ragged
from wayveil.kernels.arrays import Codes, Ints
from wayveil.kernels.encounters import Arrivals, nothing_yet, sweep
from wayveil.kernels.radix import order_of
from wayveil.kinds import Groups, Meeting
from wayveil.part import Kilometres, Seconds
from wayveil.shapes import Trajectories

_BLOCK: Final = 200_000


class Threshold(Meeting):
    """Whoever arrives at a place meets those who were near it just before. (D4.10, 6.3.3.6)

    Points are taken in the order of time (equal times in the order of the table). When one comes,
    its group is its trajectory and every trajectory of somebody else with a point at most
    `temporal_thold` earlier and `spatial_thold` away. So any two points that are close enough
    bring their trajectories together: there are no bins, and no edges of bins at which to miss one.
    """

    min_n_swap: ClassVar[int] = 1

    spatial_thold: Annotated[Kilometres, Field(le=1000)] = 0.2
    """Greatest distance at which two points are close."""

    temporal_thold: Seconds = 30
    """Greatest difference in time at which they are."""

    def __call__(self, data: Trajectories) -> Groups:
        """Sweep through time."""
        points = _arrivals(data)
        found = list(self._found(points, len(data)))
        members = np.concatenate([one for one, _ in found])
        sizes = np.concatenate([size for _, size in found])
        met = np.flatnonzero(sizes)
        return Groups(members, ragged.offsets_of(sizes[met]), points.t[met] + 1)

    def _found(self, points: Arrivals, trips: int) -> Iterator[tuple[Codes, Ints]]:
        """Give, block by block, the members of the groups and each point's number of them."""
        reach, within = (
            geo.chord(self.spatial_thold * 1000),
            clock.milliseconds(self.temporal_thold),
        )
        n, at = len(points.t), 0
        recent, sizes = nothing_yet(n, trips), np.zeros(n, np.int64)
        members = np.empty(trips + 4 * _BLOCK, np.int32)
        progress.stage("meetings", n)
        while at < n:
            span = at, min(n, at + _BLOCK)
            after, used = sweep(points, recent, span, reach, within, members, sizes)
            yield members[:used].copy(), sizes[at:after]
            progress.advance(after - at)
            at = after


def _arrivals(data: Trajectories) -> Arrivals:
    """Put the points in the order of time."""
    order = order_of(data.t)
    trip = data.of_point[order].astype(np.int32)
    places = geo.vectors(data.lat[order], data.lon[order])
    return Arrivals(*places, data.t[order], trip, data.owner[trip])
