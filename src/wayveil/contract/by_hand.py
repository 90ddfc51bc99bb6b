"""Small tables for examples that can be followed by hand."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import polars as pl

from wayveil.geo import METRES_PER_DEGREE
from wayveil.kernels import ragged
from wayveil.kinds import Measure
from wayveil.record import Origin
from wayveil.shapes import Names, Trajectories

#: Seconds after the hour 2023-11-14 22:00 UTC, and metres east and north of 0° N 16° E.
Point = tuple[float, float, float]
_HOUR_MS = 1_700_000_000_000 // 3_600_000 * 3_600_000


def trips(*each: Sequence[Point]) -> Trajectories:
    """Make a table of trajectories, each a list of (seconds, metres east, metres north).

    >>> len(trips([(0, 0, 0), (60, 0, 100)], [(0, 5, 5)]))
    2
    """
    t, east, north = np.array([point for trip in each for point in trip], dtype=float).T
    places = np.arange(len(each), dtype=np.int32)
    return Trajectories(
        lat=north / METRES_PER_DEGREE,
        lon=16 + east / METRES_PER_DEGREE,
        t=_HOUR_MS + np.rint(t * 1000).astype(np.int64),
        offsets=ragged.offsets_of(np.array([len(trip) for trip in each])),
        id=places,
        owner=places,
        names=Names(pl.Series([f"trip {place}" for place in places])),
    )


def value_of(measure: Measure, original: Trajectories, released: Trajectories) -> float:
    """Read off a value, to three digits; trajectory j stands for the j-th original."""
    value = measure(original, released, Origin.one_each(np.arange(len(released)))).value
    return round(value, 3) + 0.0  # no "-0.0"
