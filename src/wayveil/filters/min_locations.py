"""Short trajectories say little and stand out."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from wayveil.kernels.arrays import Mask
from wayveil.shapes import Trajectories
from wayveil.sieve import Sieve


class MinLocations(Sieve):
    """Leave out trajectories with fewer points than this. (D4.10, 6.4.4)"""

    grain = "trajectory"

    points: Annotated[int, Field(ge=1)] = 5
    """Fewest points a trajectory must have."""

    @property
    def cause(self) -> str:
        """Say why something went."""
        return f"fewer than {self.points} points"

    def stays(self, data: Trajectories) -> Mask:
        """Mark the trajectories that have enough points."""
        return data.lengths >= self.points
