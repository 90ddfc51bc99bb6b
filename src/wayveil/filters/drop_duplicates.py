"""The same position sent twice is one position."""

from __future__ import annotations

from typing import Literal

from wayveil.filters._firsts import firsts
from wayveil.kernels.arrays import Mask
from wayveil.shapes import Trajectories
from wayveil.sieve import Sieve


class DropDuplicates(Sieve):
    """Leave out points that repeat an earlier one of their trajectory."""

    grain = "point"

    of: Literal["point", "time"] = "point"
    """What makes two points the same: their time and place, or their time alone."""

    @property
    def cause(self) -> str:
        """Say why something went."""
        return "repeats an earlier point" if self.of == "point" else "repeats an earlier time"

    def stays(self, data: Trajectories) -> Mask:
        """Mark the first of each."""
        places = {"lat": data.lat, "lon": data.lon} if self.of == "point" else {}
        return firsts(trajectory=data.of_point, t=data.t, **places)
