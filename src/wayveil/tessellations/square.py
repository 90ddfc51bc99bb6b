"""Square tiles, anchored at a fixed point of the globe."""

from __future__ import annotations

from typing import Annotated

import numpy as np
from pydantic import Field

from wayveil import geo
from wayveil.kernels.arrays import Floats, Ints
from wayveil.part import Metres
from wayveil.tessellations._boxed import ROW, Boxed, Boxes


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

    def _columns(self, rows: Ints) -> Ints:
        """How many tiles there are along these rows."""
        middle = np.floor((rows + 0.5) * self._height - 90) + 0.5
        around = 360 * geo.METRES_PER_DEGREE * np.cos(np.radians(np.minimum(middle, 89.5)))
        columns: Ints = np.maximum(np.rint(around / self.size), 1).astype(np.int64)
        return columns

    def _columns_of_many(self, rows: Ints) -> Ints:
        """Count the tiles along rows, once a row where points are more than rows."""
        if not len(rows) or int(rows.max()) - int(rows.min()) > len(rows):
            return self._columns(rows)
        low, high = int(rows.min()), int(rows.max())
        return self._columns(np.arange(low, high + 1))[rows - low]

    def cells(self, lat: Floats, lon: Floats) -> Ints:
        """Give the tile of each point: row and column in one number."""
        top = int(np.ceil(180 / self._height)) - 1
        rows = np.clip(np.floor((lat + 90) / self._height), 0, top).astype(np.int64)
        columns = self._columns_of_many(rows)
        along = np.floor((lon + 180) / 360 * columns).astype(np.int64) % columns
        return rows * ROW + along

    def boxes(self, cells: Ints) -> Boxes:
        """Give the sides of each tile."""
        rows, along = cells // ROW, cells % ROW
        width: Floats = 360.0 / self._columns(rows).astype(np.float64)
        south: Floats = rows.astype(np.float64) * self._height - 90
        return Boxes(south, np.minimum(south + self._height, 90), along * width - 180, width)
