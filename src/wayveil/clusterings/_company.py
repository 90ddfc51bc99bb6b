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
    """`martinez2021`, compared with those who may be near; renewed when half have left."""

    def __init__(self, prepared: Prepared, owner: Ints) -> None:
        self._paths, self._weight = prepared
        self._owner = owner
        self._slack = classes.slack(self._paths, self._weight)
        self._left: Mask = np.ones(len(owner), np.bool_)
        self._count = len(owner)
        self._renew()

    def _renew(self) -> None:
        who = np.flatnonzero(self._left)
        self._blocks = blocks.blocks(self._paths, self._weight, who)
        self._renewed_at = len(who)

    def gather(self, seed: int, k: int, opposite: bool) -> tuple[Ints, int]:
        """Let the kernel do it."""
        members = gather.gather_near(
            self._blocks, self._paths, seed, k, self._count, self._owner, self._weight, self._slack
        )
        self._left[members] = False
        self._count -= len(members)
        if self._count and self._count < self._renewed_at // 2 > _FEW:
            self._renew()
        return members, -1


_FEW = 2_000


def company(distance: Distance, data: Trajectories, *, opposite: bool) -> Company:
    """Choose what suits the distance, and whether the farthest will be asked for."""
    if not isinstance(distance, Martinez2021):
        return Plain(distance, data)
    prepared, owner = distance.prepare(data), data.owner.astype(np.int64)
    return Everybody(prepared, owner) if opposite else Neighbourhood(prepared, owner)


class Finder(Protocol):
    """Finds the nearest of a fixed set."""

    def __call__(self, who: int, want: int) -> Ints:
        """Give at most so many, the nearest first; fewer only if no more are in reach."""


def finder(distance: Distance, data: Trajectories, among: Ints) -> Finder:
    """Prepare to find the nearest among some trajectories."""
    prepared = distance.prepare(data)
    if isinstance(prepared, Prepared):
        return _blockwise(prepared, among)

    def by_row(who: int, want: int) -> Ints:
        others = among[among != who]
        away = np.empty(len(others))
        distance.row(prepared, who, others, away)
        close: Ints = others[np.argsort(away, kind="stable")]
        return close[: min(want, int(np.isfinite(away).sum()))]

    return by_row


def _blockwise(prepared: Prepared, among: Ints) -> Finder:
    paths, weight = prepared
    made, slack = blocks.blocks(paths, weight, among), classes.slack(paths, weight)

    def by_block(who: int, want: int) -> Ints:
        near: Ints = search.nearest_in(made, paths, who, min(want, len(among)), weight, slack)
        return near

    return by_block
