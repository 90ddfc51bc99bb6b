"""Which records somebody's points fit into, all of them.

The time of all is cut into slices, and each record has in each slice a hull, which holds its boxes
there. Most records are left out because somebody was outside of a hull; the rest are gone through.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from wayveil.kernels.arrays import Ints
from wayveil.kernels.boxes import ROUND, Boxes, Points, inside
from wayveil.kernels.compiled import compiled

#: How many slices there are.
SLICES: Final = 16


class Slices(NamedTuple):
    """South, north, west and east of each record in each slice; longitudes count from `zero`.

    `edges` are times, one more than there are slices.
    """

    hulls: Ints
    edges: Ints
    zero: int


@compiled
def sliced(boxes: Boxes, edges: Ints, zero: int) -> Slices:
    """Lay a hull around the boxes that each record has in each slice; impossible where none."""
    n = len(boxes.offsets) - 1
    hulls = np.empty((len(edges) - 1, n, 4), np.int64)
    hulls[:, :, 0], hulls[:, :, 1], hulls[:, :, 2], hulls[:, :, 3] = ROUND, -ROUND, 2 * ROUND, -1
    for record in range(n):
        for row in range(boxes.offsets[record], boxes.offsets[record + 1]):
            west = (boxes.west[row] - zero) % ROUND
            east = west + boxes.east[row] - boxes.west[row]
            if east >= ROUND:  # it lies across the zero: the hull goes all around
                west, east = 0, ROUND
            first = np.searchsorted(edges, boxes.start[row], side="right") - 1
            for at in range(max(first, 0), len(edges) - 1):
                if edges[at] >= boxes.end[row]:
                    break
                hull = hulls[at, record]
                hull[0], hull[1] = min(hull[0], boxes.south[row]), max(hull[1], boxes.north[row])
                hull[2], hull[3] = min(hull[2], west), max(hull[3], east)
    return Slices(hulls, edges, zero)


@compiled
def _extremes(slices: Slices, points: Points, who: int) -> tuple[Ints, Ints]:
    """Give the slices in which somebody has points, and how far these reach in each."""
    occupied, reach, count = np.empty(SLICES, np.int64), np.empty((SLICES, 4), np.int64), 0
    for at in range(points.offsets[who], points.offsets[who + 1]):
        lat, lon = points.lat[at], (points.lon[at] - slices.zero) % ROUND
        slice = np.searchsorted(slices.edges, points.t[at], side="right") - 1
        if count == 0 or occupied[count - 1] != slice:
            occupied[count] = slice
            reach[count, 0] = reach[count, 1] = lat
            reach[count, 2] = reach[count, 3] = lon
            count += 1
        own = reach[count - 1]
        own[0], own[1], own[2], own[3] = (
            min(own[0], lat),
            max(own[1], lat),
            min(own[2], lon),
            max(own[3], lon),
        )
    return occupied[:count], reach[:count]


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


@compiled
def _likely(slices: Slices, points: Points, who: int, likely: Ints) -> int:
    """Write down the records within whose hulls somebody stays, and give their number."""
    occupied, reach = _extremes(slices, points, who)
    count = len(likely)
    for turn in range(len(occupied)):
        hulls, own, left = slices.hulls[occupied[turn]], reach[turn], 0
        for place in range(count):
            record = place if turn == 0 else likely[place]
            hull = hulls[record]
            inside_lat = hull[0] <= own[0] and own[1] <= hull[1]
            if inside_lat and hull[2] <= own[2] and own[3] <= hull[3]:
                likely[left] = record
                left += 1
        count = left
    return count


@compiled
def fitting(boxes: Boxes, slices: Slices, points: Points, people: Ints) -> tuple[Ints, Ints]:
    """List the records that all points of each of some people fit into; and how many each has."""
    found, count, counts = np.empty(16, np.int64), 0, np.zeros(len(people), np.int64)
    likely = np.empty(len(boxes.offsets) - 1, np.int64)
    for place, who in enumerate(people):
        for record in likely[: _likely(slices, points, who, likely)]:
            if not _fits(boxes, record, points, who):
                continue
            if count == len(found):
                found = np.concatenate((found, np.empty_like(found)))
            found[count] = record
            count, counts[place] = count + 1, counts[place] + 1
    return found[:count], counts
