"""How many people were in each tile."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Final, Literal

import numpy as np
from pydantic import Field

from wayveil import clock
from wayveil.analyses._cells import column, counts_of, enough, tallied
from wayveil.chance import Chance
from wayveil.counts import Counts
from wayveil.kernels import ragged
from wayveil.kernels.arrays import Ints
from wayveil.kernels.radix import distinct
from wayveil.kinds import Analysis, Claim, Outcome
from wayveil.part import K, Seconds
from wayveil.record import Tally
from wayveil.shapes import Trajectories
from wayveil.tiled import Tiled

_OUTSIDE: Final = "outside all tiles"


class TileCounts(Tiled, Analysis):
    """Count the people in each tile, and their visits or locations, where there are k or more.

    A tile with fewer than k units is not published, nor is any total that it would be part of.
    With an `interval` tiles are counted apart for each stretch of time, or, if it is `daily`, for
    each time of day over all days. Numbers are exact: nothing is rounded or added.
    """

    k: K = 5
    """Fewest units in a tile that is published."""

    count: Literal["visits", "locations"] = "visits"
    """What to count beside units: stays in a tile, or points."""

    interval: Annotated[Seconds, Field(ge=1, le=86_400)] | None = None
    """Length of the stretches of time that are counted apart; everything at once if not given."""

    daily: bool = False
    """Whether equal times of all days are counted together."""

    def claims(self) -> tuple[Claim, ...]:
        """Cells count k units, are tiles of a fixed grid, and none is part of another."""
        tiles = self.tiles()
        return (
            Claim.named("k_per_cell", k=self.k, tessellation=tiles),
            Claim.named("disjoint_cells"),
            Claim.named("fixed_outlines", tessellation=tiles),
        )

    def __call__(self, data: Trajectories, rng: Chance) -> Outcome:
        """Count."""
        tiles = self.tiles()
        cells, starts = tiles.cells(data.lat, data.lon), self._starts(data.t)
        runs = self._runs(data, cells, starts)
        at, points = runs[:-1], np.diff(runs)
        inside = cells[at] >= 0
        away = Tally.of(_OUTSIDE, 0, int(points[~inside].sum()))
        at, points = at[inside], points[inside]
        keys = {"cell": cells[at], "start": starts[at]}
        table = tallied(keys, data.owner[data.of_point[at]], points)
        kept, few = enough(table, self.k, "tiles")
        counts = counts_of(self.count, tiles, column(kept, "cell"), kept)
        return Outcome(self._timed(counts, column(kept, "start")).in_order(), away + few)

    def _starts(self, t: Ints) -> Ints:
        """When the stretch of time of each point begins; 0 where there are none."""
        if self.interval is None:
            return np.zeros(len(t), np.int64)
        of_day = t % clock.MS_PER_DAY if self.daily else t
        return of_day - of_day % clock.milliseconds(self.interval)

    def _runs(self, data: Trajectories, cells: Ints, starts: Ints) -> Ints:
        """Give the offsets of what counts: points, or stays in one tile and stretch of time."""
        if self.count == "locations":
            return np.arange(data.n_points + 1)
        return distinct(
            np.append(ragged.runs(cells, data.offsets), ragged.runs(starts, data.offsets))
        )

    def _timed(self, counts: Counts, start: Ints) -> Counts:
        if self.interval is None:
            return counts
        end = start + clock.milliseconds(self.interval)
        if self.daily:
            end = np.minimum(end, clock.MS_PER_DAY)
        return replace(counts, start=start, end=end, daily=self.daily)
