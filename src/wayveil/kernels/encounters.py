"""Who was near when a point arrives: one sweep through time, over points in space.

Points are vectors in metres from the middle of the earth, so that there are no seams. Those of
the last while are kept in a grid of cubes, in chains of which the newest comes first.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from wayveil.kernels.arrays import Codes, Floats, Ints
from wayveil.kernels.compiled import compiled


class Arrivals(NamedTuple):
    """Points in the order of time, with the trajectory and the owner of each."""

    x: Floats
    y: Floats
    z: Floats
    t: Ints
    trip: Codes
    owner: Codes


class Recent(NamedTuple):
    """The newest point in each bucket of cubes, the one before each point, and who was counted."""

    newest: Ints
    before: Ints
    counted: Ints


def nothing_yet(points: int, trips: int) -> Recent:
    """Begin with nobody there."""
    buckets = 1 << max(8, min(20, int(points).bit_length()))
    return Recent(np.full(buckets, -1), np.full(points, -1), np.full(trips, -1))


@compiled
def cube_range(value: float, reach: float) -> tuple[int, int]:
    """Give the first and last cube that lies within reach along an axis; they are 2 reach wide."""
    side = max(2 * reach, 1.0)
    return int(np.floor((value - reach) / side)), int(np.floor((value + reach) / side))


@compiled
def bucket(i: int, j: int, k: int, buckets: int) -> int:
    """Give the bucket that a cube's points are kept in, maybe with those of other cubes."""
    return ((i * 73_856_093) ^ (j * 19_349_663) ^ (k * 83_492_791)) & (buckets - 1)


@compiled
def close_in(
    points: Arrivals, recent: Recent, at: int, place: int,
    reach: float, since: int, members: Codes, used: int,
) -> int:  # fmt: skip
    """Add whoever has a point of one bucket within reach, and forget what lies too far back."""
    q, later = recent.newest[place], -1
    while q >= 0 and points.t[q] >= since:
        strange = points.owner[q] != points.owner[at]
        if strange and recent.counted[points.trip[q]] != at:
            dx, dy = points.x[q] - points.x[at], points.y[q] - points.y[at]
            dz = points.z[q] - points.z[at]
            if dx * dx + dy * dy + dz * dz <= reach * reach:
                recent.counted[points.trip[q]] = at
                members[used] = points.trip[q]
                used += 1
        q, later = recent.before[q], q
    if later < 0:
        recent.newest[place] = -1
    else:
        recent.before[later] = -1
    return used


@compiled
def settle(points: Arrivals, recent: Recent, at: int, reach: float) -> None:
    """Put a point at the head of its cube's chain."""
    side = max(2 * reach, 1.0)
    i = int(np.floor(points.x[at] / side))
    j = int(np.floor(points.y[at] / side))
    k = int(np.floor(points.z[at] / side))
    home = bucket(i, j, k, len(recent.newest))
    recent.before[at], recent.newest[home] = recent.newest[home], at


@compiled
def sweep(
    points: Arrivals, recent: Recent, span: tuple[int, int], reach: float, within: int,
    members: Codes, sizes: Ints,
) -> tuple[int, int]:  # fmt: skip
    """Let the points of a span arrive, and write for each who was near, itself first.

    Stops early where `members` might not hold what comes next; gives the point to go on with, and
    how many members are written. `sizes` is 0 for a point that met nobody.
    """
    used, buckets = 0, len(recent.newest)
    for at in range(span[0], span[1]):
        if len(members) - used <= len(recent.counted):
            return at, used
        members[used] = points.trip[at]
        begin, used, since = used, used + 1, points.t[at] - within
        x0, x1 = cube_range(points.x[at], reach)
        y0, y1 = cube_range(points.y[at], reach)
        z0, z1 = cube_range(points.z[at], reach)
        for i in range(x0, x1 + 1):
            for j in range(y0, y1 + 1):
                for k in range(z0, z1 + 1):
                    place = bucket(i, j, k, buckets)
                    used = close_in(points, recent, at, place, reach, since, members, used)
        sizes[at] = used - begin if used - begin > 1 else 0
        used = begin + sizes[at]
        settle(points, recent, at, reach)
    return span[1], used
