"""Small tables for examples that can be followed by hand."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import polars as pl

from wayveil.cells import Cells
from wayveil.geo import METRES_PER_DEGREE
from wayveil.kernels import ragged
from wayveil.kinds import Measure
from wayveil.record import Origin
from wayveil.shapes import STEPS_PER_DEGREE, Names, Tracks, Trajectories

#: Seconds after the hour 2023-11-14 22:00 UTC, and metres east and north of 0° N 16° E.
Point = tuple[float, float, float]
Box = tuple[float, float, float, float, float, float]
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


def boxes(*each: Sequence[Box]) -> Cells:
    """Make a release of boxes: (from, until, metres west, south, east, north) each.

    >>> boxes([(0, 60, 0, 0, 100, 100), (60, 120, 0, 0, 50, 50)]).n_cells
    2
    """
    rows = np.array([box for record in each for box in record], dtype=float).T
    steps = np.rint(rows[2:] / METRES_PER_DEGREE * STEPS_PER_DEGREE).astype(np.int64)
    places = np.arange(len(each), dtype=np.int32)
    return Cells(
        start=_HOUR_MS + np.rint(rows[0] * 1000).astype(np.int64),
        end=_HOUR_MS + np.rint(rows[1] * 1000).astype(np.int64),
        south=steps[1],
        north=steps[3],
        west=steps[0] + 16 * STEPS_PER_DEGREE,
        east=steps[2] + 16 * STEPS_PER_DEGREE,
        offsets=ragged.offsets_of(np.array([len(record) for record in each])),
        id=places,
        owner=places,
    )


def value_of(measure: Measure, original: Trajectories, released: Tracks) -> float:
    """Read off a value, to three digits; trajectory j stands for the j-th original."""
    value = measure(original, released, Origin.one_each(np.arange(len(released)))).value
    return round(value, 3) + 0.0  # no "-0.0"
