"""Tables on which distances in metres make sense, and what the tests look at them with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np
from hypothesis import strategies as st

from tests.reference.distances import Track
from tests.tables import tables
from wayveil import geo
from wayveil.flat import flat
from wayveil.kernels import ragged
from wayveil.kernels.arrays import Floats
from wayveil.kinds import Distance
from wayveil.shapes import Trajectories


@st.composite
def nearby(draw: st.DrawFn, max_size: int = 6) -> Trajectories:
    """Draw a table that lies within 400 km, in the middle latitudes and over the antimeridian."""
    table = draw(tables(max_size))
    across = geo.wrapped(180 + table.lon / draw(st.sampled_from([45.0, 45_000.0])))
    return replace(table, lat=47 + table.lat / draw(st.sampled_from([45.0, 45_000.0])), lon=across)


def laid_out(*tracks: Track) -> Trajectories:
    """Put points given in metres and seconds on the equator, where they stay what they are."""
    points = np.array([point for track in tracks for point in track], float)
    codes = np.arange(len(tracks), dtype=np.int32)
    return Trajectories(
        lat=points[:, 1] / geo.METRES_PER_DEGREE,
        lon=points[:, 0] / geo.METRES_PER_DEGREE,
        t=(points[:, 2] * 1000).astype(np.int64),
        offsets=ragged.offsets_of(np.array([len(track) for track in tracks])),
        id=codes,
        owner=codes,
    )


def tracks_of(data: Trajectories) -> list[Track]:
    """List the points of each trajectory, in metres and seconds."""
    paths = flat(data)
    points = list(zip(paths.x.tolist(), paths.y.tolist(), paths.t.tolist(), strict=True))
    cuts = paths.offsets.tolist()
    return [points[start:end] for start, end in pairwise(cuts)]


def matrix(distance: Distance, data: Trajectories) -> Floats:
    """Give all distances."""
    prepared, everyone = distance.prepare(data), np.arange(len(data))
    out = np.full((len(data), len(data)), np.nan)
    for i in range(len(data)):
        distance.row(prepared, i, everyone, out[i])
    return out


def between(distance: Distance, a: Track, b: Track) -> float:
    """Give one distance, of two trajectories laid out on the equator."""
    return float(matrix(distance, laid_out(a, b))[0, 1])


def standing(*places: float) -> Sequence[tuple[float, float, float]]:
    """Points due east at these metres, one a minute."""
    return [(place, 0.0, 60.0 * n) for n, place in enumerate(places)]


def walk(rng: np.random.Generator, size: int, start: float = 0) -> Track:
    """Points within some hundred metres, a few seconds apart, some at one time."""
    x, y = rng.normal(0, 300, (2, size)).tolist()
    times = start + np.cumsum(rng.integers(0, 9, size))
    return list(zip(x, y, times.tolist(), strict=True))
