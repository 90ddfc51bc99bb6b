"""No published number is part of another."""

from __future__ import annotations

import numpy as np

from wayveil.counts import EAST_STEPS, Counts
from wayveil.kernels import ragged
from wayveil.kernels.arrays import Floats, Ints
from wayveil.kernels.outlines import located
from wayveil.kinds import Claim, Verdict
from wayveil.record import Record
from wayveil.shapes import Trajectories


class DisjointCells(Claim):
    """No two published cells overlap and none is published twice.

    So no number is a total of others, from which what was left out could be had by subtraction.
    The outlines are compared: the middle of each, and each corner a little within it, lies in no
    other.
    """

    checkable_by = "anyone"
    about = Counts

    @property
    def adversary(self) -> str:
        """Who is kept from something."""
        return "anyone who subtracts published numbers from each other"

    def promise(self, unit: str) -> str:
        """Say it in a sentence."""
        return "No published number is part of another, so nothing left out follows from two."

    def check(
        self,
        released: Counts,
        record: Record | None = None,
        original: Trajectories | None = None,
    ) -> Verdict:
        """Look for rows about one place and time, and for outlines within others."""
        again, within = _repeated(released), _overlapping(released)
        note = "rows that repeat a place, and outlines that overlap"
        return Verdict("no" if again + within else "yes", 0, again + within, note)


def _repeated(released: Counts) -> int:
    """How many entries say again where and when another one counts."""
    codes = released.tiles.code[released.tile]
    if released.pairs:
        about = np.column_stack([codes[::2], codes[1::2]])
    else:
        row = released.row_of_tile
        start = np.zeros(len(row), np.int64) if released.start is None else released.start[row]
        about = np.column_stack([codes, start])
    return len(about) - len(np.unique(about, axis=0))


def _overlapping(released: Counts) -> int:
    """How many tiles hold a middle or an inner corner of another."""
    tiles = released.tiles
    if not len(tiles):
        return 0
    north, east, rings, cells = tiles.edges()
    own = np.repeat(np.arange(len(tiles)), np.diff(rings[cells]))
    lat, lon = _within(north, rings), _within(east, rings) % EAST_STEPS
    _, how_many = located(lat, lon, north, east, rings, cells)
    whose = np.concatenate([ragged.group_of_rows(cells), own])
    return len(np.unique(whose[how_many > 1]))


def _within(corners: Ints, rings: Ints) -> Ints:
    """Give the middle of each ring, and its corners drawn in a hundredth of the way."""
    size = np.diff(rings)
    middle: Floats = np.add.reduceat(corners, rings[:-1]) / size
    inner = corners + (np.repeat(middle, size) - corners) / 100
    places: Ints = np.rint(np.concatenate([middle, inner])).astype(np.int64)
    return places
