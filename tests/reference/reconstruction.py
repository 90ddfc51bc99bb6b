"""Tracks made steady, places drawn to streets and answers compared, point by point."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from tests.reference.aggregations import Trip
from tests.reference.attacks import away

Place = tuple[float, float]


def steadied(
    z: Sequence[float], seconds: Sequence[float], spread: float, swerve: float
) -> list[float]:
    """One coordinate of one track: the least squares of all errors, each over what it may be."""
    n, rows, wanted = len(z), [], []
    for i in range(n):
        rows.append([float(i == j) / spread for j in range(n)])
        wanted.append(z[i] / spread)
    for i in range(1, n - 1):
        a, b = (max(late - early, 1.0) for early, late in pairwise(seconds[i - 1 : i + 2]))
        may = swerve * math.sqrt((a + b) / 2)
        row = [0.0] * n
        row[i - 1], row[i], row[i + 1] = 1 / a / may, -(1 / a + 1 / b) / may, 1 / b / may
        rows.append(row)
        wanted.append(0.0)
    found: list[float] = np.linalg.lstsq(np.array(rows), np.array(wanted))[0].tolist()
    return found


def at(trip: Trip, t: int) -> Place:
    """Where somebody is who goes straight from point to point, and waits at both ends."""
    before = [point for point in trip if point[0] <= t]
    after = [point for point in trip if point[0] > t]
    if not before or not after:
        _, lat, lon = before[-1] if before else trip[0]
        return lat, lon
    (t0, *one), (t1, *other) = before[-1], after[0]
    share = (t - t0) / (t1 - t0)
    east = (other[1] - one[1] + 180) % 360 - 180
    return one[0] + share * (other[0] - one[0]), one[1] + share * east


def near(trip: Trip, said: Trip, within: float) -> float:
    """The share of a trip's points that are within so many metres of where it is said to be."""
    return sum(away((lat, lon), at(said, t)) <= within for t, lat, lon in trip) / len(trip)


def drawn(
    place: Sequence[float], streets: Sequence[tuple[Sequence[float], int]], reach: float
) -> list[float]:
    """A place (metres), twice drawn to the mean of the streets around, near and busy ones most."""
    here = list(place)
    for _ in range(2):
        weighed = [
            (crowd * math.exp(-((math.dist(here, there) / reach) ** 2) / 2), there)
            for there, crowd in streets
            if math.dist(here, there) < 3 * reach
        ]
        total = sum(weight for weight, _ in weighed)
        if total > 0:
            here = [sum(w * there[axis] for w, there in weighed) / total for axis in range(3)]
    return here
