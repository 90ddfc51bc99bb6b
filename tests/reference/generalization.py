"""Simple generalization written down point by point, as in D4.10, 6.3.3.1."""

from __future__ import annotations

import math
from itertools import groupby

EARTH_RADIUS_M = 6_371_008.8

Point = tuple[int, float, float]  # time, latitude, longitude


def tile(lat: float, lon: float, size: float) -> tuple[int, int]:
    """Row from the south pole, column from the antimeridian."""
    height = size / (EARTH_RADIUS_M * math.pi / 180)
    rows = math.ceil(180 / height)
    row = min(max(math.floor((lat + 90) / height), 0), rows - 1)
    return row, math.floor((lon + 180) / 360 * columns(row, size)) % columns(row, size)


def columns(row: int, size: float) -> int:
    """How many tiles go round the earth in the whole degree that the row lies in."""
    metres_per_degree = EARTH_RADIUS_M * math.pi / 180
    middle = math.floor((row + 0.5) * (size / metres_per_degree) - 90) + 0.5
    return max(round(360 * metres_per_degree * math.cos(math.radians(min(middle, 89.5))) / size), 1)


def centre(row: int, column: int, size: float) -> tuple[float, float]:
    """The middle of a tile."""
    height = size / (EARTH_RADIUS_M * math.pi / 180)
    south = row * height - 90
    lon = (column + 0.5) * 360 / columns(row, size) - 180
    return (south + min(south + height, 90)) / 2, (lon + 180) % 360 - 180


def generalized(trip: list[Point], size: float, strategy: str) -> list[Point]:
    """One trajectory, generalized."""
    runs = groupby(trip, key=lambda point: tile(point[1], point[2], size))
    out: list[Point] = []
    for where, points in runs:
        times = [t for t, _, _ in points]
        if strategy == "one":
            times = [sum(times) // len(times)]
        out += [(t, *centre(*where, size)) for t in times]
    return out
