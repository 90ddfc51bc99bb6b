"""Small tables for the tests of the report: walks on a tilted street grid."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import polars as pl

from wayveil.geo import Plane
from wayveil.kernels.ragged import offsets_of
from wayveil.shapes import Names, Trajectories

_STEPS = 60


def table(lat: list[float], lon: list[float], lengths: list[int]) -> Trajectories:
    """Trajectories of these points, a minute apart."""
    n = len(lengths)
    return Trajectories(
        lat=np.array(lat, dtype=float),
        lon=np.array(lon, dtype=float),
        t=np.arange(len(lat)) * 60_000,
        offsets=offsets_of(np.array(lengths, dtype=np.int64)),
        id=np.arange(n, dtype=np.int32),
        owner=np.arange(n, dtype=np.int32),
        names=Names(ids=pl.Series([f"trip-{i:05}" for i in range(n)], dtype=pl.String)),
    )


def town(
    trips: int = 150, seed: int = 1, centre: tuple[float, float] = (41.4, 2.2), noise: float = 5
) -> Trajectories:
    """People who walk from crossing to crossing, each three times."""
    rng = np.random.default_rng(seed)
    home = rng.integers(-20, 20, (trips, 1, 2)) // 2 * 2
    axis = rng.integers(0, 2, (trips, _STEPS // 6)).repeat(6, axis=1)
    moves = np.stack([axis, 1 - axis], axis=2) * rng.choice([-1, 1], (trips, 1, 2))
    spots = (home + np.cumsum(moves, axis=1)) * 150 + rng.normal(0, noise, (trips, _STEPS, 2))
    turn = np.array([[0.94, 0.34], [-0.34, 0.94]])
    x, y = (spots.reshape(-1, 2) @ turn).T
    lat, lon = Plane(*centre).unproject(x, y)
    data = table(lat.tolist(), lon.tolist(), [_STEPS] * trips)
    people = pl.Series([f"person-{i:05}" for i in range(-(-trips // 3))])
    return replace(
        data, owner=np.arange(trips, dtype=np.int32) // 3, names=replace(data.names, owners=people)
    )
