"""The quadtree of D4.10, 6.3.5.1, one square after another, as the docstring of the part has it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import cos, floor, log2, radians

METRES_PER_STEP = 6_371_008.8 * 3.141592653589793 / 180 / 10_000_000

#: South and west side in steps from the south pole and the antimeridian, and level.
Square = tuple[int, int, int]
#: North and east in steps, and whose it is.
Point = tuple[int, int, int]


@dataclass(frozen=True)
class Rules:
    k: int
    split_above: int
    smallest: float
    largest: float
    merge: bool
    units: bool

    def enough(self, points: list[Point]) -> bool:
        return self.size(points) >= self.k

    def size(self, points: list[Point]) -> int:
        return len({owner for _, _, owner in points}) if self.units else len(points)


Sector = tuple[frozenset[Square], int, int]


def heatmap(points: list[Point], rules: Rules) -> set[Sector]:
    """Every sector: its squares, how many units are in it, and how many locations."""
    level = floor(log2(rules.largest / METRES_PER_STEP))
    side = 2**level
    roots = {(n // side * side, e // side * side, level) for n, e, _ in points}
    found: list[list[Square]] = []
    for root in roots:
        if rules.enough(inside([root], points)):
            found.extend(sectors(root, points, rules)[0])
    return {summary(squares, points) for squares in found}


def sectors(
    square: Square, points: list[Point], rules: Rules
) -> tuple[list[list[Square]], list[Square]]:
    """The sectors within a square that holds enough, and the squares that are left over."""
    quarters = list(quartered(square))
    held = [inside([q], points) for q in quarters]
    big = [rules.enough(p) for p in held]
    if not may_divide(square, points, rules) or not any(big):
        return [[square]], []
    if not rules.merge:
        if any(p and not b for p, b in zip(held, big, strict=True)):
            return [[square]], []
        parts = [sectors(q, points, rules)[0] for q, b in zip(quarters, big, strict=True) if b]
        return [sector for part in parts for sector in part], []
    done: list[list[Square]] = []
    left: list[Square] = []
    for quarter, b in zip(quarters, big, strict=True):
        own, rest = sectors(quarter, points, rules) if b else ([], [quarter])
        done, left = done + own, left + rest
    return ([*done, left], []) if rules.enough(inside(left, points)) else (done, left)


def may_divide(square: Square, points: list[Point], rules: Rules) -> bool:
    south, _, level = square
    degrees = [(s - 900_000_000) / 1e7 for s in (south, min(south + 2**level, 1_800_000_000))]
    farthest = min(90.0, max(map(abs, degrees)))
    across = 2 ** (level - 1) * METRES_PER_STEP * cos(radians(farthest))
    return across >= rules.smallest and rules.size(inside([square], points)) > rules.split_above


def quartered(square: Square) -> Iterator[Square]:
    south, west, level = square
    half = 2 ** (level - 1)
    for n in (0, half):
        for e in (0, half):
            yield south + n, west + e, level - 1


def inside(squares: list[Square], points: list[Point]) -> list[Point]:
    return [
        p
        for p in points
        if any(s <= p[0] < s + 2**j and w <= p[1] < w + 2**j for s, w, j in squares)
    ]


def summary(squares: list[Square], points: list[Point]) -> Sector:
    held = inside(squares, points)
    return frozenset(squares), len({owner for _, _, owner in held}), len(held)
