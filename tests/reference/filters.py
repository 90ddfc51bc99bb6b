"""Filters written down point by point."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from itertools import pairwise
from zoneinfo import ZoneInfo

Point = tuple[int, float, float]  # time in ms, latitude, longitude
Metres = Callable[[Point, Point], float]


def trips_between_stays(
    points: list[Point], metres: Metres, radius: float, duration: int, keep_ends: bool
) -> list[list[Point]]:
    """What lies between the stays of one trajectory, with or without the ends of the stays."""
    trips: list[list[Point]] = [[]]
    i = 0
    while i < len(points):
        j = i + 1
        while j < len(points) and metres(points[i], points[j]) <= radius:
            j += 1
        if j - 1 > i and points[j - 1][0] - points[i][0] >= duration:
            if keep_ends and i > 0:
                trips[-1].append(points[i])
            trips.append([points[j - 1]] if keep_ends and j < len(points) else [])
            i = j
        else:
            trips[-1].append(points[i])
            i += 1
    return [trip for trip in trips if trip]


def pieces(points: list[Point], gap: int) -> list[list[Point]]:
    """One trajectory cut where more time than this passes."""
    out = [[points[0]]]
    for before, here in pairwise(points):
        if here[0] - before[0] > gap:
            out.append([])
        out[-1].append(here)
    return out


def one_each(points: list[Point], key: Callable[[Point], object]) -> list[Point]:
    """The first point of each kind."""
    seen: dict[object, Point] = {}
    for point in points:
        seen.setdefault(key(point), point)
    return list(seen.values())


def day(ms: int, zone: str) -> str:
    """The day of a time in a zone."""
    return datetime.fromtimestamp(ms / 1000, ZoneInfo(zone)).date().isoformat()
