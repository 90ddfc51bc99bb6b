"""Who is nearest and who is farthest, exactly, from distances that are nearly right.

Squared distances in single precision lie at the slots of a crowd; negative ones are not asked.
`slack` bounds their error. What it leaves open is settled in double precision, then by index.
"""

from __future__ import annotations

import numpy as np

from wayveil.kernels.arrays import Ints
from wayveil.kernels.classes import Singles
from wayveil.kernels.compiled import compiled
from wayveil.kernels.crowd import Crowd
from wayveil.kernels.martinez import pair
from wayveil.kernels.paths import Paths


@compiled
def nearest(
    people: Crowd, paths: Paths, i: int, want: int, weight: float,
    slack: tuple[float, float], squares: Singles,
) -> Ints:  # fmt: skip
    """Give the `want` nearest to i, the nearest first: those found so far are kept in order."""
    bound = np.sqrt(_smallest(people, want, squares)) * (1 + 2 * slack[1]) + 2 * slack[0]
    close = _within(people, squares, 0.0, bound * bound)
    best, found = np.full(want, np.inf), np.empty(want, np.int64)
    for count, who in enumerate(close):
        exact, place = pair(paths, i, who, weight), min(count, want)
        while place > 0 and _before(exact, who, best[place - 1], found[place - 1]):
            if place < want:
                best[place], found[place] = best[place - 1], found[place - 1]
            place -= 1
        if place < want:
            best[place], found[place] = exact, who
    return found[: len(close)]


@compiled
def _before(exact: float, who: int, other_exact: float, other: int) -> bool:
    """Whether one is nearer than another, or as near and of the lower index."""
    return exact < other_exact or (exact == other_exact and who < other)


@compiled
def farthest(
    people: Crowd, paths: Paths, i: int, weight: float,
    slack: tuple[float, float], squares: Singles,
) -> int:  # fmt: skip
    """Give the one farthest from i."""
    bound = np.sqrt(_largest(people, squares)) * (1 - 2 * slack[1]) - 2 * slack[0]
    far = _within(people, squares, max(bound, 0.0) ** 2, np.inf)
    best, found = -1.0, far[0]
    for candidate in far:
        exact = pair(paths, i, candidate, weight) if len(far) > 1 else 0.0
        if exact > best or (exact == best and candidate < found):
            best, found = exact, candidate
    return found


@compiled
def _smallest(people: Crowd, want: int, squares: Singles) -> float:
    """The `want`-th smallest square: those found so far are kept in order."""
    best = np.full(want, np.float32(np.inf))
    for c in range(len(people.present)):
        begin = people.classes.first[c]
        for slot in range(begin, begin + people.present[c]):
            value = squares[slot]
            if 0 <= value < best[-1]:
                place = want - 1
                while place > 0 and best[place - 1] > value:
                    best[place] = best[place - 1]
                    place -= 1
                best[place] = value
    return best[-1]


@compiled
def _largest(people: Crowd, squares: Singles) -> float:
    best = 0.0
    for c in range(len(people.present)):
        begin = people.classes.first[c]
        for slot in range(begin, begin + people.present[c]):
            best = max(best, float(squares[slot]))
    return best


@compiled
def _within(people: Crowd, squares: Singles, low: float, high: float) -> Ints:
    """Everybody whose square lies between two bounds, in no order."""
    least, most = np.float32(low), np.float32(high)
    count, found = 0, np.empty(len(squares), np.int64)
    for c in range(len(people.present)):
        begin = people.classes.first[c]
        run = squares[begin : begin + people.present[c]]
        for slot in range(len(run)):
            if run[slot] <= most and run[slot] >= least:
                found[count] = people.classes.member[begin + slot]
                count += 1
    return found[:count]
