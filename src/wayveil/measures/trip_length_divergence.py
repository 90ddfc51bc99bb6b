"""Whether trips are still as long."""

from __future__ import annotations

from typing import ClassVar

from wayveil.kernels.arrays import Floats
from wayveil.measures._trip_distribution import TripDistribution
from wayveil.measures._trips import lengths
from wayveil.shapes import Trajectories


class TripLengthDivergence(TripDistribution):
    """How far the lengths of trips are distributed otherwise than before.

    Jensen-Shannon divergence of the histograms, in classes of equal shares of the originals;
    beside it the earth mover's distance. A length is that of the line through a trip's points.
    Of trips of 100 m and 200 m, published as two of 200 m, half are in another class: with
    P = (1/2, 1/2), Q = (0, 1) and M = (1/4, 3/4) the divergence is
    (1/2 lb 2 + 1/2 lb 2/3 + lb 4/3) / 2 = 0.311, and they grew by 50 m on average.

    >>> from wayveil.contract.by_hand import trips, value_of
    >>> short, long = [(0, 0, 0), (60, 0, 100)], [(0, 0, 0), (60, 0, 200)]
    >>> value_of(TripLengthDivergence(), trips(short, long), trips(long, long))
    0.311
    """

    unit_of_values: ClassVar[str] = "m"

    def values(self, data: Trajectories) -> Floats:
        """Give metres."""
        return lengths(data)
