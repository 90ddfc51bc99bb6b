"""Measures of worth written down one trajectory, tile and pair at a time."""

from __future__ import annotations

import math
from collections import Counter
from itertools import pairwise

from tests.reference.aggregations import Trip

RADIUS_KM = 6371.0088


def haversine_km(one: tuple[float, ...], other: tuple[float, ...]) -> float:
    """Kilometres along a great circle between two (lat, lon)."""
    (lat1, lon1), (lat2, lon2) = ((math.radians(v) for v in p) for p in (one, other))
    h = math.sin((lat2 - lat1) / 2) ** 2
    h += math.cos(lat1) * math.cos(lat2) * math.sin((lon2 - lon1) / 2) ** 2
    return 2 * RADIUS_KM * math.asin(math.sqrt(min(1.0, h)))


def distance_straight_line(trips: list[Trip]) -> float:
    """Mean kilometres along a trip."""
    return mean([sum(haversine_km(a[1:], b[1:]) for a, b in pairwise(trip)) for trip in trips])


def mean_square_displacement(trips: list[Trip], within_ms: int) -> float:
    """Mean squared kilometres from the first point to the last one that is in time."""
    found = []
    for trip in trips:
        last = [point for point in trip if point[0] <= trip[0][0] + within_ms][-1]
        found.append(haversine_km(trip[0][1:], last[1:]) ** 2)
    return mean(found)


def visits_per_location(cells: list[list[int]]) -> float:
    """Mean points in a cell that has any; one list of cells a trip."""
    return mean(list(Counter(cell for trip in cells for cell in trip).values()))


def random_location_entropy(cells: list[list[int]]) -> float:
    """Mean of the logarithm of how many trips a cell has seen."""
    seen = Counter(cell for trip in cells for cell in set(trip))
    return mean([math.log2(n) for n in seen.values()])


def uncorrelated_location_entropy(cells: list[list[int]]) -> float:
    """Mean entropy of whose the points of a cell are."""
    found = []
    for cell in {cell for trip in cells for cell in trip}:
        counts = [trip.count(cell) for trip in cells if cell in trip]
        found.append(-sum(n / sum(counts) * math.log2(n / sum(counts)) for n in counts))
    return mean(found)


def runs(trip: list[int]) -> list[int]:
    """The cells of a trip without repetitions in a row."""
    return [cell for i, cell in enumerate(trip) if i == 0 or trip[i - 1] != cell]


def jensen_shannon(one: list[object], other: list[object]) -> float:
    """Divergence of two samples, in bits."""
    p, q = Counter(one), Counter(other)
    total = 0.0
    for thing in {*p, *q}:
        a, b = p[thing] / len(one), q[thing] / len(other)
        total += sum(v / 2 * math.log2(2 * v / (a + b)) for v in (a, b) if v)
    return total


def gyration_km(trip: Trip) -> float:
    """Root mean square distance from the mean place."""
    middle = mean([p[1] for p in trip]), mean([p[2] for p in trip])
    return math.sqrt(mean([haversine_km(p[1:], middle) ** 2 for p in trip]))


def mean(values: list[float]) -> float:
    """The mean."""
    return sum(values) / len(values)
