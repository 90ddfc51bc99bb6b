"""Cells to publish: tiles, small ones joined, and the one point that stands for each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from wayveil import geo
from wayveil.errors import InternalError
from wayveil.kernels import ragged
from wayveil.kernels.arrays import Floats, Ints, Mask
from wayveil.kernels.radix import distinct_pairs
from wayveil.kinds import Tessellation
from wayveil.shapes import rounded

#: Small tiles are joined within blocks of twice, then four times their side.
_BLOCKS: Final = (2, 4)
_LARGEST: Final = 1_000_000
#: Means are published in these steps of a degree: about a metre.
_METRE: Final = 1e-5

Place = tuple[Floats, Floats]


@dataclass(frozen=True)
class Cells:
    """Cell c is made of the tiles whose `cell` is c; no two cells of one level have a tile."""

    tiles: Tessellation
    tile: Ints
    cell: Ints

    def __len__(self) -> int:
        return int(self.cell.max(initial=-1)) + 1

    def centres(self) -> Place:
        """Give the middle of each cell's tiles, or of the tile next to that."""
        lat, lon = self.tiles.centres(self.tile)
        return self.inside(*means(lat, lon, self.cell, len(self)))

    def inside(self, lat: Floats, lon: Floats) -> Place:
        """Give these points, one a cell; for one outside its cell, the centre of the next tile."""
        centres = self.tiles.centres(self.tile)
        away = geo.metres(*centres, lat[self.cell], lon[self.cell])
        order = np.lexsort((away, self.cell))
        nearest = order[np.searchsorted(self.cell[order], np.arange(len(self)))]
        astray = ~self.holds(lat, lon)
        return tuple(  # type: ignore[return-value]
            rounded(np.where(astray, centre[nearest], there))
            for centre, there in zip(centres, (lat, lon), strict=True)
        )

    def holds(self, lat: Floats, lon: Floats) -> Mask:
        """Whether each of these points, one a cell, lies in its cell."""
        tile = self.tiles.cells(rounded(lat), rounded(lon))
        hits = np.bincount(self.cell, tile[self.cell] == self.tile, len(self))
        return hits > 0


def cells_of(
    tiles: Tessellation, tile: Ints, level: Ints, least: int, size: float | None
) -> tuple[Cells, Ints]:
    """Make the cells of points in these tiles and levels of time; give the cell of each point.

    Where squares have a `size`, those with fewer than `least` points are joined.
    """
    member = ragged.numbered(level, tile)
    _, first, points = np.unique(member, return_index=True, return_counts=True)
    cell = np.arange(len(first))
    if size is not None:
        cell = _joined(tiles.centres(tile[first]), level[first], points, least, size)
    return Cells(tiles, tile[first], cell), cell[member]


def _joined(centres: Place, level: Ints, points: Ints, least: int, size: float) -> Ints:
    """Put small tiles of one level and one block together, in larger blocks while too small."""
    cell, small = np.arange(len(level)), points < least
    for times in _BLOCKS:
        block = Tessellation.named("square", size=min(times * size, _LARGEST)).cells(*centres)
        group = ragged.numbered(level, block, small.astype(np.int64), np.where(small, 0, cell))
        total = np.bincount(group, points)
        cell, small = group, small & (total[group] < least)
    return cell


def means(lat: Floats, lon: Floats, group: Ints, n: int) -> Place:
    """Give the mean point of each group, also where it lies across the antimeridian."""
    size = np.maximum(np.bincount(group, minlength=n), 1)
    first = np.zeros(n)
    first[group] = lon
    beyond = np.bincount(group, geo.wrapped(lon - first[group]), n)
    return np.bincount(group, lat, n) / size, geo.wrapped(first + beyond / size)


def mean_places(cells: Cells, centres: Place, at: Place, cell: Ints, owner: Ints, k: int) -> Place:
    """Give the mean of the points in each cell, to a metre, where k owners are, else its centre."""
    near = [np.round(mean / _METRE) * _METRE for mean in means(*at, cell, len(cells))]
    crowd = np.bincount(distinct_pairs(cell, owner)[0], minlength=len(cells))
    return cells.inside(*(np.where(crowd >= k, n, c) for n, c in zip(near, centres, strict=True)))


def check_places(cells: Cells, places: Place) -> None:
    """Refuse a place outside its own cell: so no two cells of one level can share one."""
    astray = int((~cells.holds(*places)).sum())
    if astray:
        raise InternalError(f"{astray} of {len(cells)} cells would be published elsewhere.")
