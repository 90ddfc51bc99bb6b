"""Whether people are still out at the same hours."""

from __future__ import annotations

from typing import Annotated, ClassVar, Final

import numpy as np
from pydantic import Field

from wayveil import clock
from wayveil.kernels.arrays import Floats
from wayveil.kinds import Measure, Reading, Topic
from wayveil.measures._shares import UNIT, divergence, shift_around
from wayveil.part import Seconds
from wayveil.record import Origin
from wayveil.shapes import Trajectories

_DAY_S: Final = 86_400


class TimeOfDayDivergence(Measure):
    """How far the hours of the points are distributed otherwise than before.

    Jensen-Shannon divergence of the histograms of the time of day (UTC); beside it the earth
    mover's distance around the clock, in seconds. Of two points at 22:00 and 23:00, published
    both at 23:00, half are in another hour: 0.311, as in `trip_length_divergence`, and half an
    hour on average.

    >>> from wayveil.contract.by_hand import trips, value_of
    >>> ten, eleven = [(0, 0, 0)], [(3600, 0, 0)]
    >>> value_of(TimeOfDayDivergence(), trips(ten, eleven), trips(eleven, eleven))
    0.311
    """

    topic: ClassVar[Topic] = "trips"

    interval: Annotated[Seconds, Field(ge=1, le=_DAY_S)] = 3600
    """Into intervals of which length the day is divided."""

    def __call__(
        self, original: Trajectories, released: Trajectories, origin: Origin | None
    ) -> Reading:
        """Compare the two days."""
        before, after = self._hours(original), self._hours(released)
        told = {
            "earth_movers": shift_around(before, after) * self.interval,
            "earth_movers_unit": "s",
        }
        return Reading(divergence(before, after), UNIT, original.n_points, told)

    def _hours(self, data: Trajectories) -> Floats:
        seconds = data.t // clock.MS_PER_SECOND % _DAY_S
        bins = int(np.ceil(_DAY_S / self.interval))
        counts = np.bincount((seconds / self.interval).astype(np.int64), minlength=bins)
        return counts.astype(np.float64)
