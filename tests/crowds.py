"""Small tables in one quarter and one quarter of an hour, where people meet."""

from __future__ import annotations

import numpy as np
from hypothesis import strategies as st

from wayveil.kernels import ragged
from wayveil.kinds import Groups
from wayveil.shapes import Trajectories

_PLACES = st.tuples(st.integers(0, 40), st.integers(0, 40), st.integers(0, 60))


@st.composite
def crowds(draw: st.DrawFn, max_size: int = 7, users: int = 4) -> Trajectories:
    """Draw walks on a grid of 0.0002 degrees, at times of 15 s; users may have several."""
    walks = draw(st.lists(st.lists(_PLACES, min_size=1, max_size=8), min_size=1, max_size=max_size))
    owner = draw(st.lists(st.integers(0, users - 1), min_size=len(walks), max_size=len(walks)))
    points = np.array([p for walk in walks for p in sorted(walk, key=lambda place: place[2])])
    corner = draw(st.sampled_from([(48.0, 16.0), (-0.003, 179.996), (89.995, 10.0)]))
    lon = (corner[1] + points[:, 1] * 2e-4 + 180) % 360 - 180
    return Trajectories(
        corner[0] + points[:, 0] * 1e-4,
        lon,
        1_600_000_000_000 + points[:, 2] * 15_000,
        ragged.offsets_of(np.array([len(walk) for walk in walks])),
        np.arange(len(walks), dtype=np.int32),
        np.array(owner, np.int32),
    )


def listed(groups: Groups) -> list[tuple[int, list[int]]]:
    """Give each group's time and its members, the lowest first."""
    cuts = groups.offsets.tolist()
    return [
        (int(t), sorted(groups.members[a:b].tolist()))
        for t, a, b in zip(groups.t, cuts[:-1], cuts[1:], strict=True)
    ]
