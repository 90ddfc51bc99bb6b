"""Attacks and their scores written down target by target."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence

Things = Collection[object]


def sole_holder(wanted: Iterable[object], groups: Sequence[Things]) -> int:
    """The one group that has all that is wanted; -1 if none or several have."""
    every = list(wanted)
    found = [g for g, things in enumerate(groups) if all(thing in things for thing in every)]
    return found[0] if len(found) == 1 else -1


def credit(answer: Sequence[int], right: Collection[int]) -> float:
    """Chance to be right for somebody who names one item of the answer by lot."""
    return sum(item in right for item in answer) / len(answer) if answer else 0.0


def wilson(share: float, n: int, z: float = 1.959963984540054) -> tuple[float, float]:
    """The two shares p at which the found one is z standard errors sqrt(p (1 - p) / n) away."""
    # n (share - p)^2 = z^2 p (1 - p), a quadratic in p
    a, b, c = n + z * z, -(2 * n * share + z * z), n * share * share
    root = math.sqrt(max(0.0, b * b - 4 * a * c))
    return (-b - root) / (2 * a), (-b + root) / (2 * a)


def alike(one: Mapping[object, float], other: Mapping[object, float]) -> float:
    """Bhattacharyya coefficient of two sets of weights, after each has been divided by its sum."""
    ours, theirs = sum(one.values()), sum(other.values())
    shared = set(one) & set(other)
    return sum(math.sqrt(one[x] / ours * other[x] / theirs) for x in shared)


def away(one: Sequence[float], other: Sequence[float]) -> float:
    """Metres between two places along a great circle, by the cosine of the angle between them."""
    a, b = ([math.radians(x) for x in place] for place in (one, other))
    cosine = math.sin(a[0]) * math.sin(b[0]) + math.cos(a[0]) * math.cos(b[0]) * math.cos(
        a[1] - b[1]
    )
    return 6_371_008.8 * math.acos(max(-1.0, min(1.0, cosine)))
