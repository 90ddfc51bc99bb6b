"""Paths for the kernels: large coordinates, long times, all kinds of lengths, twins and nearly."""

from __future__ import annotations

import numpy as np

from wayveil.kernels import martinez, ragged
from wayveil.kernels.arrays import Floats, Ints
from wayveil.kernels.paths import Paths, mean_speeds

WEIGHTS = (0.0, 0.006, 3.0)


def some(seed: int, n: int, longest: int = 9, reach: float = 800_000.0) -> Paths:
    """Half of them lie within a few mm of another one of the same length."""
    rng = np.random.default_rng(seed)
    lengths = rng.integers(1, longest + 1, n)
    offsets = ragged.offsets_of(lengths)
    trip, rows = ragged.group_of_rows(offsets), int(offsets[-1])
    x, y = (
        rng.choice([-1.0, 0.3, 1.0], n)[trip] * reach
        + rng.normal(0, 300, rows).round(rng.choice(3))
        for _ in range(2)
    )
    t = rng.integers(-(10**7), 10**7, n)[trip] + rng.integers(0, 90, rows).cumsum().astype(float)
    for copy in range(max(1, n // 2), n):
        model = int(rng.integers(0, max(1, n // 2)))
        if lengths[model] == lengths[copy]:
            here, there = (slice(offsets[i], offsets[i + 1]) for i in (model, copy))
            off = rng.choice([0.0, 0.002], (2, lengths[copy]))
            x[there], y[there], t[there] = x[here] + off[0], y[here] + off[1], t[here]
    return Paths(x, y, t, offsets, mean_speeds(x, y, t, offsets))


def exactly(paths: Paths, i: int, who: Ints, weight: float) -> Floats:
    """Distances in double precision."""
    return np.array([martinez.pair(paths, i, int(j), weight) for j in who])


def in_order(paths: Paths, i: int, who: Ints, weight: float) -> list[int]:
    """The others, the nearest first, ties by index."""
    others = np.sort(who[who != i])
    order: list[int] = others[np.argsort(exactly(paths, i, others, weight), kind="stable")].tolist()
    return order
