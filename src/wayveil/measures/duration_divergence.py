"""Whether trips still take as long."""

from __future__ import annotations

from typing import ClassVar

from wayveil.kernels.arrays import Floats
from wayveil.measures._trip_distribution import TripDistribution
from wayveil.measures._trips import durations
from wayveil.shapes import Trajectories


class DurationDivergence(TripDistribution):
    """How far the durations of trips are distributed otherwise than before.

    Jensen-Shannon divergence of the histograms, in classes of equal shares of the originals;
    beside it the earth mover's distance. Of trips of one and two minutes, published as two of
    three minutes, none keeps its class: 1.

    >>> from wayveil.contract.by_hand import trips, value_of
    >>> short, long, longer = ([(0, 0, 0), (end, 0, 0)] for end in (60, 120, 180))
    >>> value_of(DurationDivergence(), trips(short, long), trips(longer, longer))
    1.0
    """

    unit_of_values: ClassVar[str] = "s"

    def values(self, data: Trajectories) -> Floats:
        """Give seconds."""
        return durations(data)
