"""Edit distance on real sequences: how many points to change to make one of the other."""

from __future__ import annotations

from wayveil.flat import flat
from wayveil.kernels import edits
from wayveil.kernels.arrays import Floats, Ints
from wayveil.kernels.paths import Paths
from wayveil.kinds import Distance
from wayveil.part import Metres
from wayveil.shapes import Trajectories


class Edr(Distance):
    """Share of points to insert, delete or replace, to make one trajectory of the other.

    EDR / max(n, m), from 0 to 1, so that long and short pairs compare; the paper's EDR is the
    count. Two points are equal if they are at most `epsilon` apart, on a straight line (the paper:
    in each coordinate). (Chen, Özsu and Oria, SIGMOD 2005, Definition 2)
    """

    epsilon: Metres = 200
    """How far apart two points may be that count as equal."""

    def prepare(self, data: Trajectories, basis: Trajectories | None = None) -> Paths:
        """Lay the data on the plane."""
        return flat(data, basis)

    def row(self, prepared: Paths, i: int, candidates: Ints, out: Floats) -> None:
        """Count the edits to each candidate."""
        edits.edr_row(prepared, i, candidates, self.epsilon, out)
