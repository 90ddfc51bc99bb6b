"""Dynamic time warping: the least sum of distances between points matched in order."""

from __future__ import annotations

import numpy as np

from wayveil.flat import flat
from wayveil.kernels import warping
from wayveil.kernels.arrays import Floats, Ints
from wayveil.kernels.paths import Paths
from wayveil.kinds import Distance
from wayveil.part import Seconds
from wayveil.shapes import Trajectories


class Dtw(Distance):
    """Sum up metres between points matched in order, so that the sum is least. (D4.10, 6.3.1.2)

    D(i, j) = |p_i - q_j| + min(D(i-1, j-1), D(i-1, j), D(i, j-1)); every point is matched, the
    first with the first and the last with the last. The sum grows with the number of points; it
    is no metric. (Sakoe and Chiba, IEEE TASSP 26, 1978)
    """

    window: Seconds | None = None
    """How far apart in time two matched points may be; nothing leaves time out."""

    def prepare(self, data: Trajectories, basis: Trajectories | None = None) -> Paths:
        """Lay the data on the plane."""
        return flat(data, basis)

    def row(self, prepared: Paths, i: int, candidates: Ints, out: Floats) -> None:
        """Warp i onto each candidate; infinite where the window forbids it."""
        window = np.inf if self.window is None else self.window
        warping.dtw_row(prepared, i, candidates, window, out)
