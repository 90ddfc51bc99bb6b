"""Distances written down from their definitions, over lists of points, without arrays."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from itertools import pairwise

Point = tuple[float, float, float]  # metres east, metres north, seconds
Track = Sequence[Point]


def gap(one: Point, other: Point) -> float:
    """Metres between two points."""
    return math.hypot(one[0] - other[0], one[1] - other[1])


def late(one: Point, other: Point) -> float:
    """Seconds between two points."""
    return abs(one[2] - other[2])


def dtw(a: Track, b: Track, window: float = math.inf) -> float:
    """Sakoe and Chiba's recursion, memoized."""

    def cost(i: int, j: int) -> float:
        return gap(a[i], b[j]) if late(a[i], b[j]) <= window else math.inf

    return _warped(a, b, lambda i, j, before: cost(i, j) + before)


def frechet(a: Track, b: Track) -> float:
    """Eiter and Mannila's recursion, memoized."""
    return _warped(a, b, lambda i, j, before: max(gap(a[i], b[j]), before))


def _warped(a: Track, b: Track, joined: Callable[[int, int, float], float]) -> float:
    @cache
    def best(i: int, j: int) -> float:
        before = [
            best(k, m) for k, m in [(i - 1, j - 1), (i - 1, j), (i, j - 1)] if k >= 0 and m >= 0
        ]
        return joined(i, j, min(before, default=0.0))

    return best(len(a) - 1, len(b) - 1)


def hausdorff(a: Track, b: Track) -> float:
    """The larger of both directions."""
    there = max(min(gap(p, q) for q in b) for p in a)
    back = max(min(gap(p, q) for p in a) for q in b)
    return max(there, back)


def lcss(a: Track, b: Track, epsilon: float, delta: float = math.inf) -> float:
    """The whole table of longest common subsequences of prefixes."""
    table = [[0] * (len(b) + 1) for _ in range(len(a) + 1)]
    for i, p in enumerate(a, 1):
        for j, q in enumerate(b, 1):
            if gap(p, q) <= epsilon and late(p, q) <= delta:
                table[i][j] = table[i - 1][j - 1] + 1
            else:
                table[i][j] = max(table[i - 1][j], table[i][j - 1])
    return 1 - table[-1][-1] / min(len(a), len(b))


def edr(a: Track, b: Track, epsilon: float) -> float:
    """Chen's recursion over what is left of both."""

    @cache
    def edits(i: int, j: int) -> int:
        if i == len(a) or j == len(b):
            return len(a) - i + len(b) - j
        other = 0 if gap(a[i], b[j]) <= epsilon else 1
        return min(edits(i + 1, j + 1) + other, edits(i + 1, j) + 1, edits(i, j + 1) + 1)

    return edits(0, 0) / max(len(a), len(b))


def stlc(a: Track, b: Track, weight: float, space: float, time: float) -> float:
    """One less half of the combined similarity, which is 2 at most."""
    s = _similarity(a, b, gap, space) + _similarity(b, a, gap, space)
    t = _similarity(a, b, late, time) + _similarity(b, a, late, time)
    return 1 - (weight * s + (1 - weight) * t) / 2


def _similarity(a: Track, b: Track, apart: Callable[[Point, Point], float], scale: float) -> float:
    return sum(math.exp(-min(apart(p, q) for q in b) / scale) for p in a) / len(a)


def contemporary(a: Track, b: Track) -> float:
    """The per cent p of which two trajectories are contemporary."""
    begins, ends = max(a[0][2], b[0][2]), min(a[-1][2], b[-1][2])
    if begins > ends:
        return 0.0
    durations = [track[-1][2] - track[0][2] for track in (a, b)]
    return 100 * min((ends - begins) / whole if whole > 0 else 1.0 for whole in durations)


def where(track: Track, now: float) -> tuple[float, float]:
    """The place at some time within the trajectory's span; of several, the last."""
    known = [point for point in track if point[2] == now]
    if known:
        return known[-1][:2]
    before = [point for point in track if point[2] < now][-1]
    after = next(point for point in track if point[2] > now)
    part = (now - before[2]) / (after[2] - before[2])
    return (
        before[0] + part * (after[0] - before[0]),
        before[1] + part * (after[1] - before[1]),
    )


def synchronized(a: Track, b: Track) -> float:
    """The distance of two contemporaries, infinite if they are none."""
    per_cent = contemporary(a, b)
    if per_cent <= 0:
        return math.inf
    begins, ends = max(a[0][2], b[0][2]), min(a[-1][2], b[-1][2])
    times = {point[2] for point in [*a, *b] if begins <= point[2] <= ends}
    squares = [math.dist(where(a, now), where(b, now)) ** 2 for now in times]
    return math.sqrt(sum(squares) / len(times) ** 2) / per_cent


def graph(tracks: Sequence[Track]) -> list[list[float]]:
    """All shortest ways between contemporaries, by Floyd and Warshall."""
    n = len(tracks)
    way = [[synchronized(a, b) for b in tracks] for a in tracks]
    for i in range(n):
        way[i][i] = 0.0
    for via in range(n):
        for i in range(n):
            for j in range(n):
                way[i][j] = min(way[i][j], way[i][via] + way[via][j])
    return way


def chosen(j: int, n: int, h: int) -> int:
    """The place of the j-th of h chosen points among n: floor(j (n - 1) / (h - 1) + 1/2)."""
    return 0 if h == 1 else math.floor(Fraction(j * (n - 1), h - 1) + Fraction(1, 2))


def mean_speed(track: Track) -> float:
    """The mean of the speeds of all steps that take time."""
    steps = [gap(p, q) / late(p, q) for p, q in pairwise(track) if q[2] > p[2]]
    return sum(steps) / len(steps) if steps else 0.0


def martinez(a: Track, b: Track, weight: float) -> float:
    """Algorithm 4 of paper 000, end points always matched."""
    h = math.floor(Fraction(len(a) + len(b) + 1, 2))
    speed = (mean_speed(a) + mean_speed(b)) / 2
    total = 0.0
    for j in range(h):
        p, q = a[chosen(j, len(a), h)], b[chosen(j, len(b), h)]
        total += (gap(p, q) + weight * late(p, q) * speed) ** 2
    return math.sqrt(total / h)


def default_weight(tracks: Sequence[Track]) -> float:
    """D / (V T), or 0 if nothing moves."""
    points = [point for track in tracks for point in track]
    across = max(gap(p, q) for p in points for q in points)
    span = max(point[2] for point in points) - min(point[2] for point in points)
    speed = sum(mean_speed(track) for track in tracks) / len(tracks)
    return across / (speed * span) if speed * span > 0 else 0.0
