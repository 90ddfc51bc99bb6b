"""Aggregations written down member by member, as in paper 000, Algorithm 5, and D4.10, 6.3.2."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction

Point = tuple[int, float, float]  # time, latitude, longitude
Trip = list[Point]


def place(j: int, n: int, h: int) -> int:
    """Which of n points is matched with the j-th of h: floor(j (n-1) / (h-1) + 1/2)."""
    return 0 if h == 1 else math.floor(Fraction(j * (n - 1), h - 1) + Fraction(1, 2))


def weights(owners: Sequence[int]) -> list[Fraction]:
    """Each owner weighs the same; all weights together are one."""
    trips = Counter(owners)
    return [Fraction(1, trips[owner] * len(trips)) for owner in owners]


def turned(lon: Fraction) -> Fraction:
    """A longitude in [-180, 180)."""
    return (lon + 180) % 360 - 180


def mean(trips: list[Trip], owners: Sequence[int]) -> Trip:
    """The centroid, in exact arithmetic; longitudes are counted from the lowest owner's trip."""
    share = weights(owners)
    h = math.floor(
        sum(w * len(trip) for w, trip in zip(share, trips, strict=True)) + Fraction(1, 2)
    )
    first = min(range(len(trips)), key=lambda i: owners[i])
    out = []
    for j in range(h):
        points = [trip[place(j, len(trip), h)] for trip in trips]
        base = Fraction(points[first][2])
        t = sum((w * p[0] for w, p in zip(share, points, strict=True)), Fraction())
        lat = sum((w * Fraction(p[1]) for w, p in zip(share, points, strict=True)), Fraction())
        east = sum(
            (w * turned(Fraction(p[2]) - base) for w, p in zip(share, points, strict=True)),
            Fraction(),
        )
        out.append((math.floor(t), float(lat), float(turned(base + east))))
    return out


def medoid(distance: Callable[[int, int], float], members: list[int], owners: list[int]) -> int:
    """The member of least sum of distances, where each owner has one vote."""
    share = weights(owners)
    costs = [
        sum(float(w) * distance(i, m) for w, m in zip(share, members, strict=True)) for i in members
    ]
    return next(m for m, c in zip(members, costs, strict=True) if c <= min(costs) * (1 + 1e-9))
