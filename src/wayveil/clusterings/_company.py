"""The trajectories still to be clustered, whatever the distance: clusters are taken out of it.

Any distance works by whole rows; `martinez2021` has kernels that need not look at everybody.
"""

from __future__ import annotations

from typing import Protocol

import numpy as np

from wayveil.distances.martinez2021 import Martinez2021, Prepared
from wayveil.kernels import blocks, classes, gather, search
from wayveil.kernels.arrays import Floats, Ints, Mask
from wayveil.kernels.crowd import crowd
from wayveil.kinds import Distance
from wayveil.parallel import in_parallel
from wayveil.shapes import Trajectories


class Company(Protocol):
    """Those who are left."""

    def gather(self, seed: int, k: int, opposite: bool) -> tuple[Ints, int]:
        """Take out a seed and the nearest of k - 1 other owners, or of all that there are.

        Where the opposite is asked for, also tell who is farthest from the seed; else -1.
        """


class Plain:
    """Any distance, row by row."""

    def __init__(self, distance: Distance, data: Trajectories) -> None:
        self._row, self._prepared = distance.row, distance.prepare(data)
        self._owner = data.owner.astype(np.int64)
        self._left: Mask = np.ones(len(data), np.bool_)

    def gather(self, seed: int, k: int, opposite: bool) -> tuple[Ints, int]:
        """Compare with all that are left."""
        self._left[seed] = False
        others = np.flatnonzero(self._left)
        away: Floats = np.empty(len(others))
        self._row(self._prepared, seed, others, away)
        near = others[np.argsort(away, kind="stable")][: np.isfinite(away).sum()]
        members = gather.one_each(near, self._owner, seed, k)
        self._left[members] = False
        rest = self._left[others]
        far = int(others[rest][np.argmax(away[rest])]) if opposite else -1
        return members, far


class Everybody:
    """`martinez2021`, compared with everybody."""

    def __init__(self, prepared: Prepared, owner: Ints) -> None:
        self._paths, self._weight = prepared
        self._owner = owner
        self._people = crowd(classes.by_length(self._paths, np.arange(len(owner))))
        self._slack = classes.slack(self._paths, self._weight)
        self._squares = np.empty(len(owner), np.float32)

    def gather(self, seed: int, k: int, opposite: bool) -> tuple[Ints, int]:
        """Let the kernel do it."""
        return gather.gather(
            self._people, self._paths, seed, k, self._owner, self._weight, self._slack,
            self._squares, opposite,
        )  # fmt: skip


class Neighbourhood:
    """`martinez2021`, compared with those who may be near; blocks are renewed when half have left.

    The next seeds in order are looked up ahead, by all processors. What was found for a seed is
    what would be found at its turn, unless one of the found has left by then: the nearest of all
    are the nearest of fewer.
    """

    def __init__(self, prepared: Prepared, owner: Ints, order: Ints) -> None:
        self._paths, self._weight = prepared
        self._owner, self._order, self._next = owner, order, 0
        self._slack = classes.slack(self._paths, self._weight)
        self._left: Mask = np.ones(len(owner), np.bool_)
        self._count = len(owner)
        self._known: dict[int, Ints] = {}
        self._renew()

    def _renew(self) -> None:
        who = np.flatnonzero(self._left)
        self._blocks = blocks.blocks(self._paths, self._weight, who)
        self._renewed_at = len(who)

    def gather(self, seed: int, k: int, opposite: bool) -> tuple[Ints, int]:
        """Take what was found before, if it still holds."""
        if seed not in self._known:
            self._look_ahead(seed, k)
        members = self._known.pop(seed)
        if len(members) < k or not self._left[members].all():
            members = self._found(np.array([seed]), k)[0]
        gather.take_out(self._blocks, members)
        self._left[members] = False
        self._count -= len(members)
        if self._count and self._count < self._renewed_at // 2 > _FEW:
            self._renew()
        return members, -1

    def _look_ahead(self, seed: int, k: int) -> None:
        """Find for this seed and the next in order who are left."""
        while self._next < len(self._order) and not self._left[self._order[self._next]]:
            self._next += 1
        ahead = self._order[self._next : self._next + _AHEAD]
        seeds = np.union1d(ahead[self._left[ahead]], [seed])
        parts = in_parallel(lambda part: self._found(part, k), np.array_split(seeds, _SHARES))
        found = [members for part in parts for members in part]
        self._known = dict(zip(seeds.tolist(), found, strict=True))

    def _found(self, seeds: Ints, k: int) -> list[Ints]:
        members = np.empty((len(seeds), k), np.int64)
        gather.near_each(
            self._blocks, self._paths, seeds, k, self._count, self._owner, self._weight,
            self._slack, members,
        )  # fmt: skip
        return [row[row >= 0] for row in members]


#: Up to here it is as fast to look at everybody, and the kernels compile in half the time.
_SMALL = 20_000
#: Fewer are not worth new blocks.
_FEW = 2_000
#: So many seeds are looked up together, in so many shares.
_AHEAD, _SHARES = 64, 8


def company(distance: Distance, data: Trajectories, order: Ints, *, opposite: bool) -> Company:
    """Choose what suits the distance, and whether the farthest will be asked for.

    Seeds come in this order, but for the opposites.
    """
    if not isinstance(distance, Martinez2021):
        return Plain(distance, data)
    prepared, owner = distance.prepare(data), data.owner.astype(np.int64)
    if opposite or len(data) <= _SMALL:
        return Everybody(prepared, owner)
    return Neighbourhood(prepared, owner, order)


class Finder(Protocol):
    """Finds the nearest of a fixed set."""

    def __call__(self, who: int, want: int) -> Ints:
        """Give at most so many, the nearest first; fewer only if no more are in reach."""


def finder(distance: Distance, data: Trajectories, among: Ints) -> Finder:
    """Prepare to find the nearest among some trajectories."""
    prepared = distance.prepare(data)
    if isinstance(prepared, Prepared) and len(among) > _SMALL:
        return _blockwise(prepared, among)

    def by_row(who: int, want: int) -> Ints:
        others = among[among != who]
        away = np.empty(len(others))
        distance.row(prepared, who, others, away)
        reach = np.partition(away, want - 1)[want - 1] if want < len(away) else np.inf
        near = np.flatnonzero((away <= reach) & np.isfinite(away))
        close: Ints = others[near[np.argsort(away[near], kind="stable")]]
        return close[:want]

    return by_row


def _blockwise(prepared: Prepared, among: Ints) -> Finder:
    paths, weight = prepared
    made, slack = blocks.blocks(paths, weight, among), classes.slack(paths, weight)

    def by_block(who: int, want: int) -> Ints:
        near: Ints = search.nearest_in(made, paths, who, min(want, len(among)), weight, slack)
        return near

    return by_block
