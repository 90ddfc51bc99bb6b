"""Who fits into which records of boxes: those that hold all points of somebody."""

from __future__ import annotations

import numpy as np

from wayveil import progress
from wayveil.kernels import consistency, ragged
from wayveil.kernels.arrays import Ints
from wayveil.kernels.boxes import Boxes, Points
from wayveil.kernels.consistency import Grid, Rare
from wayveil.kernels.radix import order_of
from wayveil.parallel import in_turn

_RECORDS_AT_ONCE = 5_000
_PARTS = 8


def fits(boxes: Boxes, points: Points) -> tuple[Ints, Ints]:
    """Pair each person with every record that all of their points fit into, by person."""
    progress.stage("looking for rare points")
    people, records = len(points.offsets) - 1, len(boxes.offsets) - 1
    grid = consistency.grid_over(points, round((8 * people) ** (1 / 3)))
    rare = _rare(grid, boxes, points)

    def work(first: int) -> tuple[Ints, Ints]:
        end = min(first + _RECORDS_AT_ONCE, records)
        return consistency.fitting(grid, rare, boxes, points, first, end)

    starts = range(0, records, _RECORDS_AT_ONCE)
    pieces = progress.track(in_turn(work, starts), "looking for records that fit", len(starts))
    person, record = (np.concatenate(column) for column in zip(*pieces, strict=True))
    order = order_of(person)
    return person[order], record[order]


def _rare(grid: Grid, boxes: Boxes, points: Points) -> Rare:
    """Look up where everybody's rarest points lie."""
    crowd = consistency.crowds(grid, boxes)
    cells = consistency.rarest(grid, points, crowd, _PARTS)
    rarest_first = np.argsort(crowd[cells], axis=1, kind="stable")
    cells = np.take_along_axis(cells, rarest_first, axis=1)
    who, count = order_of(cells[:, 0].copy()), np.bincount(cells[:, 0], minlength=grid.side**3)
    return Rare(cells[who], who, ragged.offsets_of(count))
