"""Which records somebody's points fit into, all of them.

Somebody fits into a record only if its boxes reach the cells, on a grid of time and place, that
their points lie in. A record finds the people whose rarest point, that in the cell that fewest
boxes reach, lies in a cell that it reaches; few of these are left when the cells of some more
points of theirs are looked up, and those are gone through point by point.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from wayveil.kernels.arrays import Codes, Ints
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
    """Cells of a few points of each person, in the order of the rarest, which is the first.

    Person `who[i]` has points in the cells `cells[i]`; cell c is the rarest of the people from
    `first[c]` on and before `first[c + 1]`.
    """

    cells: Ints
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
def rarest(grid: Grid, points: Points, crowd: Ints, parts: int) -> Ints:
    """Give the least crowded cell with a point of each of so many parts of everybody's points."""
    found = np.empty((len(points.offsets) - 1, parts), np.int64)
    for who in range(len(found)):
        begin, count = points.offsets[who], points.offsets[who + 1] - points.offsets[who]
        for part in range(parts):
            first, fewest = begin + part * count // parts, np.iinfo(np.int64).max
            for at in range(first, max(begin + (part + 1) * count // parts, first + 1)):
                cell = _cell_of(grid, points, at)
                if crowd[cell] < fewest:
                    fewest, found[who, part] = crowd[cell], cell
    return found


@compiled
def fitting(
    grid: Grid, rare: Rare, boxes: Boxes, points: Points, first: int, end: int
) -> tuple[Ints, Ints]:
    """Pair everybody with those records from `first` on and before `end` that they fit into."""
    found, count = np.empty((16, 2), np.int64), 0
    reached, cells = np.full(grid.side**3, -1, np.int32), np.empty(grid.side**3, np.int32)
    for record in range(first, end):
        for cell in cells[: _reached(grid, boxes, record, reached, cells)]:
            for place in range(rare.first[cell], rare.first[cell + 1]):
                if not _may_fit(reached, record, rare, place):
                    continue
                if not _fits(boxes, record, points, rare.who[place]):
                    continue
                if count == len(found):
                    found = np.concatenate((found, np.empty_like(found)))
                found[count, 0], found[count, 1] = rare.who[place], record
                count += 1
    return found[:count, 0].copy(), found[:count, 1].copy()


@compiled
def _reached(grid: Grid, boxes: Boxes, record: int, reached: Codes, cells: Codes) -> int:
    """Mark the cells that the boxes of a record reach, list them, and give their number."""
    count = 0
    for row in range(boxes.offsets[record], boxes.offsets[record + 1]):
        reach = _reach(grid, boxes, row)
        for time in range(*reach.time):
            for lat in range(*reach.lat):
                line = (time * grid.side + lat) * grid.side
                for cell in range(line + reach.lon[0], line + reach.lon[1]):
                    if reached[cell] != record:
                        reached[cell], cells[count] = record, cell
                        count += 1
    return count


@compiled
def _may_fit(reached: Codes, record: int, rare: Rare, place: int) -> bool:
    """Whether the marked record reaches all of somebody's rare cells."""
    part, parts = 0, rare.cells.shape[1]
    while part < parts and reached[rare.cells[place, part]] == record:
        part += 1
    return part == parts


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
