"""Meetings and swaps written down one after another, as in Dahne 2019 (4.2) and D4.10 (6.3.3.6)."""

from __future__ import annotations

import math
from itertools import groupby, pairwise

EARTH_RADIUS_M = 6_371_008.8

Point = tuple[int, float, float]  # time in ms, latitude, longitude
Group = tuple[int, list[int]]  # when, and who


def last_per_interval(trip: list[Point], width: int) -> list[Point]:
    """Dahne's `filter`: the last point of each interval."""
    return [list(points)[-1] for _, points in groupby(trip, key=lambda p: p[0] // width)]


def cell(lat: float, lon: float, size: float) -> tuple[int, int]:
    """Row and column of a grid in degrees; places are whole steps of 1e-7 degrees."""
    side = round(size * 1e7)
    row = min((round(lat * 1e7) + 900_000_000) // side, (1_800_000_000 - 1) // side)
    return row, (round(lon * 1e7) + 1_800_000_000) % 3_600_000_000 // side


def partition(trips: list[list[Point]], owners: list[int], size: float, width: int) -> list[Group]:
    """Algorithm 3: who is in one cell in one interval, where two owners or more are."""
    classes: dict[tuple[int, tuple[int, int]], list[int]] = {}
    for i, trip in enumerate(trips):
        for t, lat, lon in last_per_interval(trip, width):
            classes.setdefault((t // width, cell(lat, lon, size)), []).append(i)
    return [
        ((interval + 1) * width, members)
        for (interval, _), members in sorted(classes.items())
        if len({owners[i] for i in members}) > 1
    ]


def metres(a: Point, b: Point) -> float:
    """Great-circle distance."""
    phi, psi = math.radians(a[1]), math.radians(b[1])
    across = math.sin(math.radians(b[2] - a[2]) / 2) ** 2
    h = math.sin((psi - phi) / 2) ** 2 + math.cos(phi) * math.cos(psi) * across
    return 2 * EARTH_RADIUS_M * math.asin(min(1.0, math.sqrt(h)))


def threshold(
    trips: list[list[Point]], owners: list[int], reach: float, within: int
) -> list[Group]:
    """Every point in the order of time, with everybody else who was near its place lately."""
    points = sorted(
        ((p, i) for i, trip in enumerate(trips) for p in trip), key=lambda pair: pair[0][0]
    )
    groups = []
    for at, (p, i) in enumerate(points):
        near = {
            j
            for q, j in points[:at]
            if owners[j] != owners[i] and p[0] - q[0] <= within and metres(p, q) <= reach
        }
        if near:
            groups.append((p[0] + 1, [i, *sorted(near)]))
    return groups


def swapped(
    trips: list[list[Point]], groups: list[Group], luck: list[list[float]]
) -> list[list[tuple[int, Point]]]:
    """Algorithm 2 with Equation 2: every swap in turn, on trajectories cut at its time.

    `luck[g]` says how the members of group g draw. Points come with whose they are.
    """
    slots = [[(i, p) for p in trip] for i, trip in enumerate(trips)]
    futures = list(range(len(trips)))  # in which slot each one's future is
    for (u, members), draws in zip(groups, luck, strict=True):
        held = [futures[i] for i in members]
        drawn = list(held)
        for k in range(len(drawn) - 1, 0, -1):
            other = int(draws[k] * (k + 1))
            drawn[k], drawn[other] = drawn[other], drawn[k]
        after = {slot: [p for p in slots[slot] if p[1][0] >= u] for slot in held}
        for slot in held:
            slots[slot] = [p for p in slots[slot] if p[1][0] < u]
        for i, old, new in zip(members, held, drawn, strict=True):
            slots[new] += after[old]
            futures[i] = new
    return slots


def rarest_step(trips: list[list[object]]) -> int | None:
    """The fewest trajectories (as sequences of tiles) that share a step, or a lone tile."""
    runs = [[tile for tile, _ in groupby(trip)] for trip in trips]
    shared = []
    for run in runs:
        for step in pairwise(run) if len(run) > 1 else [(run[0],)]:
            wide = len(step)
            holders = [
                other
                for other in runs
                if step in [tuple(other[i : i + wide]) for i in range(len(other) - wide + 1)]
            ]
            shared.append(len(holders))
    return min(shared, default=None)


def reached(
    centre: Point, others: list[tuple[int, Point]], metres_: tuple[float, float],
    ms: tuple[float, float],
) -> list[tuple[float, int]]:  # fmt: skip
    """How far the radii must grow until they reach each of the others (0 to 1), if they do."""
    found = []
    for i, point in others:
        apart, between = metres(centre, point), abs(centre[0] - point[0])
        if apart <= metres_[1] and between <= ms[1]:
            grown = [
                (value - low) / (high - low)
                for value, (low, high) in ((apart, metres_), (between, ms))
                if value > low
            ]
            found.append((max(grown, default=0.0), i))
    return found
