"""How close the points of one trajectory are to another, in space and in time, on average."""

from __future__ import annotations

import numpy as np

from wayveil.kernels.arrays import Floats, Ints
from wayveil.kernels.compiled import compiled
from wayveil.kernels.paths import Paths
from wayveil.kernels.warping import lesser, squared_gap


@compiled
def apart_in_space(paths: Paths, a: int, b: int, scale: float) -> float:
    """Give the mean of 1 - exp(-distance / scale) from each point of a to its nearest of b."""
    total = 0.0
    for p in range(paths.offsets[a], paths.offsets[a + 1]):
        nearest = np.inf
        for q in range(paths.offsets[b], paths.offsets[b + 1]):
            nearest = lesser(nearest, squared_gap(paths, p, q))
        total -= np.expm1(-np.sqrt(nearest) / scale)
    return float(total / (paths.offsets[a + 1] - paths.offsets[a]))


@compiled
def apart_in_time(paths: Paths, a: int, b: int, scale: float) -> float:
    """Give the mean of 1 - exp(-time / scale) from each point of a to the nearest time of b.

    Both are in order of time, so the nearest only ever moves on.
    """
    total, q, last = 0.0, paths.offsets[b], paths.offsets[b + 1] - 1
    for p in range(paths.offsets[a], paths.offsets[a + 1]):
        now = paths.t[p]
        while q < last and abs(paths.t[q + 1] - now) <= abs(paths.t[q] - now):
            q += 1
        total -= np.expm1(-abs(paths.t[q] - now) / scale)
    return float(total / (paths.offsets[a + 1] - paths.offsets[a]))


@compiled
def stlc_row(
    paths: Paths,
    i: int,
    candidates: Ints,
    weight: float,
    space: float,
    time: float,
    out: Floats,
) -> None:
    """Give the weighted mean of how far both are in space and in time, for each candidate."""
    for place in range(len(candidates)):
        b = candidates[place]
        far = apart_in_space(paths, i, b, space) + apart_in_space(paths, b, i, space)
        late = apart_in_time(paths, i, b, time) + apart_in_time(paths, b, i, time)
        out[place] = (weight * far + (1 - weight) * late) / 2
