"""People are known by the places where they stay."""

from __future__ import annotations

from typing import Annotated

import numpy as np
from pydantic import Field

from wayveil import clock
from wayveil.attacks._halves import Halves
from wayveil.kernels.arrays import Floats, Ints
from wayveil.kernels.stays import ARRIVAL, DEPARTURE, stays
from wayveil.part import Metres, Seconds
from wayveil.shapes import Trajectories


class PoiRetrieval(Halves):
    """Recognize people by the places where they stay. (after Primault et al. 2014)

    Somebody stays where all points of some time lie near the first of them; a place of interest is
    a cell in which somebody stays, and weighs as many hours as they do. Places are found in the
    first half of the time, and the released record with the most similar ones in the second half
    is named. Passing through tells nothing here, living somewhere much. (Differentially Private
    Location Privacy in Practice, MoST 2014)
    """

    radius: Annotated[Metres, Field(gt=0)] = 200
    """How far from the first point of a stay the others may lie."""

    duration: Annotated[Seconds, Field(gt=0)] = 1200
    """How long a stay must last."""

    def features(self, people: Trajectories) -> tuple[Ints, Ints, Ints, Floats]:
        """Give the cell of each stay, and how long it lasts."""
        ms = clock.milliseconds(self.duration)
        what = stays(people.lat, people.lon, people.t, people.offsets, self.radius, ms)
        begin, end = np.flatnonzero(what == ARRIVAL), np.flatnonzero(what == DEPARTURE)
        cell = self.tiles.cells(people.lat[begin], people.lon[begin])
        lasted = (people.t[end] - people.t[begin]).astype(np.float64)
        return people.of_point[begin], cell, np.zeros_like(cell), lasted
