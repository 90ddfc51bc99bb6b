"""Places and times as numbered things, among which clues are looked up."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from wayveil.kernels.arrays import Ints
from wayveil.kernels.numbering import numbered


class Things(NamedTuple):
    """What occurs, in order.

    Thing k is a cell and an interval, `cells[pairs[k] // len(bins)]` and
    `bins[pairs[k] % len(bins)]`.
    """

    cells: Ints
    bins: Ints
    pairs: Ints

    def __len__(self) -> int:
        return len(self.pairs)

    def named(self, things: Ints) -> tuple[Ints, Ints]:
        """Give the cells and intervals of some things."""
        where, when = np.divmod(self.pairs[things], max(len(self.bins), 1))
        return self.cells[where], self.bins[when]

    def find(self, cell: Ints, bin: Ints) -> Ints:
        """Give the thing that each cell and interval is, -1 where nobody was."""
        where, when = _place(self.cells, cell), _place(self.bins, bin)
        thing = _place(self.pairs, where * len(self.bins) + when)
        return np.where((where >= 0) & (when >= 0), thing, -1)


def things(cell: Ints, bin: Ints) -> tuple[Things, Ints]:
    """Number what occurs in some rows; there may be one interval for all of them."""
    (cells, place), (bins, when) = numbered(cell), numbered(bin)
    if len(bins) < 2:
        return Things(cells, bins, np.arange(len(cells))), place
    pairs, thing = numbered(place * len(bins) + when)
    return Things(cells, bins, pairs), thing


def _place(values: Ints, wanted: Ints) -> Ints:
    """Give the place of each wanted value among sorted ones, -1 if it is not there."""
    if not len(values):
        return np.full(len(wanted), -1)
    place = np.minimum(np.searchsorted(values, wanted), len(values) - 1)
    return np.where(values[place] == wanted, place, -1)
