"""A grid of whole degrees, or parts of one."""

from __future__ import annotations

from typing import Annotated, Final

import numpy as np
from pydantic import Field

from wayveil import geo
from wayveil.kernels.arrays import Floats, Ints
from wayveil.kinds import Tessellation
from wayveil.shapes import STEPS_PER_DEGREE, steps

_ROW: Final = np.int64(2**32)
_QUARTER: Final = 90 * STEPS_PER_DEGREE


class Degrees(Tessellation):
    """Cells between parallels and meridians, counted from the south pole and the antimeridian.

    Simple and the same everywhere, but not square: a cell of 0.001 degrees is 111 m high, and 111 m
    wide at the equator only, 85 m in Beijing. Borders lie on whole steps of 1e-7 degrees, so
    that a released point lies in the cell of the original one. Where the size does not divide the
    circle, the last cell of a row or column is smaller.
    """

    size: Annotated[float, Field(ge=1e-6, le=90, allow_inf_nan=False)] = 0.001
    """Height and width of a cell in degrees."""

    @property
    def _side(self) -> int:
        return round(self.size * STEPS_PER_DEGREE)

    def cells(self, lat: Floats, lon: Floats) -> Ints:
        """Give the cell of each point: row and column in one number."""
        top = (2 * _QUARTER - 1) // self._side
        rows = np.clip((steps(lat) + _QUARTER) // self._side, 0, top)
        columns = (steps(lon) + 2 * _QUARTER) % (4 * _QUARTER) // self._side
        cells: Ints = rows * _ROW + columns
        return cells

    def _box(self, cells: Ints) -> tuple[Floats, Floats, Floats, Floats]:
        """South, north, west and east of each cell."""
        south = cells // _ROW * self._side - _QUARTER
        west = cells % _ROW * self._side - 2 * _QUARTER
        north, east = south + self._side, west + self._side
        borders = south, np.minimum(north, _QUARTER), west, np.minimum(east, 2 * _QUARTER)
        south_, north_, west_, east_ = (border / STEPS_PER_DEGREE for border in borders)
        return south_, north_, west_, east_

    def centres(self, cells: Ints) -> tuple[Floats, Floats]:
        """Give the middle of each cell."""
        south, north, west, east = self._box(cells)
        return (south + north) / 2, (west + east) / 2

    def outlines(self, cells: Ints) -> tuple[Floats, Floats, Ints]:
        """Give the four corners of each cell."""
        south, north, west, east = self._box(cells)
        lat = np.column_stack([south, south, north, north]).ravel()
        lon = np.column_stack([west, east, east, west]).ravel()
        return lat, lon, 4 * np.arange(len(cells) + 1)

    def areas(self, cells: Ints) -> Floats:
        """Give the true area of each cell."""
        south, north, west, east = self._box(cells)
        return geo.areas(south, north, east - west)
