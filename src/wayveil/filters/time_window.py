"""A stretch of time."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated, Self

import numpy as np
from pydantic import AfterValidator, model_validator

from wayveil import clock
from wayveil.kernels.arrays import Mask
from wayveil.shapes import Trajectories
from wayveil.sieve import Sieve


def _with_zone(moment: datetime) -> datetime:
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


Moment = Annotated[datetime, AfterValidator(_with_zone)]


class TimeWindow(Sieve):
    """Leave out points before a start, and from an end on."""

    grain = "point"

    start: Moment | None = None
    """First moment that stays, as in 2026-05-01T00:00+02:00; UTC where no zone is said."""

    end: Moment | None = None
    """First moment that goes; none does if not given."""

    @classmethod
    def example(cls) -> Self:
        """Begin on some day."""
        return cls(start=datetime(2023, 11, 15, tzinfo=UTC))

    @model_validator(mode="after")
    def _in_order(self) -> Self:
        if self.start and self.end and self.start >= self.end:
            raise ValueError("the end must be after the start")
        return self

    @property
    def cause(self) -> str:
        """Say why something went."""
        return "outside the time window"

    def stays(self, data: Trajectories) -> Mask:
        """Mark the points within the window."""
        inside = np.ones(data.n_points, np.bool_)
        if self.start:
            inside &= data.t >= _ms(self.start)
        if self.end:
            inside &= data.t < _ms(self.end)
        return inside


def _ms(moment: datetime) -> int:
    return clock.milliseconds(moment.timestamp())
