"""No number of a published Markov chain is part of another."""

from __future__ import annotations

import numpy as np

from wayveil.kernels.arrays import Ints
from wayveil.kinds import Claim, Tessellation, Verdict
from wayveil.model import Model
from wayveil.part import by_default
from wayveil.record import Record
from wayveil.shapes import Trajectories, steps


class DisjointTransitions(Claim):
    """No move and no time is published twice, and every cell is a tile of a fixed grid.

    Tiles do not overlap, a path leads from tile to tile, and times of day follow each other. So no
    number is a total of others, from which what was left out could be had by subtraction; and no
    cell shows where the data begins or ends.
    """

    checkable_by = "anyone"
    about = Model

    tessellation: Tessellation = by_default("square")
    """The tiles."""

    @property
    def adversary(self) -> str:
        """Who is kept from something."""
        return "anyone who subtracts published numbers from each other"

    def promise(self, unit: str) -> str:
        """Say it in a sentence."""
        return "No published number is part of another, so nothing left out follows from two."

    def check(
        self,
        released: Model,
        record: Record | None = None,
        original: Trajectories | None = None,
    ) -> Verdict:
        """Look for rows that repeat another, and for cells that are no tiles."""
        moves, stays = released.moves, released.stays
        again = _repeated(np.column_stack([moves.bin, moves.path]))
        again += _repeated(np.column_stack([stays.bin, stays.cell]))
        again += _repeated(released.places.code[:, None])
        found = again + self._astray(released)
        note = "rows that repeat another, and cells that are no tiles"
        return Verdict("no" if found else "yes", 0, found, note)

    def _astray(self, released: Model) -> int:
        """How many cells are not the tile that their centre lies in, or have another centre."""
        places = released.places
        tile = self.tessellation.cells(places.lat, places.lon)
        known = tile >= 0
        lat, lon = self.tessellation.centres(tile[known])
        right = tile == places.code
        right[known] &= steps(lat) == steps(places.lat[known])
        right[known] &= steps(lon) == steps(places.lon[known])
        return int(np.count_nonzero(~right))


def _repeated(rows: Ints) -> int:
    return len(rows) - len(np.unique(rows, axis=0))
