"""Ships that leave at one place are alike."""

from __future__ import annotations

import numpy as np

from wayveil.flat import flat
from wayveil.kernels.arrays import Floats, Ints
from wayveil.kinds import Distance
from wayveil.shapes import Trajectories


class Departure(Distance):
    """Distance in metres between the first points."""

    def prepare(self, data: Trajectories, basis: Trajectories | None = None) -> Floats:
        """Lay the first points on the plane."""
        paths = flat(data, basis)
        first = paths.offsets[:-1]
        return np.column_stack([paths.x[first], paths.y[first]])

    def row(self, prepared: Floats, i: int, candidates: Ints, out: Floats) -> None:
        """Measure from one first point to the others."""
        out[:] = np.hypot(*(prepared[candidates] - prepared[i]).T)
