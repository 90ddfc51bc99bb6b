"""GLOVE's effort, written plainly: how far boxes must be stretched to hold each other."""

from __future__ import annotations

from collections.abc import Sequence

Box = tuple[int, int, int, int, int, int]


def effort(
    one: Sequence[Box], other: Sequence[Box], people: tuple[int, int], limits: tuple[float, float]
) -> float:
    """The mean, over the longer record, of the least effort for each of its boxes."""
    if len(one) < len(other):
        one, other, people = other, one, people[::-1]
    return sum(min(stretched(a, b, people, limits) for b in other) for a in one) / len(one)


def stretched(a: Box, b: Box, people: tuple[int, int], limits: tuple[float, float]) -> float:
    """Half for time and half for space, each at most 1 of its limit."""
    time, east, north = (
        (
            people[0] * grown(a[i : i + 2], b[i : i + 2])
            + people[1] * grown(b[i : i + 2], a[i : i + 2])
        )
        / sum(people)
        for i in (0, 2, 4)
    )
    return min(time / limits[0], 1) / 2 + min((east + north) / limits[1], 1) / 2


def grown(span: tuple[int, ...], other: tuple[int, ...]) -> int:
    """How much longer a span must be to hold another too."""
    return max(span[1], other[1]) - min(span[0], other[0]) - (span[1] - span[0])
