"""Visits: successive points of one trajectory that an attacker cannot tell apart."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from wayveil.kernels import ragged
from wayveil.kernels.arrays import Floats, Ints, Mask


@dataclass(frozen=True)
class Visits:
    """One row for each visit, sorted by trajectory and published time.

    `item` is what an attacker knows of a row; `of_point` the row of each point, -1 if removed.
    """

    trajectory: Ints
    t: Ints
    cell: Ints
    item: Ints
    of_point: Ints

    def __len__(self) -> int:
        return len(self.t)

    @property
    def points(self) -> Ints:
        """How many points each row stands for."""
        return np.bincount(self.of_point[self.of_point >= 0], minlength=len(self))

    def offsets(self, n: int) -> Ints:
        """Give where the rows of each of n trajectories begin."""
        return ragged.offsets_of(np.bincount(self.trajectory, minlength=n))

    def only(self, keep: Mask) -> Visits:
        """Keep these rows; those of one item that now follow each other become one."""
        rows = np.flatnonzero(keep)
        first = _changes(self.trajectory[rows], self.item[rows])
        place = np.full(len(self) + 1, -1)  # the last stands for points without a row
        place[rows] = np.cumsum(first) - 1
        return self._rows(rows[first], place)

    def order(self, lat: Floats, lon: Floats) -> Ints:
        """Give the rows in the order in which they are published: by time, then by place."""
        return np.lexsort((lon[self.cell], lat[self.cell], self.t, self.trajectory))

    def take(self, order: Ints) -> Visits:
        """Bring the rows into another order."""
        place = np.full(len(self) + 1, -1)
        place[order] = np.arange(len(self))
        return self._rows(order, place)

    def _rows(self, rows: Ints, place: Ints) -> Visits:
        columns = {name: getattr(self, name)[rows] for name in ("trajectory", "t", "cell", "item")}
        return replace(self, **columns, of_point=place[self.of_point])


def visits_of(trajectory: Ints, t: Ints, cell: Ints, place: Ints, known: Ints) -> Visits:
    """Gather points into visits; an attacker knows the place and something of the time."""
    order = np.lexsort((place, t, trajectory))
    rows = np.empty(len(t), np.int64)
    rows[order] = np.arange(len(t))
    item = ragged.numbered(place, known)
    alone = Visits(trajectory[order], t[order], cell[order], item[order], rows)
    return alone.only(np.ones(len(t), np.bool_))


def _changes(*columns: Ints) -> Mask:
    """Mark the rows that differ from the one before."""
    first = np.ones(len(columns[0]), np.bool_)
    first[1:] = False
    for column in columns:
        first[1:] |= column[1:] != column[:-1]
    return first
