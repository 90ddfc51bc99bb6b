"""Small tables in one town, which have metres, and trips written by hand."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
from hypothesis import strategies as st

from tests.reference.aggregations import Trip
from wayveil.kernels import ragged
from wayveil.kernels.arrays import Ints
from wayveil.shapes import Trajectories

_STEPS = st.integers(0, 40)
_POINTS = st.lists(
    st.tuples(_STEPS, _STEPS, st.sampled_from([0, 1, 60_000, 61_007])), min_size=1, max_size=6
)
_MIDDLES = st.sampled_from([(48.2, 16.4), (0.0, 179.998), (-33.0, -180.0)])


def table(trips: list[Trip], owners: list[int] | None = None) -> Trajectories:
    """Trips by hand, as a table."""
    t, lat, lon = zip(*(point for trip in trips for point in trip), strict=True)
    places = np.arange(len(trips), dtype=np.int32)
    return Trajectories(
        lat=np.array(lat),
        lon=np.array(lon),
        t=np.array(t, dtype=np.int64),
        offsets=ragged.offsets_of(np.array([len(trip) for trip in trips])),
        id=places,
        owner=places if owners is None else np.array(owners, dtype=np.int32),
    )


def trips_of(data: Trajectories) -> list[Trip]:
    """A table as lists of points."""
    rows = list(zip(data.t.tolist(), data.lat.tolist(), data.lon.tolist(), strict=True))
    cuts = data.offsets.tolist()
    return [rows[start:end] for start, end in pairwise(cuts)]


@st.composite
def towns(draw: st.DrawFn, max_size: int = 8) -> Trajectories:
    """Trips within some 500 m, also where longitudes end, several by one person."""
    lat, lon = draw(_MIDDLES)
    drawn = draw(st.lists(_POINTS, min_size=1, max_size=max_size))
    owners = draw(st.lists(st.integers(0, 3), min_size=len(drawn), max_size=len(drawn)))
    start = draw(st.sampled_from([0, -12_345_678_901, 1_600_000_000_000]))
    trips = [
        [
            (int(t), lat + north * 1e-4, (lon + east * 1e-4 + 180) % 360 - 180)
            for (north, east, _), t in zip(
                points, start + np.cumsum([wait for *_, wait in points]), strict=True
            )
        ]
        for points in drawn
    ]
    return table(trips, owners)


def labels_for(draw: Any, n: int) -> Ints:
    """Some labels in which each of 0, 1, ... occurs."""
    drawn = draw(st.lists(st.integers(0, 2), min_size=n, max_size=n))
    return np.unique(drawn, return_inverse=True)[1].astype(np.int64)
