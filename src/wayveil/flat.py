"""A table on a plane: what distances in metres are computed from."""

from __future__ import annotations

from wayveil import clock, geo
from wayveil.kernels.arrays import Floats, Ints
from wayveil.kernels.paths import Paths, mean_speeds
from wayveil.shapes import Trajectories


def flat(data: Trajectories, basis: Trajectories | None = None) -> Paths:
    """Lay a table on the plane of its basis: metres, seconds, and each trajectory's mean speed.

    The origin is in the middle of the basis, so that single precision goes far.
    """
    basis = data if basis is None else basis
    plane = geo.plane(basis.lat, basis.lon)
    x, y = plane.project(data.lat, data.lon)
    east, north = (x, y) if basis is data else plane.project(basis.lat, basis.lon)
    x, y = x - _middle(east), y - _middle(north)
    t = (data.t - int(_middle(basis.t))) / clock.MS_PER_SECOND
    return Paths(x, y, t, data.offsets, mean_speeds(x, y, t, data.offsets))


def _middle(column: Floats | Ints) -> float:
    return float((column.min() + column.max()) / 2)
