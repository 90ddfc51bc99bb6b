"""Ships at anchor say nothing about traffic."""

from __future__ import annotations

import numpy as np

from wayveil.kinds import Filter
from wayveil.part import Metres
from wayveil.record import Tally
from wayveil.shapes import Trajectories


class UnderWay(Filter):
    """Leave out ships that stay within a short way of where they began."""

    distance: Metres = 100
    """How far a ship must get, along a meridian or a parallel."""

    def __call__(self, data: Trajectories) -> tuple[Trajectories, Tally]:
        """Keep the ships that get away."""
        first = data.offsets[:-1]
        north = np.abs(data.lat - np.repeat(data.lat[first], data.lengths))
        east = np.abs(data.lon - np.repeat(data.lon[first], data.lengths))
        away = np.maximum.reduceat(np.maximum(north, np.minimum(east, 360 - east)), first)
        kept = data.take(away * 111_195 >= self.distance)
        gone = Tally.of("at anchor", len(data) - len(kept), data.n_points - kept.n_points)
        return kept, gone
