"""Trajectories compared as words: two points are the same letter if they are near enough.

One line of the table is kept, as in `kernels.warping`.
"""

from __future__ import annotations

import numpy as np

from wayveil.kernels.arrays import Floats, Ints
from wayveil.kernels.compiled import compiled
from wayveil.kernels.paths import Paths
from wayveil.kernels.warping import squared_gap


@compiled
def common(paths: Paths, a: int, b: int, epsilon: float, delta: float, line: Ints) -> int:
    """Give the length of the longest common subsequence."""
    first, n = paths.offsets[a], paths.offsets[a + 1] - paths.offsets[a]
    line[: n + 1] = 0
    reach = epsilon * epsilon
    for q in range(paths.offsets[b], paths.offsets[b + 1]):
        corner = 0
        for j in range(n):
            p = first + j
            same = squared_gap(paths, p, q) <= reach and abs(paths.t[p] - paths.t[q]) <= delta
            best = corner + 1 if same else max(line[j], line[j + 1])
            corner = line[j + 1]
            line[j + 1] = best
    return int(line[n])


@compiled
def edits(paths: Paths, a: int, b: int, epsilon: float, line: Ints) -> int:
    """Give the least number of points to insert, delete or replace."""
    first, n = paths.offsets[a], paths.offsets[a + 1] - paths.offsets[a]
    for j in range(n + 1):
        line[j] = j
    reach = epsilon * epsilon
    for q in range(paths.offsets[b], paths.offsets[b + 1]):
        corner = line[0]
        line[0] += 1
        for j in range(n):
            other = 0 if squared_gap(paths, first + j, q) <= reach else 1
            best = min(corner + other, line[j] + 1, line[j + 1] + 1)
            corner = line[j + 1]
            line[j + 1] = best
    return int(line[n])


@compiled
def lcss_row(
    paths: Paths, i: int, candidates: Ints, epsilon: float, delta: float, out: Floats
) -> None:
    """Give the share of the shorter one that is not common, for each candidate."""
    n = paths.offsets[i + 1] - paths.offsets[i]
    line = np.empty(n + 1, np.int64)
    for place in range(len(candidates)):
        b = candidates[place]
        shorter = min(n, paths.offsets[b + 1] - paths.offsets[b])
        out[place] = (shorter - common(paths, i, b, epsilon, delta, line)) / shorter


@compiled
def edr_row(paths: Paths, i: int, candidates: Ints, epsilon: float, out: Floats) -> None:
    """Give the edits as a share of the longer one, for each candidate."""
    n = paths.offsets[i + 1] - paths.offsets[i]
    line = np.empty(n + 1, np.int64)
    for place in range(len(candidates)):
        b = candidates[place]
        longer = max(n, paths.offsets[b + 1] - paths.offsets[b])
        out[place] = edits(paths, i, b, epsilon, line) / longer
