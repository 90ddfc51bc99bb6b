"""Spatio-temporal linear combine: how near the points are in space, and how near in time."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from wayveil.flat import flat
from wayveil.kernels import closeness
from wayveil.kernels.arrays import Floats, Ints
from wayveil.kernels.paths import Paths
from wayveil.kinds import Distance
from wayveil.part import Metres, Seconds
from wayveil.shapes import Trajectories


class Stlc(Distance):
    """Weigh how near the points are in space against how near they are in time. (D4.10, 6.3.1.2)

    1 - (λ S + (1 - λ) T) / 2, from 0 to 1. S = mean over the points of a of exp(-d / space), d
    being the distance to the nearest point of b, plus the same from b to a; T likewise with the
    nearest time and exp(-|Δt| / time). Space and time are looked at apart: the point nearest in
    space need not be the one nearest in time. (Shang, Chen, Wei, Jensen, Zheng and Kalnis,
    PVLDB 10(11), 2017, on road networks and without scales; here on the plane)
    """

    p_lambda: Annotated[float, Field(ge=0, le=1)] = 0.5
    """Weight λ of space, without unit; the rest is that of time."""

    space: Annotated[Metres, Field(gt=0)] = 1000
    """Distance at which nearness in space has fallen to 1/e."""

    time: Annotated[Seconds, Field(gt=0)] = 1800
    """Time at which nearness in time has fallen to 1/e."""

    def prepare(self, data: Trajectories, basis: Trajectories | None = None) -> Paths:
        """Lay the data on the plane."""
        return flat(data, basis)

    def row(self, prepared: Paths, i: int, candidates: Ints, out: Floats) -> None:
        """Look for the nearest places and times in each candidate."""
        closeness.stlc_row(prepared, i, candidates, self.p_lambda, self.space, self.time, out)
