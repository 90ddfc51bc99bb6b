"""Who fits into which records of boxes: those that hold all points of somebody."""

from __future__ import annotations

import numpy as np

from wayveil import progress
from wayveil.kernels import consistency
from wayveil.kernels.arrays import Ints
from wayveil.kernels.boxes import ROUND, Boxes, Points
from wayveil.parallel import in_turn

_PEOPLE_AT_ONCE = 500


def fits(boxes: Boxes, points: Points) -> tuple[Ints, Ints]:
    """Pair each person with every record that all of their points fit into, by person."""
    n = len(points.offsets) - 1
    edges = np.linspace(points.t.min(), points.t.max() + 1, consistency.SLICES + 1).astype(np.int64)
    zero = int(points.lon[0]) + ROUND // 2  # as far as can be from where the data is
    slices = consistency.sliced(boxes, edges, zero)

    def work(start: int) -> tuple[Ints, Ints]:
        people = np.arange(start, min(start + _PEOPLE_AT_ONCE, n))
        records, counts = consistency.fitting(boxes, slices, points, people)
        return np.repeat(people, counts), records

    starts = range(0, n, _PEOPLE_AT_ONCE)
    pieces = progress.track(in_turn(work, starts), "looking for records that fit", len(starts))
    person, records = (np.concatenate(column) for column in zip(*pieces, strict=True))
    return person, records
