"""Regular users are those who are there on several days."""

from __future__ import annotations

from typing import Annotated
from zoneinfo import ZoneInfo

import numpy as np
from pydantic import AfterValidator, Field

from wayveil.kernels.arrays import Ints
from wayveil.kernels.radix import distinct_pairs
from wayveil.kinds import Filter
from wayveil.record import Tally
from wayveil.shapes import Trajectories


def _known(zone: str) -> str:
    try:
        ZoneInfo(zone)
    except (KeyError, ValueError, OSError):
        raise ValueError("no such zone; write it as in Europe/Vienna") from None
    return zone


class ActiveDays(Filter):
    """Leave out users who are seen on fewer days than this.

    Where no users are known, each trajectory is its own.
    """

    days: Annotated[int, Field(ge=1, le=100_000)] = 2
    """Fewest days on which somebody must be seen; they need not follow each other."""

    tz: Annotated[str, AfterValidator(_known)] = "UTC"
    """Zone in whose days are counted, as in Europe/Vienna."""

    def __call__(self, data: Trajectories) -> tuple[Trajectories, Tally]:
        """Keep the trajectories of those who are seen often enough."""
        owner = np.repeat(data.owner.astype(np.int64), data.lengths)
        seen, _ = distinct_pairs(owner, local_days(data.t, self.tz))
        often = np.bincount(seen, minlength=int(data.owner.max(initial=-1)) + 1) >= self.days
        stay = often[data.owner]
        kept = data.take(stay)
        gone = len(data) - len(kept), data.n_points - kept.n_points
        return kept, Tally.of(f"of users seen on fewer than {self.days} days", *gone)


def local_days(t: Ints, tz: str) -> Ints:
    """Number the days of a zone."""
    import polars as pl

    there = pl.Series(t).cast(pl.Datetime("ms", "UTC")).dt.convert_time_zone(tz)
    days: Ints = there.dt.date().to_physical().cast(pl.Int64).to_numpy()
    return days
