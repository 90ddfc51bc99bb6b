"""Tables to cluster, full of ties and near-ties, and what is looked at on them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from tests.distances.nearby import laid_out
from tests.reference.mdav import Partition
from wayveil.kernels.arrays import Floats, Ints
from wayveil.kinds import Aggregation, Distance
from wayveil.shapes import Trajectories
from wayveil.together import together

Table = Trajectories


def crowd_of(rng: np.random.Generator, n: int, longest: int = 12) -> Table:
    """Trips on a coarse grid (ties), a few mm off it (near-ties), anywhere, or many times over."""
    kind, far = rng.integers(4), float(rng.choice([0.0, 400_000.0]))
    tracks = []
    for _ in range(n):
        size = int(rng.integers(1, longest + 1))
        places = rng.integers(0, 4, (size, 2)) * 500.0
        if kind == 1:
            places += rng.normal(0, 0.003, (size, 2))
        if kind == 2:
            places = rng.normal(0, 2000, (size, 2))
        times = np.sort(rng.integers(0, 6, size)) * 600.0 + rng.integers(0, 3) * 3600.0
        tracks.append([(x + far, y, t) for (x, y), t in zip(places, times, strict=True)])
    if kind == 3:
        tracks = [tracks[i] for i in rng.integers(0, max(1, n // 3), n)]
    return laid_out(*tracks)


def owned(data: Table, owner: Ints) -> Table:
    """Say whose trips they are."""
    return replace(data, owner=owner.astype(np.int32))


def matrix_of(distance: Distance, data: Table) -> list[list[float]]:
    """All distances, in double precision."""
    prepared, everyone = distance.prepare(data), np.arange(len(data))
    out = np.empty((len(data), len(data)))
    for i in range(len(data)):
        distance.row(prepared, i, everyone, out[i])
    return [[float(d) for d in row] for row in out]


def from_centre(distance: Distance, centre: Aggregation, data: Table) -> list[float]:
    """How far everybody is from the aggregate of all."""
    out: Floats = np.empty(len(data))
    prepared = distance.prepare(together(data, centre(data)), basis=data)
    distance.row(prepared, len(data), np.arange(len(data)), out)
    return [float(d) for d in out]


def partition_of(labels: Ints) -> Partition:
    """The clusters, whatever their numbers."""
    return {frozenset(np.flatnonzero(labels == c).tolist()) for c in np.unique(labels) if c >= 0}


def judge(labels: Ints, owner: Ints, k: int) -> None:
    """Every cluster has k owners, and none of them supplies more than max(2, m / k)."""
    assert sorted(set(labels.tolist()) - {-1}) == list(range(labels.max() + 1))
    for members in partition_of(labels):
        whose = [int(owner[i]) for i in members]
        assert len(set(whose)) >= k
        assert max(whose.count(o) for o in whose) <= max(2, -(-len(whose) // k))
