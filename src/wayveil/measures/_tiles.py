"""Which tiles trajectories visit: what the measures of places have in common."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from wayveil.errors import Infeasible
from wayveil.kernels import ragged
from wayveil.kernels.arrays import Floats, Ints
from wayveil.kernels.numbering import numbered
from wayveil.kinds import Tessellation
from wayveil.shapes import Trajectories


@dataclass(frozen=True, eq=False)
class Visits:
    """Visits, in order: a visit is a maximal run of points in one tile.

    Trajectory i makes the visits `offsets[i]` to `offsets[i + 1]`, at least one, and visit v has
    the points `points[v]` to `points[v + 1]`. Points in no tile are left out on the way.
    """

    tile: Ints
    points: Ints
    offsets: Ints
    data: Trajectories


def visits(data: Trajectories, tiles: Tessellation) -> Visits:
    """List the visits of a table."""
    cells = tiles.cells(data.lat, data.lon)
    if (cells < 0).any():
        data, cells = data.where(cells >= 0), cells[cells >= 0]
    if not len(cells):
        raise Infeasible("no point lies in any of the tiles.", "Name tiles where the data is.")
    points = ragged.runs(cells, data.offsets)
    return Visits(cells[points[:-1]], points, np.searchsorted(points, data.offsets), data)


@dataclass(frozen=True, eq=False)
class Presence:
    """How many points each trajectory has in each tile where it has any, tile by tile."""

    tile: Ints
    offsets: Ints
    points: Ints

    @property
    def crowds(self) -> Ints:
        """How many trajectories each tile has seen."""
        return np.diff(self.offsets)


def presence(data: Trajectories, tiles: Tessellation) -> Presence:
    """Count the points of each trajectory in each tile."""
    found = visits(data, tiles)
    tile, place = numbered(found.tile)
    n = len(found.data)
    pairs = place * n + ragged.group_of_rows(found.offsets)
    pair, which = numbered(pairs)
    points = np.bincount(which, weights=np.diff(found.points)).astype(np.int64)
    return Presence(tile, np.searchsorted(pair, np.arange(len(tile) + 1) * n), points)


def per_tile(values: Ints | Floats, presence: Presence) -> Floats:
    """Add up what trajectories have in each tile."""
    total: Floats = np.add.reduceat(np.asarray(values, np.float64), presence.offsets[:-1])
    return total
