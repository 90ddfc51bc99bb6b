"""How far trajectories get from their start within a time."""

from __future__ import annotations

from typing import Annotated, ClassVar

import numpy as np
from pydantic import Field

from wayveil import clock, geo
from wayveil.kernels.arrays import Floats
from wayveil.kinds import Measure, Reading, Topic
from wayveil.measures._means import compared
from wayveil.part import Seconds
from wayveil.record import Origin
from wayveil.shapes import Trajectories


class MeanSquareDisplacement(Measure):
    """Change of the mean squared distance from the start after a time. (D4.10, 6.4.2.1)

    Σ |r(t) - r(0)|² / n in km², where r(t) is a trajectory's last point within `duration` of its
    first; as in scikit-mobility, with trajectories for individuals. From 1 km to 2 km away: from
    1 km² to 4 km², a change of 3; the point after two hours does not count.

    >>> from wayveil.contract.by_hand import trips, value_of
    >>> one, two = ([(0, 0, 0), (60, 0, far), (7200, 0, 9)] for far in (1000, 2000))
    >>> value_of(MeanSquareDisplacement(), trips(one), trips(two))
    3.0
    """

    topic: ClassVar[Topic] = "trips"

    duration: Annotated[Seconds, Field(gt=0)] = 3600
    """The time after the start."""

    def __call__(
        self, original: Trajectories, released: Trajectories, origin: Origin | None
    ) -> Reading:
        """Compare the two means."""
        return compared("km²", self._squares(original), self._squares(released))

    def _squares(self, data: Trajectories) -> Floats:
        start = data.offsets[:-1]
        within = data.t - np.repeat(data.t[start], data.lengths) <= self.duration * _MS
        last = start + np.add.reduceat(within.astype(np.int64), start) - 1
        apart = geo.metres(data.lat[start], data.lon[start], data.lat[last], data.lon[last])
        squares: Floats = (apart / 1000) ** 2
        return squares


_MS = clock.MS_PER_SECOND
