"""What is expected of people who go on as they came."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from wayveil.clock import MS_PER_SECOND
from wayveil.kernels.continuations import Motion
from wayveil.part import KmPerHour, Metres, Part, Seconds
from wayveil.shapes import Trajectories


class Steadiness(Part):
    """How evenly people move: what somebody expects who looks where they came from."""

    error: Annotated[Metres, Field(gt=0)] = 30
    """How far off a place may be."""

    change: Annotated[KmPerHour, Field(gt=0)] = 20
    """By how much velocities change from one step to the next."""

    rhythm: Annotated[Seconds, Field(gt=0)] = 15
    """By how much the time from one point to the next varies."""

    def motion(self, data: Trajectories) -> Motion:
        """Give the points with what is expected of them."""
        seconds = (data.t - data.t.min()) / MS_PER_SECOND
        measures = float(self.error), self.change / 3.6, float(self.rhythm)
        return Motion(data.lat, data.lon, seconds, *measures)
