"""The distance of paper 000, Algorithm 4, between pairs and along rows, in double precision."""

from __future__ import annotations

import numpy as np

from wayveil.kernels.arrays import Floats, Ints
from wayveil.kernels.compiled import compiled
from wayveil.kernels.matching import mean_length
from wayveil.kernels.paths import Paths


@compiled
def squared(paths: Paths, a: int, b: int, weight: float) -> float:
    """Give the mean squared distance between the matched points of two trajectories.

    Places advance as `matching.matched` says, but without a division for each.
    """
    p, q = paths.offsets[a], paths.offsets[b]
    n, m = paths.offsets[a + 1] - p, paths.offsets[b + 1] - q
    pull = weight * 0.5 * (paths.speed[a] + paths.speed[b])
    h = mean_length(n, m)
    whole = 2 * (h - 1)
    part_p = part_q = h - 1
    total = 0.0
    for _ in range(h):
        dx, dy = paths.x[p] - paths.x[q], paths.y[p] - paths.y[q]
        step = np.sqrt(dx * dx + dy * dy) + pull * abs(paths.t[p] - paths.t[q])
        total += step * step
        part_p += 2 * (n - 1)
        while part_p >= whole > 0:
            part_p, p = part_p - whole, p + 1
        part_q += 2 * (m - 1)
        while part_q >= whole > 0:
            part_q, q = part_q - whole, q + 1
    return total / h


@compiled
def pair(paths: Paths, a: int, b: int, weight: float) -> float:
    """Give the distance between two trajectories."""
    return float(np.sqrt(squared(paths, a, b, weight)))


@compiled
def row(paths: Paths, i: int, candidates: Ints, weight: float, out: Floats) -> None:
    """Give the distances from trajectory i to each candidate."""
    for place in range(len(candidates)):
        out[place] = pair(paths, i, candidates[place], weight)


@compiled
def pairs(paths: Paths, ones: Ints, others: Ints, weight: float, out: Floats) -> None:
    """Give the distance from each of the ones to the other in the same place."""
    for place in range(len(ones)):
        out[place] = pair(paths, ones[place], others[place], weight)
