"""A part of the earth that is drawn in a file."""

from __future__ import annotations

from typing import Literal

from wayveil import regions
from wayveil.kernels.arrays import Mask
from wayveil.mapped import Mapped
from wayveil.shapes import Trajectories
from wayveil.sieve import Sieve


class Polygon(Mapped, Sieve):
    """Leave out points outside the polygons of a file, or inside; those on an edge are inside.

    Holes are outside. Coordinates of any CRS become degrees (WGS84), broken rings are repaired.
    A certificate names the file by its base name and SHA-256. Needs the extra `geo`.
    """

    grain = "point"

    keep: Literal["inside", "outside"] = "inside"
    """Which points stay."""

    @property
    def cause(self) -> str:
        """Say why something went."""
        return "outside the polygons" if self.keep == "inside" else "inside the polygons"

    def stays(self, data: Trajectories) -> Mask:
        """Mark the points on the right side."""
        inside = regions.first_at(self.polygons().shapes, data.lat, data.lon) >= 0
        return inside if self.keep == "inside" else ~inside
