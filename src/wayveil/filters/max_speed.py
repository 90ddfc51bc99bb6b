"""Positions that no vehicle could have reached are errors of the receiver."""

from __future__ import annotations

from typing import Final

from wayveil.filters._keep import keep
from wayveil.kernels import ragged
from wayveil.kernels.speeds import step_speeds
from wayveil.kinds import Filter
from wayveil.part import KmPerHour
from wayveil.record import Tally
from wayveil.shapes import Trajectories

_KMH_PER_MS: Final = 3.6


class MaxSpeed(Filter):
    """Leave out trajectories that anywhere move faster than this. (D4.10, 6.4.4)

    The speed between two points is their great-circle distance over their time difference; two
    places at one time are infinitely fast, the same place twice is not.
    """

    speed: KmPerHour = 300
    """Highest speed between two successive points."""

    def __call__(self, data: Trajectories) -> tuple[Trajectories, Tally]:
        """Keep the trajectories that are nowhere too fast."""
        speeds = step_speeds(data.lat, data.lon, data.t, data.offsets) * _KMH_PER_MS
        slow = ragged.largest(speeds, data.offsets) <= self.speed
        return keep(data, slow, f"faster than {self.speed:g} km/h")
