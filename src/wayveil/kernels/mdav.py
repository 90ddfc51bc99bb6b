"""MDAV (D4.10, 6.3.3.3) and its simpler sister of paper 000, over all trajectories at once."""

from __future__ import annotations

import numpy as np

from wayveil.kernels.arrays import Ints
from wayveil.kernels.choice import farthest, nearest
from wayveil.kernels.compiled import compiled
from wayveil.kernels.crowd import Crowd, distances, leave
from wayveil.kernels.paths import Paths


@compiled
def mdav(
    people: Crowd, paths: Paths, outermost: Ints, k: int, weight: float,
    slack: tuple[float, float], both_poles: bool,
) -> Ints:  # fmt: skip
    """Label every trajectory, given all of them from the centre's farthest to its nearest.

    While enough are left, the farthest from the centre gathers its k - 1 nearest; with both
    poles, so does then the one farthest from it. The last cluster takes the rest.
    """
    n = len(outermost)
    labels, squares = np.full(n, -1), np.empty(n, np.float32)
    left, label, place, opposite = n, 0, 0, -1
    while left >= 2 * k:
        while labels[outermost[place]] >= 0:
            place += 1
        seed = outermost[place] if opposite < 0 else opposite
        distances(people, paths, seed, weight, squares)
        squares[_slot(people, seed)] = -1
        mates = nearest(people, paths, seed, k - 1, weight, slack, squares)
        for mate in mates:
            squares[_slot(people, mate)] = -1
        first_pole = both_poles and opposite < 0 and left >= 3 * k
        opposite = farthest(people, paths, seed, weight, slack, squares) if first_pole else -1
        labels[seed] = label
        leave(people, seed)
        for mate in mates:
            labels[mate] = label
            leave(people, mate)
        left, label = left - k, label + 1
    labels[labels < 0] = label
    return labels


@compiled
def _slot(people: Crowd, i: int) -> int:
    return people.classes.first[people.class_of[i]] + people.slot[i]
