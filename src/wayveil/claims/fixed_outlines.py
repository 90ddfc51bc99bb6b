"""Published cells show nothing of where the data begins or ends."""

from __future__ import annotations

import numpy as np

from wayveil.counts import EAST_STEPS, NORTH_STEPS, Counts, Tiles
from wayveil.kernels.arrays import Ints
from wayveil.kinds import Claim, Tessellation, Verdict
from wayveil.record import Record
from wayveil.shapes import Trajectories


class FixedOutlines(Claim):
    """Every published outline is a cell of a grid that is the same for all data.

    The grid is a published tessellation or, if none is given, the quadtree of the globe: squares of
    2^j steps of 1e-7 degrees, counted from the south pole and the antimeridian.
    """

    checkable_by = "anyone"
    about = Counts

    tessellation: Tessellation | None = None
    """The tiles, if it is not the quadtree."""

    @property
    def adversary(self) -> str:
        """Who is kept from something."""
        return "anyone who wants to know how far somebody went"

    def promise(self, unit: str) -> str:
        """Say it in a sentence."""
        return "Outlines are those of a fixed grid of the earth, and show no extreme of the data."

    def check(
        self,
        released: Counts,
        record: Record | None = None,
        original: Trajectories | None = None,
    ) -> Verdict:
        """Count the outlines that are none of the grid's."""
        astray = (
            _off_the_quadtree(released)
            if self.tessellation is None
            else _off_the_tiles(released, self.tessellation)
        )
        return Verdict("no" if astray else "yes", 0, astray, "outlines that are none of the grid's")


def _off_the_tiles(released: Counts, tessellation: Tessellation) -> int:
    if not len(released.tiles):
        return 0
    fixed = Tiles.of(released.tiles.code, tessellation.outlines(released.tiles.code)).edges()
    north, east, rings, cells = released.tiles.edges()
    if not (np.array_equal(rings, fixed[2]) and np.array_equal(cells, fixed[3])):
        return len(released.tiles)
    off = (north != fixed[0]) | (east != fixed[1])
    return int(np.count_nonzero(np.add.reduceat(off, rings[cells[:-1]])))


def _off_the_quadtree(released: Counts) -> int:
    lat, lon, rings, cells = released.tiles.edges()
    if not (np.diff(rings[cells]) == 4).all():
        return len(released.tiles)
    north, south = _ends(lat)
    east, west = _ends(lon)
    side = 2 ** np.ceil(np.log2(np.maximum(north - south, east - west))).astype(np.int64)
    odd = (south % side != 0) | (north != np.minimum(south + side, NORTH_STEPS))
    odd |= (west % side != 0) | (east != np.minimum(west + side, EAST_STEPS))
    return int(np.count_nonzero(odd))


def _ends(corners: Ints) -> tuple[Ints, Ints]:
    """Give the far and the near end of each box."""
    four = corners.reshape(-1, 4)
    return four.max(axis=1), four.min(axis=1)
