"""Samples of one person lined up with those of another: fewest left over, then least moved.

Nobody goes back in time. Of the table of all pairs only the line before is kept, and a byte a pair
to find the way back; long pairs are cut in two where the first one's samples are halved.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from wayveil.kernels.arrays import Ints
from wayveil.kernels.compiled import compiled
from wayveil.kernels.paths import Paths

#: The largest table: 2,000 samples with 2,000.
_CELLS: Final = 4_000_000
_CREATE, _DELETE, _MATCH = 0, 1, 2


@compiled
def align(
    paths: Paths, ours: tuple[int, int], theirs: tuple[int, int], radius: float, speed: float,
    patience: float, counterpart: Ints,
) -> None:  # fmt: skip
    """Write the row of theirs that each of our rows is matched with, -1 if none.

    A match moves a sample of theirs by |Δt| <= `patience` seconds, each as costly as `speed`
    metres, and to within `radius` of ours.
    """
    p, n, q, m = ours[0], ours[1] - ours[0], theirs[0], theirs[1] - theirs[0]
    way = np.empty((n, m), np.uint8)
    matches, costs = np.zeros(m + 1, np.int64), np.zeros(m + 1)
    for i in range(n):
        corner_matches, corner_cost = 0, 0.0
        for j in range(m):
            best, cost, step = matches[j + 1], costs[j + 1], _CREATE
            if matches[j] > best or (matches[j] == best and costs[j] < cost):
                best, cost, step = matches[j], costs[j], _DELETE
            late = abs(paths.t[p + i] - paths.t[q + j])
            if late <= patience and corner_matches + 1 >= best:
                away = np.hypot(paths.x[p + i] - paths.x[q + j], paths.y[p + i] - paths.y[q + j])
                moved = corner_cost + speed * late + max(0.0, away - radius)
                if corner_matches + 1 > best or moved <= cost:
                    best, cost, step = corner_matches + 1, moved, _MATCH
            corner_matches, corner_cost = matches[j + 1], costs[j + 1]
            matches[j + 1], costs[j + 1], way[i, j] = best, cost, step
    _walk_back(way, q, counterpart)


@compiled
def _walk_back(way: npt.NDArray[np.uint8], first: int, counterpart: Ints) -> None:
    """Follow the steps from the end."""
    i, j = way.shape[0] - 1, way.shape[1] - 1
    counterpart[:] = -1
    while i >= 0 and j >= 0:
        step = way[i, j]
        if step == _MATCH:
            counterpart[i] = first + j
        i -= step != _DELETE
        j -= step != _CREATE


def counterparts(
    paths: Paths, one: int, other: int, radius: float, speed: float, patience: float, out: Ints
) -> None:
    """Write for each sample of the one the row of its counterpart, -1 if there is none."""
    start = int(paths.offsets[one])
    pieces = [(start, int(paths.offsets[one + 1]), *paths.offsets[other : other + 2].tolist())]
    while pieces:
        p, p_end, q, q_end = pieces.pop()
        middle = (p + p_end) // 2
        if (p_end - p) * (q_end - q) > _CELLS and middle > p:
            cut = q + int(np.searchsorted(paths.t[q:q_end], paths.t[middle]))
            pieces += [(p, middle, q, cut), (middle, p_end, cut, q_end)]
        else:
            found = out[p - start : p_end - start]
            align(paths, (p, p_end), (q, q_end), radius, speed, patience, found)
