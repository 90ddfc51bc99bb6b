"""What points are worth that are known to a radius and a time only."""

from __future__ import annotations

from typing import Annotated, ClassVar

import numpy as np
from pydantic import Field

from wayveil.kernels.arrays import Floats
from wayveil.kinds import Measure, Reading, Topic
from wayveil.measures._loss import pairs
from wayveil.part import Metres, Seconds
from wayveil.record import Origin
from wayveil.shapes import Trajectories


class UncertainUtility(Measure):
    """Mean utility of the trajectories, if a point tells place and time to a cylinder only.

    1 - exp(-1/Σ(π r² g) · |T'|/|T|), the sum over the |T'| points released for a trajectory of
    |T| points, r in kilometres and g in hours; 0 for a trajectory that is removed. (Romero-Tris
    and Megías 2018, Equation 1; its examples read 0.18 and 0.94.) A table of points does not say
    how uncertain they are: `radius` and `time_gap` say it for all, and are to be set to what the
    method did. One point of 500 m and half an hour, of two: 1 - exp(-1/(π/4 · 1/2) / 2) = 0.72.

    >>> from wayveil.contract.by_hand import trips, value_of
    >>> before, after = trips([(0, 0, 0), (60, 0, 0)]), trips([(0, 0, 0)])
    >>> value_of(UncertainUtility(radius=500, time_gap=1800), before, after)
    0.72
    """

    needs_origin: ClassVar[bool] = True
    topic: ClassVar[Topic] = "loss"
    unchanged: ClassVar[float | None] = None

    radius: Annotated[Metres, Field(gt=0)] = 250
    """Radius of the circle that a released point stands for."""

    time_gap: Annotated[Seconds, Field(gt=0)] = 900
    """Length of the interval that a released point stands for."""

    def __call__(
        self, original: Trajectories, released: Trajectories, origin: Origin | None
    ) -> Reading:
        """Give the mean over all originals."""
        survivors, partners = pairs(original, released, origin)
        points = released.lengths[partners]
        volume = volumes(self.radius / 1000, self.time_gap / 3600) * points
        found = np.zeros(len(original))
        found[survivors] = utility(volume, points / original.lengths[survivors])
        told = {"median": float(np.median(found)), "removed": len(original) - len(survivors)}
        return Reading(float(found.mean()), "of 1 (utility)", len(original), told)


def volumes(radius: Floats | float, gap: Floats | float) -> Floats:
    """Give the volumes of cylinders, of kilometres and hours."""
    return np.asarray(np.pi * np.square(radius) * gap)


def utility(volume: Floats, kept: Floats) -> Floats:
    """Give each trajectory's utility, from the sum of its volumes and the share of points kept."""
    return np.asarray(-np.expm1(-kept / volume))
