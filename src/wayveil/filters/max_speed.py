"""Positions that no vehicle could have reached are errors of the receiver."""

from __future__ import annotations

from typing import Final

from wayveil.kernels import ragged
from wayveil.kernels.arrays import Mask
from wayveil.kernels.speeds import step_speeds
from wayveil.part import KmPerHour
from wayveil.shapes import Trajectories
from wayveil.sieve import Sieve

_KMH_PER_MS: Final = 3.6


class MaxSpeed(Sieve):
    """Leave out trajectories that anywhere move faster than this. (D4.10, 6.4.4)

    The speed between two points is their great-circle distance over their time difference; two
    places at one time are infinitely fast, the same place twice is not.
    """

    grain = "trajectory"

    speed: KmPerHour = 300
    """Highest speed between two successive points."""

    @property
    def cause(self) -> str:
        """Say why something went."""
        return f"faster than {self.speed:g} km/h"

    def stays(self, data: Trajectories) -> Mask:
        """Mark the trajectories that are nowhere too fast."""
        speeds = step_speeds(data.lat, data.lon, data.t, data.offsets) * _KMH_PER_MS
        return ragged.largest(speeds, data.offsets) <= self.speed
