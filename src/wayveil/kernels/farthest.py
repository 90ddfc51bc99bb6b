"""The farthest that any point of two trajectories is from the other trajectory."""

from __future__ import annotations

import numpy as np

from wayveil.kernels.arrays import Floats, Ints
from wayveil.kernels.compiled import compiled
from wayveil.kernels.paths import Paths
from wayveil.kernels.warping import lesser, squared_gap


@compiled
def farthest(paths: Paths, a: int, b: int, least: float) -> float:
    """Give the largest squared distance from a point of a to its nearest of b, or `least`.

    A point is left as soon as it is known to be no farther than the farthest.
    """
    for p in range(paths.offsets[a], paths.offsets[a + 1]):
        nearest = np.inf
        for q in range(paths.offsets[b], paths.offsets[b + 1]):
            nearest = lesser(nearest, squared_gap(paths, p, q))
            if nearest <= least:
                break
        least = max(least, nearest)
    return least


@compiled
def hausdorff_row(paths: Paths, i: int, candidates: Ints, out: Floats) -> None:
    """Give the larger of both directions, in metres, from trajectory i to each candidate."""
    for place in range(len(candidates)):
        other = candidates[place]
        out[place] = np.sqrt(farthest(paths, other, i, farthest(paths, i, other, 0.0)))
