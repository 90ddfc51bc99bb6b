"""Who is in one cell of a grid in one interval of time."""

from __future__ import annotations

from typing import Annotated

import numpy as np
from pydantic import Field

from wayveil import clock
from wayveil.kernels import ragged
from wayveil.kernels.arrays import Ints, Mask
from wayveil.kernels.radix import order_by
from wayveil.kinds import Groups, Meeting, Tessellation
from wayveil.part import Seconds
from wayveil.shapes import Trajectories


class Partition(Meeting):
    """Those meet whose last points of an interval of time lie in one cell of a grid.

    (Dahne 2019, Algorithm 3.) Being in one cell in one interval is an equivalence: groups of one
    time have nobody in common, and all that depends on cells and intervals alone is the same
    before and after swapping. Of the points of a trajectory in one interval the last counts, and of
    those at one time the last in the table. They meet at the end of the interval. Grid and clock
    stand still: they start at -180, -90 degrees and in 1970, whatever the data.
    """

    size: Annotated[float, Field(ge=1e-6, le=90, allow_inf_nan=False)] = 0.001
    """Height and width of a cell in degrees."""

    interval: Annotated[Seconds, Field(ge=0.001)] = 60
    """Length of an interval."""

    tessellation: Tessellation | None = None
    """Cells of another kind, instead of a grid in degrees."""

    def cells(self) -> Tessellation:
        """Give the cells."""
        return self.tessellation or Tessellation.named("degrees", size=self.size)

    def __call__(self, data: Trajectories) -> Groups:
        """Sort the last points of the intervals by interval and cell."""
        width = clock.milliseconds(self.interval)
        epoch = data.t // width
        rows = np.flatnonzero(_last_in_interval(epoch, data.offsets))
        epoch, cell = epoch[rows], self.cells().cells(data.lat[rows], data.lon[rows])
        if (cell < 0).any():
            rows, epoch, cell = (column[cell >= 0] for column in (rows, epoch, cell))
        order = order_by(epoch, cell)
        runs = _runs(epoch[order], cell[order])
        # Most are alone: they need no further look.
        met = np.flatnonzero(np.diff(runs) > 1)
        some = order[ragged.rows_of(runs, met)]
        offsets = ragged.offsets_of(np.diff(runs)[met])
        return _groups(data, rows[some], offsets, (epoch[some] + 1) * width)


def _last_in_interval(epoch: Ints, offsets: Ints) -> Mask:
    """Mark the last point of each trajectory in each interval."""
    last = np.ones(len(epoch), np.bool_)
    last[:-1] = epoch[1:] != epoch[:-1]
    last[offsets[1:] - 1] = True
    return last


def _runs(epoch: Ints, cell: Ints) -> Ints:
    """Give the offsets of the runs of equal interval and cell."""
    begins = np.ones(len(cell), np.bool_)
    begins[1:] = (cell[1:] != cell[:-1]) | (epoch[1:] != epoch[:-1])
    return np.append(np.flatnonzero(begins), len(cell))


def _groups(data: Trajectories, rows: Ints, runs: Ints, after: Ints) -> Groups:
    """Make groups of the runs in which two owners or more are."""
    members = np.searchsorted(data.offsets, rows, side="right") - 1
    owner = data.owner[members]
    lengths = np.diff(runs)
    strange = owner != np.repeat(owner[runs[:-1]], lengths)
    mixed = np.flatnonzero(np.bincount(ragged.group_of_rows(runs)[strange], minlength=len(lengths)))
    return Groups(
        members[ragged.rows_of(runs, mixed)].astype(np.int32),
        ragged.offsets_of(lengths[mixed]),
        after[runs[mixed]],
    )
