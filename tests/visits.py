"""Tables of visits to a few places, where much is shared; and their rows, one by one."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from hypothesis import strategies as st

from tests.reference.km import Row
from wayveil.kernels import ragged
from wayveil.shapes import Trajectories, steps

#: A tile of 500 m is 0.0045 degrees high here.
TILE = 0.0045
MINUTE_MS = 60_000


@st.composite
def towns(
    draw: st.DrawFn, places: int = 4, most: int = 9, longest: int = 6, spread: float = 0.4
) -> Trajectories:
    """Trips among some places in a row, by few people, with equal times and loops."""
    point = st.tuples(
        st.integers(0, places - 1),
        st.sampled_from([0, 0, 1, 7, 40]),
        st.sampled_from([0.0, spread, -spread]),
    )
    trips = draw(st.lists(st.lists(point, min_size=1, max_size=longest), min_size=1, max_size=most))
    trips += trips[: draw(st.integers(0, len(trips)))]
    owner = draw(st.lists(st.integers(0, 5), min_size=len(trips), max_size=len(trips)))
    rows = [row for trip in trips for row in trip]
    n = len(trips)
    return Trajectories(
        lat=48.0 + TILE * np.array([place + away for place, _, away in rows]),
        lon=np.full(len(rows), 16.4),
        t=np.concatenate([np.cumsum([gap * MINUTE_MS for _, gap, _ in trip]) for trip in trips]),
        offsets=ragged.offsets_of(np.array([len(trip) for trip in trips])),
        id=np.arange(n, dtype=np.int32),
        owner=np.array(owner, dtype=np.int32),
    )


def rows_of(data: Trajectories) -> list[list[Row]]:
    """Give the rows of each trajectory."""
    columns = data.t.tolist(), steps(data.lat).tolist(), steps(data.lon).tolist()
    rows = list(zip(*columns, strict=True))
    cuts = data.offsets.tolist()
    return [rows[a:b] for a, b in pairwise(cuts)]
