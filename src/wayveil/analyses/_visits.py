"""Trajectories as visits to cells, one after another: what a Markov chain is estimated from."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from wayveil.clock import MS_PER_DAY
from wayveil.kernels import ragged
from wayveil.kernels.arrays import Codes, Ints, Mask
from wayveil.kernels.numbering import numbered
from wayveil.model import BEFORE
from wayveil.shapes import Trajectories


@dataclass(frozen=True, eq=False)
class Visits:
    """Maximal runs of points in one cell, in the order of the table.

    A visit begins with its first point and ends with the first point of the next visit, or with its
    own last point if there is no next one: who leaves the tiles ends there, and begins anew where
    they come back.
    """

    cell: Ints
    begins: Mask
    owner: Codes
    start: Ints
    end: Ints
    arrived: Ints
    points: Ints

    @classmethod
    def of(cls, data: Trajectories, cells: Ints, step_ms: int) -> Visits:
        """Find the visits; their times are rounded down to multiples of `step_ms`."""
        runs = ragged.runs(cells, data.offsets)
        first, last = runs[:-1], runs[1:] - 1
        trip, cell = data.of_point[first], cells[first]
        inside = cell >= 0
        begins = np.ones(len(first), np.bool_)
        begins[1:] = (trip[1:] != trip[:-1]) | ~inside[:-1]
        arrived = data.t[first]
        end = np.append(arrived[1:], 0)
        unfinished = np.append(begins[1:] | ~inside[1:], True)
        end[unfinished] = data.t[last[unfinished]]
        return cls(
            cell[inside],
            begins[inside],
            data.owner[trip[inside]],
            arrived[inside] // step_ms * step_ms,
            end[inside] // step_ms * step_ms,
            arrived[inside],
            (last - first + 1)[inside],
        )

    def __len__(self) -> int:
        return len(self.cell)

    def placed(self) -> tuple[Ints, Visits]:
        """List the cells, and name them by their places in the list."""
        codes, place = numbered(self.cell)
        return codes, replace(self, cell=place)

    def paths(self, order: int) -> list[Ints]:
        """Give the cell of each visit and of those before it, oldest first."""
        columns = [self.cell]
        begun = self.begins.copy()
        for back in range(1, order + 1):
            before = np.full(len(self), BEFORE)
            before[back:] = np.where(begun[back:], BEFORE, self.cell[:-back])
            columns.insert(0, before)
            begun[back:] |= self.begins[:-back]
        return columns

    def by_exit(self, of_next: Mask) -> Mask:
        """Say of each visit what is said of the next one; yes, if there is none."""
        follows = np.append(~self.begins[1:], False)
        said: Mask = ~follows | np.append(of_next[1:], True)
        return said


def within(start: Ints, end: Ints, first: int, last: int) -> Ints:
    """Give how many ms of each span lie between two times of day.

    >>> within(np.array([0]), np.array([2 * MS_PER_DAY + 5]), 3, 10).tolist()
    [16]
    """
    if last - first == MS_PER_DAY:
        return end - start
    return _since(end, first, last) - _since(start, first, last)


def _since(t: Ints, first: int, last: int) -> Ints:
    days, of_day = np.divmod(t, MS_PER_DAY)
    passed: Ints = days * (last - first) + np.clip(of_day - first, 0, last - first)
    return passed
