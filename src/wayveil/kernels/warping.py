"""Warping two trajectories onto each other: every point is compared, and neither ever goes back.

One line of the table of costs is kept, as long as trajectory a, and written over point by point
of trajectory b. `left` is the entry before in this line, `corner` the one before in the last line.
"""

from __future__ import annotations

import numpy as np

from wayveil.kernels.arrays import Floats, Ints
from wayveil.kernels.compiled import compiled
from wayveil.kernels.paths import Paths


@compiled
def squared_gap(paths: Paths, p: int, q: int) -> float:
    """Give the squared distance between two points."""
    dx, dy = paths.x[p] - paths.x[q], paths.y[p] - paths.y[q]
    return float(dx * dx + dy * dy)


@compiled
def lesser(one: float, other: float) -> float:
    """Give the lesser of two numbers; `min` would ask whether they are numbers, and be slow."""
    return one if one < other else other


@compiled
def least_sum(paths: Paths, a: int, b: int, window: float, line: Floats) -> float:
    """Give the least sum of distances along a warping whose pairs lie in the window of time."""
    first, n = paths.offsets[a], paths.offsets[a + 1] - paths.offsets[a]
    line[:n] = np.inf
    corner = 0.0
    for q in range(paths.offsets[b], paths.offsets[b + 1]):
        left = np.inf
        for j in range(n):
            p = first + j
            before = lesser(lesser(corner, line[j]), left)
            near = abs(paths.t[p] - paths.t[q]) <= window
            left = before + np.sqrt(squared_gap(paths, p, q)) if near else np.inf
            corner, line[j] = line[j], left
        corner = np.inf
    return float(line[n - 1])


@compiled
def least_peak(paths: Paths, a: int, b: int, line: Floats) -> float:
    """Give the least squared distance that some warping never exceeds."""
    first, n = paths.offsets[a], paths.offsets[a + 1] - paths.offsets[a]
    line[:n] = np.inf
    corner = 0.0
    for q in range(paths.offsets[b], paths.offsets[b + 1]):
        left = np.inf
        for j in range(n):
            before = lesser(lesser(corner, line[j]), left)
            gap = squared_gap(paths, first + j, q)
            left = gap if gap > before else before
            corner, line[j] = line[j], left
        corner = np.inf
    return float(line[n - 1])


@compiled
def dtw_row(paths: Paths, i: int, candidates: Ints, window: float, out: Floats) -> None:
    """Give the least sums from trajectory i to each candidate."""
    line = np.empty(paths.offsets[i + 1] - paths.offsets[i])
    for place in range(len(candidates)):
        out[place] = least_sum(paths, i, candidates[place], window, line)


@compiled
def frechet_row(paths: Paths, i: int, candidates: Ints, out: Floats) -> None:
    """Give the least peaks, in metres, from trajectory i to each candidate."""
    line = np.empty(paths.offsets[i + 1] - paths.offsets[i])
    for place in range(len(candidates)):
        out[place] = np.sqrt(least_peak(paths, i, candidates[place], line))
