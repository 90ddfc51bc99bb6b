"""Whether trips still reach as wide."""

from __future__ import annotations

from typing import ClassVar

from wayveil.kernels.arrays import Floats
from wayveil.measures._trip_distribution import TripDistribution
from wayveil.measures._trips import gyrations
from wayveil.shapes import Trajectories


class GyrationDivergence(TripDistribution):
    """How far the radii of gyration of trips are distributed otherwise than before.

    Jensen-Shannon divergence of the histograms, in classes of equal shares of the originals;
    beside it the earth mover's distance. The radius is sqrt(Σ d(p, c)² / n) over the n points p of
    a trip with middle c: 50 m for two points 100 m apart. Of 50 m and 100 m, published as 100 m
    and 100 m, half change class, as in `trip_length_divergence`: 0.311.

    >>> from wayveil.contract.by_hand import trips, value_of
    >>> near, wide = ([(0, 0, 0), (60, 0, far)] for far in (100, 200))
    >>> value_of(GyrationDivergence(), trips(near, wide), trips(wide, wide))
    0.311
    """

    unit_of_values: ClassVar[str] = "m"

    def values(self, data: Trajectories) -> Floats:
        """Give metres."""
        return gyrations(data)
