"""Co-trajectories small enough to walk all paths of, with everything that is odd in them."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from wayveil.kernels import ragged
from wayveil.kinds import Groups
from wayveil.shapes import Trajectories


def cotrajectory(seed: int) -> Trajectories:
    """Draw up to 6 trips among 2 cells of 0.001 degrees, within 6 intervals of a minute.

    Equal times, cells visited twice within an interval and gaps are likely; some start late, and
    some have only one point.
    """
    rng = np.random.default_rng(seed)
    trips, t = int(rng.integers(1, 7)), []
    for _ in range(trips):
        begin, end = np.sort(rng.integers(0, 19, 2))
        t.append(np.sort(rng.integers(begin, end + 1, rng.integers(1, 8))) * 20_000)
    lengths = np.array([len(own) for own in t])
    n = int(lengths.sum())
    each = np.arange(trips, dtype=np.int32)
    lat = np.float64(48.0005) + 0.001 * rng.integers(0, 2, n).astype(np.float64)
    lon = np.full(n, 16.0005) + 1e-7 * np.arange(n)
    when = 1_600_000_020_000 + np.concatenate(t)
    return Trajectories(lat, lon, when, ragged.offsets_of(lengths), each, each)


def times(data: Trajectories) -> list[list[int]]:
    """List each trajectory's times."""
    return [data.t[a:b].tolist() for a, b in pairwise(data.offsets.tolist())]


def in_order(groups: Groups) -> list[tuple[int, list[int]]]:
    """List the groups as they are."""
    cuts = pairwise(groups.offsets.tolist())
    return [
        (int(t), groups.members[a:b].tolist()) for t, (a, b) in zip(groups.t, cuts, strict=True)
    ]
