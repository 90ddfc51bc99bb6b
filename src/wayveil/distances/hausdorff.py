"""Hausdorff distance: how far the point of either trajectory is that is farthest off the other."""

from __future__ import annotations

from wayveil.flat import flat
from wayveil.kernels import farthest
from wayveil.kernels.arrays import Floats, Ints
from wayveil.kernels.paths import Paths
from wayveil.kinds import Distance
from wayveil.shapes import Trajectories


class Hausdorff(Distance):
    """Largest distance from a point of either to the nearest of the other; order is left out.

    max(max_p min_q |p - q|, max_q min_p |p - q|), over the points and not the lines between them.
    (Hausdorff, Grundzüge der Mengenlehre, 1914; with the early break of Taha and Hanbury, IEEE
    TPAMI 37, 2015)
    """

    def prepare(self, data: Trajectories, basis: Trajectories | None = None) -> Paths:
        """Lay the data on the plane."""
        return flat(data, basis)

    def row(self, prepared: Paths, i: int, candidates: Ints, out: Floats) -> None:
        """Find the farthest point off each candidate."""
        farthest.hausdorff_row(prepared, i, candidates, out)
