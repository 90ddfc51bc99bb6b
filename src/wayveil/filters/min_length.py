"""Who hardly moves has no trip to tell of."""

from __future__ import annotations

import numpy as np

from wayveil.kernels.arrays import Mask
from wayveil.kernels.speeds import step_metres
from wayveil.part import Metres
from wayveil.shapes import Trajectories
from wayveil.sieve import Sieve


class MinLength(Sieve):
    """Leave out trajectories that are shorter than this.

    The length of a trajectory is the sum of the great-circle distances between its points.
    """

    grain = "trajectory"

    length: Metres = 500
    """Shortest length of a trajectory, along its way."""

    @property
    def cause(self) -> str:
        """Say why something went."""
        return f"shorter than {self.length:g} m"

    def stays(self, data: Trajectories) -> Mask:
        """Mark the trajectories that are long enough."""
        metres = step_metres(data.lat, data.lon, data.offsets)
        return np.add.reduceat(metres, data.offsets[:-1]) >= self.length
