"""How much boxes of two records must be stretched to be one, and the record of both. (GLOVE)

Records are rows of boxes: first and last slot of t, of x and of y. A box of one is stretched to
reach a box of the other and the other way round, each weighing as many people as it stands for.
"""

from __future__ import annotations

import numpy as np

from wayveil.kernels.arrays import Floats, Ints
from wayveil.kernels.compiled import compiled


@compiled
def _effort(one: Ints, other: Ints, share: float, limits: Floats) -> float:
    """Give the effort for two boxes, from 0 to 1; `share` is the weight of the first."""
    parts = np.zeros(3)
    for axis in range(3):
        low, high = 2 * axis, 2 * axis + 1
        first = max(one[low] - other[low], 0) + max(other[high] - one[high], 0)
        second = max(other[low] - one[low], 0) + max(one[high] - other[high], 0)
        parts[axis] = share * first + (1 - share) * second
    time, space = parts[0] / limits[0], (parts[1] + parts[2]) / limits[1]
    return (min(time, 1.0) + min(space, 1.0)) / 2


@compiled
def _nearest(box: Ints, others: Ints, share: float, limits: Floats) -> tuple[int, float]:
    """Give the box that takes the least effort, and the effort."""
    best, least = -1, np.inf
    for at in range(len(others)):
        effort = _effort(box, others[at], share, limits)
        if effort < least:
            best, least = at, effort
    return best, least


@compiled
def effort(one: Ints, other: Ints, share: float, limits: Floats) -> float:
    """Give the mean, over the boxes of the longer record, of the least effort for each."""
    if len(one) < len(other):
        one, other, share = other, one, 1 - share
    total = 0.0
    for at in range(len(one)):
        total += _nearest(one[at], other, share, limits)[1]
    return total / len(one)


@compiled
def together(one: Ints, other: Ints, share: float, limits: Floats) -> Ints:
    """Give the record of both: each box with its nearest, then those one that overlap in time."""
    if len(one) < len(other):
        one, other, share = other, one, 1 - share
    found, where = other.copy(), np.empty(len(one), np.int64)
    reached = np.zeros(len(other), np.bool_)
    for at in range(len(one)):
        where[at] = _nearest(one[at], other, share, limits)[0]
        reached[where[at]] = True
        _cover(found[where[at]], one[at])
    for at in range(len(other)):
        if not reached[at]:
            near = where[_nearest(other[at], one, 1 - share, limits)[0]]
            _cover(found[near], other[at])
    return _apart(found[reached])


@compiled
def _cover(box: Ints, other: Ints) -> None:
    """Stretch a box over another."""
    for axis in range(3):
        box[2 * axis] = min(box[2 * axis], other[2 * axis])
        box[2 * axis + 1] = max(box[2 * axis + 1], other[2 * axis + 1])


@compiled
def _apart(boxes: Ints) -> Ints:
    """Make one of all boxes that overlap in time."""
    boxes = boxes[np.argsort(boxes[:, 0])]
    count = 1
    for at in range(1, len(boxes)):
        if boxes[at, 0] <= boxes[count - 1, 1]:
            _cover(boxes[count - 1], boxes[at])
        else:
            boxes[count] = boxes[at]
            count += 1
    return boxes[:count]
