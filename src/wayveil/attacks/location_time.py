"""A few places are known, and when."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from wayveil import clock
from wayveil.attacks._background import Background
from wayveil.kernels.arrays import Ints
from wayveil.part import Seconds


class LocationTime(Background):
    """Find who was in a few known places at known times. (scikit-mobility)

    Some points of each target are known by cell and interval of time. Everybody with as many
    points in each cell and interval fits. Two people who were in A, one before and one after 9:00,
    are told apart by one point known to the hour, and not by one known to the day.
    """

    interval: Annotated[Seconds, Field(ge=1)] = 3600
    """Length of the intervals that times are known by."""

    def bins(self, t: Ints) -> Ints:
        """Give the interval of each time."""
        return t // clock.milliseconds(self.interval)
