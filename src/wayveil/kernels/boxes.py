"""Boxes and the points in them; both of one trajectory sorted by time, boxes without overlap."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from wayveil.kernels.arrays import Ints
from wayveil.kernels.compiled import compiled

ROUND: Final = 3_600_000_000


class Boxes(NamedTuple):
    """Rows of boxes, edges in steps of 1e-7 degrees; time from `start` on and before `end`."""

    start: Ints
    end: Ints
    south: Ints
    north: Ints
    west: Ints
    east: Ints
    offsets: Ints


class Points(NamedTuple):
    """Rows of points, in ms and steps of 1e-7 degrees."""

    t: Ints
    lat: Ints
    lon: Ints
    offsets: Ints


@compiled
def inside(boxes: Boxes, row: int, points: Points, at: int) -> bool:
    """Whether a point lies within the edges of a box, whatever the time."""
    if not boxes.south[row] <= points.lat[at] <= boxes.north[row]:
        return False
    # Longitudes come round: a box may pass 180 degrees, and 180 is -180.
    return (points.lon[at] - boxes.west[row]) % ROUND <= boxes.east[row] - boxes.west[row]


@compiled
def box_of(boxes: Boxes, points: Points) -> Ints:
    """Give the row of the box that each point lies in, of its own trajectory; -1 if in none."""
    found = np.full(len(points.t), -1)
    for who in range(len(points.offsets) - 1):
        row, last = boxes.offsets[who], boxes.offsets[who + 1]
        for at in range(points.offsets[who], points.offsets[who + 1]):
            while row < last and boxes.end[row] <= points.t[at]:
                row += 1
            if row == last or points.t[at] < boxes.start[row]:
                continue
            if inside(boxes, row, points, at):
                found[at] = row
    return found
