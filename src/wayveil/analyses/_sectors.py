"""Dividing the earth into sectors that hold k units each: the quadtree behind the heat map."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np

from wayveil import geo
from wayveil.counts import EAST_STEPS, NORTH_STEPS, on_globe
from wayveil.kernels import quarters, ragged
from wayveil.kernels.arrays import Codes, Floats, Ints, Mask
from wayveil.shapes import DEGREE_STEP, STEPS_PER_DEGREE, Outlines, Trajectories

#: A square's code is its number along Morton's curve times this, and its level.
_LEVELS: Final = 32
_STEP_M: Final = DEGREE_STEP * geo.METRES_PER_DEGREE


@dataclass(frozen=True)
class Rules:
    """When squares are divided, and what becomes of quarters with too few."""

    k: int
    split_above: int
    smallest_m: float
    largest_m: float
    merge: bool
    count_units: bool

    @property
    def finest(self) -> int:
        """The level of the smallest squares: those that are high enough."""
        return int(np.ceil(np.log2(self.smallest_m / _STEP_M)))

    @property
    def coarsest(self) -> int:
        """The level of the largest squares."""
        return max(self.finest, int(np.log2(self.largest_m / _STEP_M)))


@dataclass(frozen=True)
class Squares:
    """Squares of any level, each with the stretch of the sorted points that lies in it."""

    code: Ints
    start: Ints
    end: Ints

    def __len__(self) -> int:
        return len(self.code)

    def take(self, which: Ints | Mask) -> Squares:
        """Keep these."""
        return Squares(self.code[which], self.start[which], self.end[which])

    @classmethod
    def joined(cls, parts: list[Squares]) -> Squares:
        """Put squares together."""
        columns = ([getattr(part, name) for part in parts] for name in ("code", "start", "end"))
        return cls(*(np.concatenate(column) for column in columns))


@dataclass(frozen=True)
class Sectors:
    """What is published: sector i is the squares `offsets[i]` to `offsets[i + 1]`."""

    squares: Squares
    offsets: Ints
    units: Ints
    locations: Ints


@dataclass(frozen=True)
class Crowd:
    """The points in Morton's order: each square of the finest level with each owner once."""

    code: Ints
    owner: Codes
    points_before: Ints

    @classmethod
    def of(cls, data: Trajectories, finest: int) -> Crowd:
        """Sort a table."""
        code = quarters.morton(*on_globe(data.lat, data.lon), finest)
        code, owner, points = quarters.pairs(code, data.owner[data.of_point])
        return cls(code, owner, ragged.offsets_of(points))

    def units(self, squares: Squares, groups: Ints | None = None) -> Ints:
        """Count the different owners in each square, or in each group of squares."""
        groups = np.arange(len(squares) + 1) if groups is None else groups
        stamps = np.full(int(self.owner.max(initial=0)) + 1, -1)
        return quarters.distinct(self.owner, squares.start, squares.end, groups, stamps)

    def locations(self, squares: Squares) -> Ints:
        """Count the points in each square."""
        return self.points_before[squares.end] - self.points_before[squares.start]


def sectors(data: Trajectories, rules: Rules) -> Sectors:
    """Divide: from the largest squares down as far as k allows, then back up with what is left."""
    return _Division(Crowd.of(data, rules.finest), rules).sectors()


class _Division:
    """One pass down the tree, which finds sectors and leftovers, and one up, which joins these."""

    def __init__(self, crowd: Crowd, rules: Rules) -> None:
        self.crowd, self.rules = crowd, rules
        self.whole: list[Squares] = []
        #: Of each level that was divided: the parent of each divided square, and its leftovers.
        self.parents: list[Ints] = []
        self.left: list[tuple[Squares, Ints]] = []

    def sectors(self) -> Sectors:
        """Go down, then up."""
        level, squares, parent = self.rules.coarsest, self._largest(), None
        while len(squares):
            squares, parent = self._divided(squares, level, parent)
            level -= 1
        whole = Squares.joined(self.whole) if self.whole else self._largest().take(np.empty(0, int))
        found = [(whole, np.arange(len(whole) + 1)), *self._joined()]
        return self._published(found)

    def _largest(self) -> Squares:
        """Give the largest squares that hold enough; the others hold too few for anything."""
        level, code = self.rules.coarsest, self.crowd.code
        prefix = code >> 2 * (level - self.rules.finest)
        start = np.flatnonzero(np.diff(prefix, prepend=-1)) if len(code) else np.empty(0, np.int64)
        squares = Squares(prefix[start] * _LEVELS + level, start, np.append(start[1:], len(code)))
        return squares.take(self._size(squares) >= self.rules.k)

    def _size(self, squares: Squares) -> Ints:
        """Count what k counts."""
        count = self.crowd.units if self.rules.count_units else self.crowd.locations
        return count(squares)

    def _divided(self, squares: Squares, level: int, parent: Ints | None) -> tuple[Squares, Ints]:
        """Divide the squares of a level; give the quarters to go on with, and whose they are."""
        quartered = self._quarters(squares, level)
        size = self._size(quartered).reshape(-1, 4)
        big = size >= self.rules.k
        divides = self._may(squares, level) & big.any(axis=1)
        if not self.rules.merge:
            divides &= (big | (size == 0)).all(axis=1)
        self.whole.append(squares.take(~divides))
        place = np.repeat(np.cumsum(divides) - 1, 4)
        on, off = np.repeat(divides, 4) & big.ravel(), np.repeat(divides, 4) & ~big.ravel()
        above = np.full(len(squares), -1) if parent is None else parent
        self.parents.append(above[divides])
        self.left.append((quartered.take(off), place[off]))
        return quartered.take(on), place[on]

    def _may(self, squares: Squares, level: int) -> Mask:
        """Mark the squares with enough in them whose quarters are long enough."""
        if level == self.rules.finest:
            return np.zeros(len(squares), np.bool_)
        south, north, _, _ = sides(squares.code)
        farthest = np.maximum(np.abs(south), np.abs(north)) / STEPS_PER_DEGREE
        across = 2 ** (level - 1) * _STEP_M * np.cos(np.radians(np.minimum(farthest, 90)))
        may: Mask = (across >= self.rules.smallest_m) & (
            self._size(squares) > self.rules.split_above
        )
        return may

    def _quarters(self, squares: Squares, level: int) -> Squares:
        """Give the four quarters of each square."""
        code = np.add.outer(squares.code // _LEVELS * 4, np.arange(5)).ravel()
        cuts = np.searchsorted(self.crowd.code, code << 2 * max(0, level - 1 - self.rules.finest))
        cuts, code = cuts.reshape(-1, 5), code.reshape(-1, 5)[:, :4]
        return Squares(
            (code * _LEVELS + level - 1).ravel(), cuts[:, :4].ravel(), cuts[:, 1:].ravel()
        )

    def _joined(self) -> Iterator[tuple[Squares, Ints]]:
        """Join the leftovers of each divided square, from the finest up, until they are enough.

        Those of a whole largest square that are still too few are not published.
        """
        if not self.rules.merge:
            return
        nothing = np.empty(0, np.int64)
        waiting, waits_for = Squares(nothing, nothing, nothing), nothing
        for (left, place), parent in zip(self.left[::-1], self.parents[::-1], strict=True):
            whose = np.concatenate([place, waits_for])
            order = np.argsort(whose, kind="stable")
            squares, whose = Squares.joined([left, waiting]).take(order), whose[order]
            groups = ragged.offsets_of(np.bincount(whose, minlength=len(parent)))
            enough = self._group_size(squares, groups) >= self.rules.k
            yield squares.take(enough[whose]), ragged.offsets_of(np.diff(groups)[enough])
            waiting, waits_for = squares.take(~enough[whose]), parent[whose[~enough[whose]]]

    def _group_size(self, squares: Squares, groups: Ints) -> Ints:
        if self.rules.count_units:
            return self.crowd.units(squares, groups)
        return _sums(self.crowd.locations(squares), groups)

    def _published(self, found: list[tuple[Squares, Ints]]) -> Sectors:
        squares = Squares.joined([each for each, _ in found])
        offsets = ragged.offsets_of(np.concatenate([np.diff(groups) for _, groups in found]))
        units = self.crowd.units(squares, offsets)
        return Sectors(squares, offsets, units, _sums(self.crowd.locations(squares), offsets))


def _sums(values: Ints, groups: Ints) -> Ints:
    before = ragged.offsets_of(values)
    return before[groups[1:]] - before[groups[:-1]]


def sides(code: Ints) -> tuple[Ints, Ints, Ints, Ints]:
    """Give south, north, west and east of squares in steps, cut off at pole and antimeridian."""
    north, east = quarters.gathered(code // _LEVELS)
    level = code % _LEVELS
    low, left = north << level, east << level
    high = np.minimum(low + (1 << level), NORTH_STEPS)
    right = np.minimum(left + (1 << level), EAST_STEPS)
    return (
        low - NORTH_STEPS // 2, high - NORTH_STEPS // 2,
        left - EAST_STEPS // 2, right - EAST_STEPS // 2,
    )  # fmt: skip


def outlines(code: Ints) -> Outlines:
    """Give the four corners of squares."""
    south, north, west, east = (side / STEPS_PER_DEGREE for side in sides(code))
    lat = np.column_stack([south, south, north, north]).ravel()
    lon = np.column_stack([west, east, east, west]).ravel()
    return Outlines.plain(lat, lon, 4 * np.arange(len(code) + 1))


def areas(code: Ints) -> Floats:
    """Give the true areas of squares."""
    south, north, west, east = (side / STEPS_PER_DEGREE for side in sides(code))
    return geo.areas(south, north, east - west)
