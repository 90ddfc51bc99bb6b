"""A table on a plane: what distances in metres are computed from."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from wayveil import clock, geo
from wayveil.kernels.paths import Paths, mean_speeds
from wayveil.shapes import Trajectories


@dataclass(frozen=True)
class Ground:
    """A plane and a moment to lay tables on; the origin is amid its basis.

    Single precision goes far from there.
    """

    plane: geo.Plane
    x: float
    y: float
    t: float

    @classmethod
    def under(cls, basis: Trajectories) -> Ground:
        """Choose the ground for a table."""
        plane = geo.plane(basis.lat, basis.lon)
        some = slice(None, None, max(1, basis.n_points // 1000))
        x, y = plane.project(basis.lat[some], basis.lon[some])
        t = (int(basis.t.min()) + int(basis.t.max())) / 2
        return cls(plane, float(np.median(x)), float(np.median(y)), t)

    def lay(self, data: Trajectories) -> Paths:
        """Give metres, seconds, and each trajectory's mean speed."""
        x, y = self.plane.project(data.lat, data.lon)
        x -= self.x
        y -= self.y
        t = (data.t - self.t) / clock.MS_PER_SECOND
        return Paths(x, y, t, data.offsets, mean_speeds(x, y, t, data.offsets))


def flat(data: Trajectories, basis: Trajectories | None = None) -> Paths:
    """Lay a table on the ground of its basis, or on its own."""
    return Ground.under(data if basis is None else basis).lay(data)
