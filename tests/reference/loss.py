"""Information loss written down pair by pair, as in D4.10, 6.3.4.1 and 6.3.4.2."""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import combinations

Sources = list[list[int]]  # of each released trajectory
Pairs = list[tuple[int, int]]


def pairs(n: int, sources: Sources) -> Pairs:
    """Each original that was released, with the first released one that names it."""
    named = ((i, [j for j, from_ in enumerate(sources) if i in from_]) for i in range(n))
    return [(i, released[0]) for i, released in named if released]


def rmse(moved: list[float]) -> float:
    """The root of the mean square."""
    return math.sqrt(sum(d * d for d in moved) / len(moved))


def largest(n: int, distance: Callable[[int, int], float]) -> float:
    """The largest distance between two of n."""
    return max((distance(i, j) for i, j in combinations(range(n), 2)), default=0.0)
