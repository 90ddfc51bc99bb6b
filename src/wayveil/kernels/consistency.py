"""Which records somebody's points fit into, all of them.

Nobody fits into a record that does not hold the one of their points that fewest records hold. So
only these rare points are laid out on a grid of time and place, where each record finds those that
its boxes hold; the few people whom they are of are gone through point by point.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from wayveil.kernels.arrays import Ints
from wayveil.kernels.boxes import ROUND, Boxes, Points, inside
from wayveil.kernels.compiled import compiled


class Grid(NamedTuple):
    """Where time, latitude and longitude begin, and the length of each one's `side` parts.

    Longitudes count from `zero`. Cells are numbered by time, then latitude, then longitude.
    """

    first: tuple[int, int, int]
    part: tuple[int, int, int]
    side: int
    zero: int


class Reach(NamedTuple):
    """The parts of each axis that something reaches: the first, and the first beyond it."""

    time: tuple[int, int]
    lat: tuple[int, int]
    lon: tuple[int, int]


class Rare(NamedTuple):
    """One point of each person, in the order of cells: cell c has those from `first[c]` on."""

    points: Points
    who: Ints
    first: Ints


@compiled
def grid_over(points: Points, side: int) -> Grid:
    """Cut the times and places of some points into `side` parts each."""
    zero = points.lon[0] + ROUND // 2  # as far as can be from where the data is
    low = high = (points.t[0], points.lat[0], ROUND // 2)
    for at in range(len(points.t)):
        t, lat, lon = points.t[at], points.lat[at], (points.lon[at] - zero) % ROUND
        low = (min(low[0], t), min(low[1], lat), min(low[2], lon))
        high = (max(high[0], t), max(high[1], lat), max(high[2], lon))
    t, lat, lon = high[0] - low[0], high[1] - low[1], high[2] - low[2]
    return Grid(low, (t // side + 1, lat // side + 1, lon // side + 1), side, zero)


@compiled
def _cell_of(grid: Grid, points: Points, at: int) -> int:
    time = (points.t[at] - grid.first[0]) // grid.part[0]
    north = (points.lat[at] - grid.first[1]) // grid.part[1]
    east = ((points.lon[at] - grid.zero) % ROUND - grid.first[2]) // grid.part[2]
    return (time * grid.side + north) * grid.side + east


@compiled
def _parts(grid: Grid, axis: int, low: int, high: int) -> tuple[int, int]:
    """Give the first part of an axis that a range reaches, and the first beyond it."""
    first = max((low - grid.first[axis]) // grid.part[axis], 0)
    last = min((high - grid.first[axis]) // grid.part[axis], grid.side - 1)
    return first, max(last + 1, first)


@compiled
def _reach(grid: Grid, boxes: Boxes, row: int) -> Reach:
    """Give the parts of each axis that a box reaches."""
    west = (boxes.west[row] - grid.zero) % ROUND
    east = west + boxes.east[row] - boxes.west[row]
    if east >= ROUND:  # it lies across the zero: it may reach anything
        west, east = 0, ROUND
    return Reach(
        _parts(grid, 0, boxes.start[row], boxes.end[row] - 1),
        _parts(grid, 1, boxes.south[row], boxes.north[row]),
        _parts(grid, 2, west, east),
    )


@compiled
def crowds(grid: Grid, boxes: Boxes) -> Ints:
    """Count the boxes that reach each cell."""
    change = np.zeros(grid.side**3 + 1, np.int64)
    for row in range(len(boxes.start)):
        reach = _reach(grid, boxes, row)
        for time in range(*reach.time):
            for lat in range(*reach.lat):
                line = (time * grid.side + lat) * grid.side
                change[line + reach.lon[0]] += 1
                change[line + reach.lon[1]] -= 1
    return np.cumsum(change)


@compiled
def rarest(grid: Grid, points: Points, crowd: Ints) -> tuple[Ints, Ints]:
    """Give everybody's point in the cell that fewest boxes reach, and that cell."""
    n = len(points.offsets) - 1
    rows, cells = np.empty(n, np.int64), np.empty(n, np.int64)
    for who in range(n):
        fewest = np.iinfo(np.int64).max
        for at in range(points.offsets[who], points.offsets[who + 1]):
            cell = _cell_of(grid, points, at)
            if crowd[cell] < fewest:
                fewest, rows[who], cells[who] = crowd[cell], at, cell
    return rows, cells


@compiled
def fitting(
    grid: Grid, rare: Rare, boxes: Boxes, points: Points, first: int, end: int
) -> tuple[Ints, Ints]:
    """Pair everybody with those records from `first` on and before `end` that they fit into."""
    found, count, likely = np.empty((16, 2), np.int64), 0, np.empty(len(rare.who), np.int64)
    for record in range(first, end):
        for who in likely[: _likely(grid, rare, boxes, record, likely)]:
            if not _fits(boxes, record, points, who):
                continue
            if count == len(found):
                found = np.concatenate((found, np.empty_like(found)))
            found[count, 0], found[count, 1] = who, record
            count += 1
    return found[:count, 0].copy(), found[:count, 1].copy()


@compiled
def _likely(grid: Grid, rare: Rare, boxes: Boxes, record: int, likely: Ints) -> int:
    """Write down whose rare points a record holds, and give their number."""
    count = 0
    for row in range(boxes.offsets[record], boxes.offsets[record + 1]):
        reach = _reach(grid, boxes, row)
        for time in range(*reach.time):
            for lat in range(*reach.lat):
                line = (time * grid.side + lat) * grid.side
                cells = rare.first[line + reach.lon[0]], rare.first[line + reach.lon[1]]
                for place in range(*cells):
                    if _holds(boxes, row, rare.points, place):
                        likely[count] = rare.who[place]
                        count += 1
    return count


@compiled
def _holds(boxes: Boxes, row: int, points: Points, at: int) -> bool:
    in_time = boxes.start[row] <= points.t[at] < boxes.end[row]
    return in_time and inside(boxes, row, points, at)


@compiled
def _fits(boxes: Boxes, record: int, points: Points, who: int) -> bool:
    """Whether all points of somebody lie in boxes of a record."""
    row, last = boxes.offsets[record], boxes.offsets[record + 1]
    for at in range(points.offsets[who], points.offsets[who + 1]):
        while row < last and boxes.end[row] <= points.t[at]:
            row += 1
        if row == last or points.t[at] < boxes.start[row] or not inside(boxes, row, points, at):
            return False
    return True
