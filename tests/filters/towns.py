"""A town on a plane of metres, for filters."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from wayveil import geo
from wayveil.kernels import ragged
from wayveil.shapes import Trajectories

Fix = tuple[float, float, float]  # seconds, metres east, metres north


def town(*trips: Sequence[Fix], owner: Sequence[int] | None = None) -> Trajectories:
    """Lay trips out around the point (0, 0)."""
    fixes = np.array([fix for trip in trips for fix in trip], float).reshape(-1, 3)
    codes = np.arange(len(trips), dtype=np.int32)
    return Trajectories(
        lat=fixes[:, 2] / geo.METRES_PER_DEGREE,
        lon=fixes[:, 1] / geo.METRES_PER_DEGREE,
        t=np.rint(fixes[:, 0] * 1000).astype(np.int64),
        offsets=ragged.offsets_of(np.array([len(trip) for trip in trips])),
        id=codes,
        owner=codes if owner is None else np.array(owner, np.int32),
    )


def seconds(data: Trajectories) -> list[list[float]]:
    """The times of each trajectory."""
    pieces = np.split(data.t / 1000, data.offsets[1:-1])
    return [piece.tolist() for piece in pieces if len(piece)]
