"""Wait for Me, slowly: people who wait for one another, over lists of points, without arrays."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import cache

from tests.reference.distances import Point, Track, gap, late


def whereabouts(track: Track, moment: float) -> Point:
    """Where somebody was: at the last sample till then, or under way from it to the next."""
    before = [point for point in track if point[2] <= moment]
    after = [point for point in track if point[2] > moment]
    if not before or not after:
        return before[-1] if before else after[0]
    (x, y, t), (x2, y2, t2) = before[-1], after[0]
    share = (moment - t) / (t2 - t)
    return x + share * (x2 - x), y + share * (y2 - y), moment


def waited(track: Track, moment: float) -> float:
    """Seconds by which a moment lies outside somebody's samples."""
    return max(0.0, track[0][2] - moment, moment - track[-1][2])


def apart(one: Track, other: Track, speed: float, patience: float) -> float:
    """The mean, over the samples of both, of where the other was, and how long they waited."""
    if min(late(p, q) for p in one for q in other) > patience:
        return math.inf
    away = [
        gap(point, whereabouts(others, point[2])) + speed * waited(others, point[2])
        for mine, others in ((one, other), (other, one))
        for point in mine
    ]
    return sum(away) / len(away)


def effort(one: Point, other: Point, radius: float, speed: float) -> float:
    """What it takes to bring a sample to another: the wait, and the way into the cylinder."""
    return speed * late(one, other) + max(0.0, gap(one, other) - radius)


def best(
    ours: Track, theirs: Track, radius: float, speed: float, patience: float
) -> tuple[int, float]:
    """The most samples that can be matched in order, and the least effort for so many."""

    @cache
    def upto(i: int, j: int) -> tuple[int, float]:
        if not i or not j:
            return 0, 0.0
        found = [upto(i - 1, j), upto(i, j - 1)]
        if late(ours[i - 1], theirs[j - 1]) <= patience:
            matches, cost = upto(i - 1, j - 1)
            more = effort(ours[i - 1], theirs[j - 1], radius, speed)
            found.append((matches + 1, cost + more))
        return max(found, key=lambda each: (each[0], -each[1]))

    return upto(len(ours), len(theirs))


def round_of(
    distance: Callable[[int, int], float], order: Sequence[int], k: int, radius: float
) -> dict[int, int]:
    """Whose pivot is whom, after one round: the farthest free one gathers the nearest free ones."""
    pivot: dict[int, int] = {}
    tried: list[int] = []
    while True:
        free = [who for who in order if who not in pivot]
        waiting = [who for who in free if who not in tried]
        if len(free) < k or not waiting:
            break
        chosen = max(waiting, key=lambda who: min((distance(t, who) for t in tried), default=0))
        tried.append(chosen)
        near = sorted(set(free) - {chosen}, key=lambda who: (distance(chosen, who), who))[: k - 1]
        if distance(chosen, near[-1]) <= radius:
            pivot |= dict.fromkeys([chosen, *near], chosen)
    pivots = [who for who in tried if pivot.get(who) == who]
    for who in [who for who in order if who not in pivot]:
        close = min(pivots, key=lambda each: distance(each, who), default=None)
        if close is not None and distance(close, who) <= radius:
            pivot[who] = close
    return pivot


def company(
    tracks: Sequence[Track], owners: Sequence[int], reach: float, metres: Callable[..., float]
) -> list[int]:
    """The most owners who are, with each, always within reach of one of them."""
    times = [[point[2] for point in track] for track in tracks]

    def near(one: int, other: int) -> bool:
        pairs = zip(tracks[one], tracks[other], strict=False)
        return times[one] == times[other] and all(metres(p, q) <= reach for p, q in pairs)

    everybody = range(len(tracks))
    around = [[who for who in everybody if near(middle, who)] for middle in everybody]
    return [
        max(len({owners[each] for each in members}) for members in around if who in members)
        for who in everybody
    ]
