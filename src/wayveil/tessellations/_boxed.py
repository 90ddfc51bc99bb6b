"""Cells between two parallels and two meridians."""

from __future__ import annotations

from abc import abstractmethod
from typing import Final, NamedTuple

import numpy as np

from wayveil import geo
from wayveil.kernels.arrays import Floats, Ints
from wayveil.kinds import Tessellation
from wayveil.shapes import Outlines

#: A cell's code is its row times this, and its column.
ROW: Final = np.int64(2**32)


class Boxes(NamedTuple):
    """The sides of boxes, in degrees."""

    south: Floats
    north: Floats
    west: Floats
    width: Floats


class Boxed(Tessellation):
    """A tessellation whose cells are boxes."""

    @abstractmethod
    def boxes(self, cells: Ints) -> Boxes:
        """Give the sides of each cell."""

    def centres(self, cells: Ints) -> tuple[Floats, Floats]:
        """Give the middle of each cell."""
        south, north, west, width = self.boxes(cells)
        return (south + north) / 2, geo.wrapped(west + width / 2)

    def outlines(self, cells: Ints) -> Outlines:
        """Give the four corners of each cell."""
        south, north, west, width = self.boxes(cells)
        east = west + width
        lat = np.column_stack([south, south, north, north]).ravel()
        lon = np.column_stack([west, east, east, west]).ravel()
        return Outlines.plain(lat, lon, 4 * np.arange(len(cells) + 1))

    def areas(self, cells: Ints) -> Floats:
        """Give the true area of each cell."""
        south, north, _, width = self.boxes(cells)
        return geo.areas(south, north, width)
