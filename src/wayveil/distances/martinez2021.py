"""The distance of the microaggregation papers: matched points, in space and time."""

from __future__ import annotations

from typing import Annotated, NamedTuple

import numpy as np
from pydantic import Field

from wayveil.flat import Ground
from wayveil.kernels import hull, martinez
from wayveil.kernels.arrays import Floats, Ints
from wayveil.kernels.paths import Paths
from wayveil.kinds import Distance
from wayveil.shapes import Trajectories


class Prepared(NamedTuple):
    """Paths, and the weight of time."""

    paths: Paths
    weight: float


class Martinez2021(Distance):
    """Root mean square over proportionally matched points. (paper 000, Algorithm 4; D4.10, 6.3.1.2)

    Two matched points are as far apart as they are in space, plus λ |Δt| V, where V is the mean
    speed of both trajectories. The first points are always matched, and so are the last.
    """

    p_lambda: Annotated[float, Field(ge=0, allow_inf_nan=False)] | None = None
    """Weight λ of time, without unit; 0 leaves time out, nothing stands for D / (V T)."""

    def prepare(self, data: Trajectories, basis: Trajectories | None = None) -> Prepared:
        """Lay the data on the plane, and find λ if it is not given."""
        ground = Ground.under(data if basis is None else basis)
        paths = ground.lay(data)
        if self.p_lambda is not None:
            return Prepared(paths, self.p_lambda)
        return Prepared(paths, default_weight(paths if basis is None else ground.lay(basis)))

    def row(self, prepared: Prepared, i: int, candidates: Ints, out: Floats) -> None:
        """Compare matched points."""
        martinez.row(prepared.paths, i, candidates, prepared.weight, out)

    def pairs(self, prepared: Prepared, ones: Ints, others: Ints) -> Floats:
        """Compare matched points, all pairs in one go."""
        out = np.empty(len(ones))
        martinez.pairs(prepared.paths, ones, others, prepared.weight, out)
        return out


def default_weight(paths: Paths) -> float:
    """Give D / (V T): largest distance between points, over mean speed times the time span."""
    reach = float(paths.speed.mean()) * float(np.ptp(paths.t))
    return hull.diameter(paths.x, paths.y) / reach if reach > 0 else 0.0
