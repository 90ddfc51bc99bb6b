"""Who moves with whom: as near as asked at every one of their times, which are the same."""

from __future__ import annotations

import numpy as np

from wayveil.kernels.arrays import Floats, Ints
from wayveil.kernels.compiled import compiled


@compiled
def _always_near(vectors: Floats, one: int, other: int, length: int, limit: float) -> bool:
    """Whether row by row two stretches of points are at most the limit apart."""
    for i in range(length):
        gap = 0.0
        for axis in range(3):
            gap += (vectors[one + i, axis] - vectors[other + i, axis]) ** 2
        if gap > limit * limit:
            return False
    return True


@compiled
def crowds(vectors: Floats, offsets: Ints, members: Ints, owner: Ints, limit: float) -> Ints:
    """Give the most owners around anyone of the members whom each is near, all always.

    Members have equally many rows of `vectors`, in metres; each row is one moment.
    """
    n = len(members)
    most, inside = np.zeros(n, np.int64), np.empty(n, np.int64)
    for c in range(n):
        start, count = offsets[members[c]], 0
        for j in range(n):
            length = offsets[members[c] + 1] - start
            if _always_near(vectors, start, offsets[members[j]], length, limit):
                inside[count] = j
                count += 1
        owners = len(np.unique(owner[members[inside[:count]]]))
        for j in inside[:count]:
            most[j] = max(most[j], owners)
    return most
