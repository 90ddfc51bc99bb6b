"""The tables that parts are checked on: an ordinary one, and the odd ones that break things."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import polars as pl

from wayveil.cells import Cells
from wayveil.kernels.arrays import Codes, Floats, Ints
from wayveil.shapes import Names, Tracks, Trajectories
from wayveil.slots import Slots

_HOUR_MS = 3_600_000


def _table(lat: Floats, lon: Floats, t: Ints, offsets: Ints, owner: Codes) -> Trajectories:
    n = len(offsets) - 1
    names = Names(
        ids=pl.Series([f"trip-{i}" for i in range(n)]),
        owners=pl.Series([f"person-{i}" for i in range(int(owner.max(initial=-1)) + 1)]),
    )
    notes = pl.DataFrame({"note": [f"secret-{i}" for i in range(len(t))]})
    return Trajectories(lat, lon, t, offsets, np.arange(n, dtype=np.int32), owner, names, notes)


@cache
def ordinary(n: int = 90, people: int = 30) -> Trajectories:
    """Random walks in a town, several by each person."""
    rng = np.random.default_rng(7)
    lengths = rng.integers(1, 40, n)
    offsets = np.concatenate([[0], np.cumsum(lengths)])
    rows = int(offsets[-1])
    trip = np.repeat(np.arange(n), lengths)
    lat = 48.2 + 0.02 * rng.standard_normal(n)[trip] + 0.0005 * rng.standard_normal(rows).cumsum()
    lon = 16.4 + 0.03 * rng.standard_normal(n)[trip] + 0.0005 * rng.standard_normal(rows).cumsum()
    start = rng.integers(0, 200 * _HOUR_MS, n)[trip]
    t = 1_700_000_000_000 + start + 30_000 * (np.arange(rows) - offsets[:-1][trip])
    return _table(lat, lon, t, offsets, (np.arange(n) % people).astype(np.int32))


@cache
def busy() -> Trajectories:
    """The ordinary walks, all at one time in one quarter: many meet."""
    table = ordinary()
    since = table.t - np.repeat(table.t[table.offsets[:-1]], table.lengths)
    return replace(
        table,
        lat=48.2 + (table.lat - 48.2) / 20,
        lon=16.4 + (table.lon - 16.4) / 20,
        t=1_700_000_000_000 + since,
    )


def _few(lat: list[float], lon: list[float], t: list[int], offsets: list[int]) -> Trajectories:
    owner = np.zeros(len(offsets) - 1, np.int32)
    return _table(np.array(lat), np.array(lon), np.array(t), np.array(offsets), owner)


@cache
def odd() -> dict[str, Trajectories]:
    """Small tables, each odd in one way."""
    return {
        "one point": _few([1.0], [1.0], [0], [0, 1]),
        "equal times": _few([1.0, 2.0, 1.0], [5.0, 5.0, 5.0], [9, 9, 9], [0, 3]),
        "one place": _few([1.0] * 4, [2.0] * 4, [0, 1, 2, 3], [0, 2, 4]),
        "antimeridian": _few([0.1, 0.1, 0.1], [179.9999, -179.9999, 180.0], [0, 1, 2], [0, 3]),
        "poles": _few([90.0, 89.9999, -90.0], [0.0, 180.0, -180.0], [0, 1, 2], [0, 2, 3]),
        "identical trips": _few([3.0, 3.1] * 3, [4.0, 4.1] * 3, [0, 60] * 3, [0, 2, 4, 6]),
        "far apart in time": _few([1.0, 1.0], [1.0, 1.0], [-(10**13), 10**14], [0, 2]),
    }


def crowded() -> Trajectories:
    """Walk so many people through the same town that its tiles hold several."""
    return ordinary(900, 300)


def local() -> list[Trajectories]:
    """List the tables that lie on one plane."""
    return [ordinary(), busy(), *(table for name, table in odd().items() if name != "poles")]


def everything() -> list[Trajectories]:
    """List all tables."""
    return [ordinary(), busy(), *odd().values()]


def as_shape(table: Trajectories, shape: type[Tracks]) -> Tracks:
    """Give a table in the shape that something is about, with no more lost than it must be."""
    return Slots.over(table, metres=1, seconds=0.001).boxed(table) if shape is Cells else table
