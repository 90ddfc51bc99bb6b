"""Square tiles, anchored at a fixed point of the globe."""

from __future__ import annotations

from typing import Annotated, Final

import numpy as np
from pydantic import Field

from wayveil import geo
from wayveil.kernels.arrays import Floats, Ints
from wayveil.kernels.squares import Grid, tiles
from wayveil.parallel import in_parallel
from wayveil.part import Metres
from wayveil.tessellations._boxed import ROW, Boxed, Boxes

#: How many points a thread divides among tiles at a time.
_BLOCK: Final = 1_000_000


class Square(Boxed):
    """Square tiles of a given side, counted from the south pole and the antimeridian.

    Rows have one height everywhere. Along a row the tiles divide the circle of latitude into
    equal parts, as many as make them square at the middle of the whole degree that the row lies
    in: tiles line up within a degree, fit at the antimeridian, and depend on no data.
    """

    size: Annotated[Metres, Field(ge=1, le=1_000_000)] = 500
    """Side of a tile."""

    @property
    def _height(self) -> float:
        return self.size / geo.METRES_PER_DEGREE

    def _by_degree(self) -> Ints:
        """How many tiles there are along a row in each whole degree, from pole to pole."""
        middle = np.radians(np.arange(-90, 90) + 0.5)
        around = 360 * geo.METRES_PER_DEGREE * np.cos(middle)
        columns: Ints = np.maximum(np.rint(around / self.size), 1).astype(np.int64)
        return columns

    def _columns(self, rows: Ints) -> Ints:
        """How many tiles there are along these rows."""
        degrees = np.floor((rows + 0.5) * self._height - 90).astype(np.int64) + 90
        columns: Ints = self._by_degree()[np.minimum(degrees, 179)]
        return columns

    def cells(self, lat: Floats, lon: Floats) -> Ints:
        """Give the tile of each point: row and column in one number."""
        top = int(np.ceil(180 / self._height)) - 1
        grid, cells = Grid(self._height, top, self._by_degree()), np.empty(len(lat), np.int64)

        def write(start: int) -> None:
            some = slice(start, start + _BLOCK)
            tiles(lat[some], lon[some], grid, int(ROW), cells[some])

        in_parallel(write, range(0, len(lat), _BLOCK))
        return cells

    def boxes(self, cells: Ints) -> Boxes:
        """Give the sides of each tile."""
        rows, along = cells // ROW, cells % ROW
        width: Floats = 360.0 / self._columns(rows).astype(np.float64)
        south: Floats = rows.astype(np.float64) * self._height - 90
        return Boxes(south, np.minimum(south + self._height, 90), along * width - 180, width)
