"""Square tiles that each fall into four smaller ones: the tiles of web maps."""

from __future__ import annotations

from typing import Annotated, Final

import numpy as np
from pydantic import Field

from wayveil import geo
from wayveil.kernels.arrays import Floats, Ints
from wayveil.part import Metres
from wayveil.tessellations._boxed import ROW, Boxed, Boxes

_AROUND_M: Final = 360 * geo.METRES_PER_DEGREE
#: Where web maps end: up to here the Mercator map of the earth is a square.
_LAST_LATITUDE: Final = 85.051_128_779_806_59


class Quadtree(Boxed):
    """Tiles of web maps: the earth is one square at level 0, and each level quarters the tiles.

    Tiles are squares of the Mercator map, numbered from the north as zoom/x/y of web maps are:
    at latitude φ their side is 40,030 km · cos φ / 2^level. Those of the outermost rows reach to
    the poles. A tile lies in one tile of each coarser level, and depends on no data.
    """

    level: Annotated[int, Field(ge=0, le=24)] = 16
    """How often the earth is quartered; at level 16 a side is 611 m at the equator."""

    size: Annotated[Metres, Field(ge=2, le=50_000_000)] | None = None
    """Instead of a level: the first one at which no side is longer than this."""

    @property
    def _side(self) -> int:
        """How many tiles go round the earth."""
        fit = self.level if self.size is None else int(np.ceil(np.log2(_AROUND_M / self.size)))
        return 1 << max(0, fit)

    def cells(self, lat: Floats, lon: Floats) -> Ints:
        """Give the tile of each point: row and column in one number."""
        side = self._side
        phi = np.radians(np.clip(lat, -_LAST_LATITUDE, _LAST_LATITUDE))
        down = (1 - np.arctanh(np.sin(phi)) / np.pi) / 2
        rows = np.clip(np.floor(down * side), 0, side - 1).astype(np.int64)
        columns = np.floor((lon + 180) / 360 * side).astype(np.int64) % side
        return rows * ROW + columns

    def boxes(self, cells: Ints) -> Boxes:
        """Give the sides of each tile."""
        side = self._side
        rows, columns = cells // ROW, cells % ROW
        width = np.full(len(cells), 360 / side)
        north = np.where(rows == 0, 90.0, _latitude(rows / side))
        south = np.where(rows == side - 1, -90.0, _latitude((rows + 1) / side))
        return Boxes(south, north, columns * width - 180, width)


def _latitude(down: Floats) -> Floats:
    """Give the latitude that lies this share of the way down the Mercator map."""
    latitude: Floats = np.degrees(np.arctan(np.sinh(np.pi * (1 - 2 * down))))
    return latitude
