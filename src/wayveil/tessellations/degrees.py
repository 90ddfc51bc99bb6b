"""A grid of whole degrees, or parts of one."""

from __future__ import annotations

from typing import Annotated, Final

import numpy as np
from pydantic import Field

from wayveil.kernels.arrays import Floats, Ints
from wayveil.shapes import STEPS_PER_DEGREE, steps
from wayveil.tessellations._boxed import ROW, Boxed, Boxes

_QUARTER: Final = 90 * STEPS_PER_DEGREE


class Degrees(Boxed):
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
        cells: Ints = rows * ROW + columns
        return cells

    def boxes(self, cells: Ints) -> Boxes:
        """Give the sides of each cell."""
        south = cells // ROW * self._side - _QUARTER
        west = cells % ROW * self._side - 2 * _QUARTER
        north = np.minimum(south + self._side, _QUARTER)
        width = np.minimum(west + self._side, 2 * _QUARTER) - west
        return Boxes(*(border / STEPS_PER_DEGREE for border in (south, north, west, width)))
