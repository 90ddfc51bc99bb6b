"""A trip begins where one leaves and ends where one arrives."""

from __future__ import annotations

from typing import Annotated, Literal

import numpy as np
from pydantic import Field

from wayveil import clock
from wayveil.kernels import ragged
from wayveil.kernels.stays import ARRIVAL, DEPARTURE, UNDER_WAY, stays
from wayveil.kinds import Filter
from wayveil.part import Metres, Seconds
from wayveil.record import Tally
from wayveil.shapes import Trajectories


class StayPoints(Filter):
    """Cut trajectories into trips where somebody stays, and leave out what was sent meanwhile.

    Somebody stays where all points of some time lie near the first of them. (Stay points of Li
    et al. 2008.) The last trip arrives at the first point of a stay, the next leaves from its
    last. Before the first trip there is no arrival, and after the last no departure: who stays
    all the time has no trip and goes.
    """

    radius: Annotated[Metres, Field(gt=0)] = 200
    """How far from the first point of a stay the others may lie."""

    duration: Annotated[Seconds, Field(gt=0)] = 1200
    """How long a stay must last."""

    ends: Literal["keep", "drop"] = "keep"
    """Whether trips begin and end with the points of the stays, or with those under way."""

    def __call__(self, data: Trajectories) -> tuple[Trajectories, Tally]:
        """Cut at the stays."""
        ms = clock.milliseconds(self.duration)
        what = stays(data.lat, data.lon, data.t, data.offsets, self.radius, ms)
        keep = what == UNDER_WAY
        if self.ends == "keep":
            first = ragged.first_of_group(data.offsets)
            last = np.roll(first, -1)
            keep |= ((what == ARRIVAL) & ~first) | ((what == DEPARTURE) & ~last)
        starts = what == DEPARTURE if self.ends == "keep" else np.roll(what, 1) != UNDER_WAY
        kept = data.where(keep)
        gone = Tally.of("at stays", len(data) - len(kept), int((~keep).sum()))
        return kept.cut(starts[keep]), gone
