"""Groups of k around pivots, within a radius, greedily: who fits in none is left out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from wayveil import progress
from wayveil.chance import Chance
from wayveil.kernels.arrays import Floats, Ints

#: Gives the distances from one to each of some others; infinite where they cannot be compared.
Row = Callable[[int, Ints], Floats]

#: So many people are asked how far off k - 1 others are, before the first radius is set.
_ASKED = 200
_WIDER = 1.5


@dataclass(frozen=True, eq=False)
class Grouped:
    """The pivot of each person, -1 for who is left out.

    `refused` is the least distance that was too far; infinite if a wider radius would not help.
    """

    pivot: Ints
    refused: float

    @property
    def left_out(self) -> int:
        """How many are in no group."""
        return int((self.pivot < 0).sum())


def grouped(row: Row, n: int, k: int, most_left_out: int, rng: Chance) -> Grouped:
    """Group n people, the radius growing by a half until few enough are left out, if it ever is.

    It begins at what suffices for all but that share of some people, drawn by lot.
    """
    radius = _first_radius(row, n, k, most_left_out / n, rng.spawn("asked"))
    order = rng.spawn("pivots").permutation(n)
    while True:
        found = _Round(row, order, k, radius).run()
        if found.left_out <= most_left_out or found.refused == np.inf:
            return found
        radius = max(found.refused, radius * _WIDER)


def _first_radius(row: Row, n: int, k: int, share: float, rng: Chance) -> float:
    asked = rng.permutation(n)[:_ASKED]
    needed = np.array(
        [
            np.partition(row(who, np.delete(np.arange(n), who)), k - 2)[k - 2]
            for who in progress.track(asked.tolist(), "choosing a radius")
        ]
    )
    needed = needed[np.isfinite(needed)]
    return max(1.0, float(np.quantile(needed, 1 - share))) if len(needed) else 1.0


class _Round:
    """One attempt with one radius.

    The next pivot is whoever is farthest from all before; its group are the k - 1 nearest who are
    free, if they lie within the radius. Who is free in the end joins the nearest pivot within it.
    """

    def __init__(self, row: Row, order: Ints, k: int, radius: float) -> None:
        n = len(order)
        self._row, self._order, self._k, self._radius = row, order, k, radius
        self._pivot = np.full(n, -1)
        self._tried = np.zeros(n, np.bool_)
        self._apart = np.full(n, np.inf)
        self._near, self._nearest = np.full(n, np.inf), np.full(n, -1)
        self._refused = np.inf

    def run(self) -> Grouped:
        """Try pivots until nobody is left to be one."""
        progress.stage("grouping", len(self._order))
        while (pivot := self._next()) >= 0:
            self._around(pivot)
        self._join()
        return Grouped(self._pivot, self._refused)

    def _next(self) -> int:
        free = self._order[self._pivot[self._order] < 0]
        waiting = free[~self._tried[free]]
        if len(free) < self._k or not len(waiting):
            return -1
        return int(waiting[np.argmax(self._apart[waiting])])

    def _around(self, pivot: int) -> None:
        """Group around a pivot, if enough are within the radius."""
        self._tried[pivot] = True
        others = np.flatnonzero(self._pivot < 0)
        others = others[others != pivot]
        away = self._row(pivot, others)
        self._apart[others] = np.minimum(self._apart[others], away)
        first = np.argsort(away, kind="stable")[: self._k - 1]
        farthest = away[first[-1]]
        if farthest > self._radius:
            self._refused = min(self._refused, float(farthest))
            return
        self._pivot[pivot] = self._pivot[others[first]] = pivot
        closer = away < self._near[others]
        self._near[others[closer]], self._nearest[others[closer]] = away[closer], pivot
        progress.advance(self._k)

    def _join(self) -> None:
        """Let who is free join the nearest pivot."""
        free = self._pivot < 0
        inside = free & (self._near <= self._radius)
        self._pivot[inside] = self._nearest[inside]
        self._refused = min(self._refused, float(self._near[free & ~inside].min(initial=np.inf)))
        progress.advance(int(inside.sum()))
