"""Whether trips are still as fast."""

from __future__ import annotations

from typing import ClassVar

from wayveil.kernels.arrays import Floats
from wayveil.measures._trip_distribution import TripDistribution
from wayveil.measures._trips import durations, lengths
from wayveil.shapes import Trajectories


class SpeedDivergence(TripDistribution):
    """How far the mean speeds of trips are distributed otherwise than before.

    Jensen-Shannon divergence of the histograms, in classes of equal shares of the originals;
    beside it the earth mover's distance. A mean speed is length by duration; trips that take no
    time have none. Of 36 and 72 km/h, published as 72 and 72, half change class, as in
    `trip_length_divergence`: 0.311.

    >>> from wayveil.contract.by_hand import trips, value_of
    >>> slow, fast = ([(0, 0, 0), (10, 0, far)] for far in (100, 200))
    >>> value_of(SpeedDivergence(), trips(slow, fast), trips(fast, fast))
    0.311
    """

    unit_of_values: ClassVar[str] = "km/h"

    def values(self, data: Trajectories) -> Floats:
        """Give kilometres per hour of those that take time."""
        took = durations(data)
        speeds: Floats = lengths(data)[took > 0] / took[took > 0] * 3.6
        return speeds
