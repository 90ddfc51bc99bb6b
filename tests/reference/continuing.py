"""How likely each goes on as each, by adding up permutations; the entropy of ways, by walking."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import permutations
from math import exp, log, prod

from tests.reference.paths import Edge


def chances(fits: Sequence[Sequence[float]]) -> list[list[float]]:
    """Each permutation weighs the product of exp(fit)."""
    size = len(fits)
    share = [[0.0] * size for _ in range(size)]
    for choice in permutations(range(size)):
        weight = prod(exp(fits[i][choice[i]] - max(fits[i])) for i in range(size))
        for i in range(size):
            share[i][choice[i]] += weight
    return [[part / sum(row) for part in row] for row in share]


def best(fits: Sequence[Sequence[float]]) -> float:
    """The most that any permutation adds up to."""
    size = len(fits)
    return max(sum(fits[i][c[i]] for i in range(size)) for c in permutations(range(size)))


def entropy(chains: list[list[Edge]], start: int, step: Callable[[Edge, Edge], float]) -> float:
    """Walk all ways from a start, and add up -p log p over those that look different."""
    leaving: dict[int, list[Edge]] = {}
    for chain in chains:
        for edge in chain[1:]:
            assert edge.tail is not None
            leaving.setdefault(edge.tail, []).append(edge)
    mass: dict[tuple[object, ...], float] = {}

    def walk(edge: Edge, p: float, way: tuple[object, ...]) -> None:
        if edge.head is None:
            mass[way] = mass.get(way, 0.0) + p
            return
        for onward in leaving[edge.head]:
            empty = onward.head is None and not onward.times
            name: object = ("over", edge.head) if empty else (onward.trip, onward.nth)
            walk(onward, p * step(edge, onward), (*way, name))

    walk(chains[start][0], 1.0, ())
    return -sum(p * log(p) for p in mass.values() if p > 0)
