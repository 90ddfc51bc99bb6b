"""Trajectories that share some time, and how far apart they are while they do."""

from __future__ import annotations

import numpy as np

from wayveil.kernels.arrays import Codes, Floats, Ints
from wayveil.kernels.compiled import compiled
from wayveil.kernels.paths import Paths


@compiled
def shared(paths: Paths, a: int, b: int) -> tuple[float, float]:
    """Give when the time that two trajectories share begins and ends; it ends first if none."""
    begins = max(paths.t[paths.offsets[a]], paths.t[paths.offsets[b]])
    return begins, min(paths.t[paths.offsets[a + 1] - 1], paths.t[paths.offsets[b + 1] - 1])


@compiled
def share(paths: Paths, a: int, length: float) -> float:
    """Give what share of a trajectory's time some length is; all of it if it has no duration."""
    whole = paths.t[paths.offsets[a + 1] - 1] - paths.t[paths.offsets[a]]
    return float(length / whole) if whole > 0 else 1.0


@compiled
def place(paths: Paths, p: int, now: float) -> tuple[float, float]:
    """Give where a trajectory is now, p being its last point that is not later.

    While it lasts, it has a next point or is at its last one.
    """
    if paths.t[p] == now:
        return paths.x[p], paths.y[p]
    part = (now - paths.t[p]) / (paths.t[p + 1] - paths.t[p])
    x = paths.x[p] + part * (paths.x[p + 1] - paths.x[p])
    return x, paths.y[p] + part * (paths.y[p + 1] - paths.y[p])


@compiled
def latest(paths: Paths, p: int, last: int, now: float) -> int:
    """Give the last point that is not later than now, from p on."""
    while p < last and paths.t[p + 1] <= now:
        p += 1
    return p


@compiled
def synchronized(paths: Paths, a: int, b: int, now: float, ends: float) -> float:
    """Give sqrt(sum of squared distances) / count, over all times of both that they share.

    Both ends of what they share are times of theirs, and before its end both have a next point.
    """
    p, last_p = paths.offsets[a], paths.offsets[a + 1] - 1
    q, last_q = paths.offsets[b], paths.offsets[b + 1] - 1
    total, count = 0.0, 0
    while True:
        p, q = latest(paths, p, last_p, now), latest(paths, q, last_q, now)
        (x, y), (u, v) = place(paths, p, now), place(paths, q, now)
        total += (x - u) * (x - u) + (y - v) * (y - v)
        count += 1
        if now >= ends:
            return float(np.sqrt(total) / count)
        now = min(paths.t[p + 1], paths.t[q + 1])


@compiled
def gap(paths: Paths, a: int, b: int) -> float:
    """Give the distance between two trajectories, infinite if they share no time."""
    begins, ends = shared(paths, a, b)
    per_cent = 100 * min(share(paths, a, ends - begins), share(paths, b, ends - begins))
    if begins > ends or per_cent <= 0:
        return np.inf
    return synchronized(paths, a, b, begins, ends) / per_cent


@compiled
def edges(
    paths: Paths, order: Codes, until: Ints, one: Codes, other: Codes, weight: Floats
) -> None:
    """Write the distance from each trajectory to each that begins next, while it lasts.

    `order` is by begin, and `until[r]` the rank of the first that begins after the r-th ends.
    """
    edge = 0
    for rank in range(len(order)):
        for later in range(rank + 1, until[rank]):
            one[edge], other[edge] = order[rank], order[later]
            weight[edge] = gap(paths, one[edge], other[edge])
            edge += 1
