"""Short trajectories say little and stand out."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from wayveil.filters._keep import keep
from wayveil.kinds import Filter
from wayveil.record import Tally
from wayveil.shapes import Trajectories


class MinLocations(Filter):
    """Leave out trajectories with fewer points than this. (D4.10, 6.4.4)"""

    points: Annotated[int, Field(ge=1)] = 5
    """Fewest points a trajectory must have."""

    def __call__(self, data: Trajectories) -> tuple[Trajectories, Tally]:
        """Keep the trajectories that are long enough."""
        return keep(data, data.lengths >= self.points, f"fewer than {self.points} points")
