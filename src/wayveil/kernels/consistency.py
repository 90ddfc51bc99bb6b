"""Which records somebody's points fit into, all of them."""

from __future__ import annotations

from typing import Final

import numpy as np

from wayveil.kernels.arrays import Ints
from wayveil.kernels.boxes import ROUND, Boxes, Points, inside
from wayveil.kernels.compiled import compiled

_PROBES: Final = 3


@compiled
def hulls(boxes: Boxes) -> Ints:
    """Give for each record its first and last time, south, north, west, and width to the east."""
    found = np.empty((len(boxes.offsets) - 1, 6), np.int64)
    for who in range(len(found)):
        first, after = boxes.offsets[who], boxes.offsets[who + 1]
        west, east = 0, 0
        for row in range(first, after):
            # Longitudes come round: each box is laid beside the first, on the shorter way.
            beside = (boxes.west[row] - boxes.west[first] + ROUND // 2) % ROUND - ROUND // 2
            west, east = min(west, beside), max(east, beside + boxes.east[row] - boxes.west[row])
        found[who, 0], found[who, 1] = boxes.start[first], boxes.end[after - 1]
        found[who, 2] = boxes.south[first:after].min()
        found[who, 3] = boxes.north[first:after].max()
        found[who, 4], found[who, 5] = boxes.west[first] + west, east - west
    return found


@compiled
def _may_fit(hull: Ints, who: Ints, points: Points, probes: Ints) -> bool:
    """Whether somebody's extremes lie in the hull of a record."""
    if who[0] < hull[0] or who[1] >= hull[1] or who[2] < hull[2] or who[3] > hull[3]:
        return False
    aside = False
    for at in probes:
        aside |= (points.lon[at] - hull[4]) % ROUND > hull[5]
    return not aside


@compiled
def _row_at(boxes: Boxes, record: int, t: int) -> int:
    """Give the last box of a record that begins at this time or before; the first if none does."""
    low, high = boxes.offsets[record], boxes.offsets[record + 1]
    while high - low > 1:
        middle = (low + high) // 2
        if boxes.start[middle] <= t:
            low = middle
        else:
            high = middle
    return low


@compiled
def _holds(boxes: Boxes, row: int, points: Points, at: int) -> bool:
    """Whether a point lies in a box, in time and in space."""
    at_its_time = boxes.start[row] <= points.t[at] < boxes.end[row]
    return at_its_time and inside(boxes, row, points, at)


@compiled
def _fits(boxes: Boxes, record: int, points: Points, who: int, probes: Ints) -> bool:
    """Whether all points of somebody lie in boxes of a record; a few are tried before the rest."""
    for at in probes:
        if not _holds(boxes, _row_at(boxes, record, points.t[at]), points, at):
            return False
    first = points.offsets[who]
    row, last = _row_at(boxes, record, points.t[first]), boxes.offsets[record + 1]
    for at in range(first, points.offsets[who + 1]):
        while row < last and boxes.end[row] <= points.t[at]:
            row += 1
        if row == last or not _holds(boxes, row, points, at):
            return False
    return True


@compiled
def fitting(boxes: Boxes, hull: Ints, points: Points, people: Ints) -> tuple[Ints, Ints]:
    """List the records that all points of each of some people fit into; and how many each has."""
    found, count = np.empty(16, np.int64), 0
    counts, own = np.zeros(len(people), np.int64), np.empty(4, np.int64)
    for place, who in enumerate(people):
        first, after = points.offsets[who], points.offsets[who + 1]
        own[0], own[1] = points.t[first], points.t[after - 1]
        own[2], own[3] = points.lat[first:after].min(), points.lat[first:after].max()
        probes = np.linspace(first, after - 1, _PROBES).astype(np.int64)
        for record in range(len(hull)):
            if not _may_fit(hull[record], own, points, probes):
                continue
            if not _fits(boxes, record, points, who, probes):
                continue
            if count == len(found):
                found = np.concatenate((found, np.empty_like(found)))
            found[count] = record
            count, counts[place] = count + 1, counts[place] + 1
    return found[:count], counts
