"""Fréchet distance: how long a leash must be for two who walk along two trajectories."""

from __future__ import annotations

from wayveil.flat import flat
from wayveil.kernels import warping
from wayveil.kernels.arrays import Floats, Ints
from wayveil.kernels.paths import Paths
from wayveil.kinds import Distance
from wayveil.shapes import Trajectories


class Frechet(Distance):
    """Largest distance between points matched in order, so that it is least; time is left out.

    D(i, j) = max(|p_i - q_j|, min(D(i-1, j-1), D(i-1, j), D(i, j-1))), over the points alone and
    not the lines between them. (Eiter and Mannila, Computing Discrete Fréchet Distance, 1994)
    """

    def prepare(self, data: Trajectories, basis: Trajectories | None = None) -> Paths:
        """Lay the data on the plane."""
        return flat(data, basis)

    def row(self, prepared: Paths, i: int, candidates: Ints, out: Floats) -> None:
        """Warp i onto each candidate."""
        warping.frechet_row(prepared, i, candidates, out)
