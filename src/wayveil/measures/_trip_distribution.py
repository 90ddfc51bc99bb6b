"""Measures that compare how a figure of each trajectory is distributed."""

from __future__ import annotations

from abc import abstractmethod
from typing import Annotated, ClassVar

import numpy as np
from pydantic import Field

from wayveil.kernels.arrays import Floats
from wayveil.kinds import Measure, Reading, Topic
from wayveil.measures._shares import UNIT, classes, divergence, histograms, shift, some
from wayveil.record import Origin
from wayveil.shapes import Trajectories


class TripDistribution(Measure):
    """Compares how a figure of each trajectory is distributed."""

    topic: ClassVar[Topic] = "trips"
    unit_of_values: ClassVar[str]

    bins: Annotated[int, Field(ge=2, le=1000)] = 20
    """Into how many classes, of equal shares of the originals, values are sorted."""

    @abstractmethod
    def values(self, data: Trajectories) -> Floats:
        """Give the figure of each trajectory that has one."""

    def __call__(
        self, original: Trajectories, released: Trajectories, origin: Origin | None
    ) -> Reading:
        """Compare the two distributions."""
        before, after = (some(self.values(data), self.name) for data in (original, released))
        _, *counts = histograms(*classes(before, after, self.bins))
        told = {
            "earth_movers": shift(before, after),
            "earth_movers_unit": self.unit_of_values,
            "median": {"original": float(np.median(before)), "released": float(np.median(after))},
        }
        return Reading(divergence(*counts), UNIT, len(before), told)
