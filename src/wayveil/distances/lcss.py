"""Longest common subsequence: what share of the shorter trajectory the longer does not follow."""

from __future__ import annotations

import numpy as np

from wayveil.flat import flat
from wayveil.kernels import edits
from wayveil.kernels.arrays import Floats, Ints
from wayveil.kernels.paths import Paths
from wayveil.kinds import Distance
from wayveil.part import Metres, Seconds
from wayveil.shapes import Trajectories


class Lcss(Distance):
    """Share of the shorter trajectory's points that have no equal, in order, in the longer one.

    1 - LCSS / min(n, m), from 0 to 1. Two points are equal if they are at most `epsilon` apart, on
    a straight line (the paper: in each coordinate, which depends on where north is), and at most
    `delta` in time. (Vlachos, Kollios and Gunopulos, ICDE 2002, Definitions 2 and 3)
    """

    epsilon: Metres = 200
    """How far apart two points may be that count as equal."""

    delta: Seconds | None = None
    """How far apart in time two points may be that count as equal; nothing leaves time out."""

    def prepare(self, data: Trajectories, basis: Trajectories | None = None) -> Paths:
        """Lay the data on the plane."""
        return flat(data, basis)

    def row(self, prepared: Paths, i: int, candidates: Ints, out: Floats) -> None:
        """Find the longest common subsequence with each candidate."""
        delta = np.inf if self.delta is None else self.delta
        edits.lcss_row(prepared, i, candidates, self.epsilon, delta, out)
