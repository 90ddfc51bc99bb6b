"""Each trajectory as a row of numbers that a model can read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from wayveil import clock, geo
from wayveil.kernels.arrays import Floats, Ints
from wayveil.kinds import Tessellation
from wayveil.measures._tiles import visits
from wayveil.shapes import Trajectories

Table = npt.NDArray[np.float64]
#: A trajectory is described by so many of its visits, evenly spaced, the first and last included.
STOPS: Final = 10


@dataclass(frozen=True, eq=False)
class Features:
    """Numbers about each trajectory; `place` says which one of the table a row is about."""

    stops: list[Table]
    log_visits: Floats
    place: Ints

    @property
    def plain(self) -> Table:
        """The numbers as they are."""
        return np.column_stack([*self.stops, self.log_visits])

    @property
    def squared(self) -> Table:
        """The numbers with their squares and products within a stop, each of spread 1.

        A model that adds up would not notice that a release is drawn towards the middle of each
        stop, for its means are the same.
        """
        size = self.log_visits[:, None]
        whole = [*map(even, self.stops), even(size)]
        pairs = [(i, j) for i in range(len(self.stops)) for j in range(i, len(self.stops))]
        products = [whole[i] * whole[j] for i, j in pairs]
        return even(np.column_stack([*whole, *products, whole[-1] ** 2]))


def features(
    both: Trajectories, basis: Trajectories, tiles: Tessellation, interval: float | None
) -> Features:
    """Describe trajectories by the centres of the tiles they visit, in kilometres.

    With an interval also by when, in steps of it. Trajectories outside all tiles have no row.
    """
    found = visits(both, tiles)
    n = np.diff(found.offsets)[:, None]
    step = (2 * np.arange(STOPS) * (n - 1) + STOPS - 1) // (2 * (STOPS - 1))
    at = found.offsets[:-1, None] + step
    x, y = geo.plane(basis.lat, basis.lon).project(*tiles.centres(found.tile))
    stops = [x[at] / 1000, y[at] / 1000]
    if interval:
        arrived = found.data.t[found.points[:-1]] - basis.t.min()
        stops.append((arrived // round(interval * clock.MS_PER_SECOND)).astype(np.float64)[at])
    return Features(stops, np.log(n[:, 0]), found.data.id.astype(np.int64))


def even(table: Table) -> Table:
    """Bring each column to mean 0 and spread 1; one that has no spread becomes 0."""
    spread = np.ptp(table, axis=0) > 0
    scale = np.where(spread, table.std(0), 1)
    even: Table = np.where(spread, (table - table.mean(0)) / scale, 0)
    return even


def alike(table: Table) -> Ints:
    """Number the groups of equal rows."""
    rows = np.ascontiguousarray(table)
    whole = rows.view(np.dtype((np.void, rows.itemsize * rows.shape[1]))).ravel()
    groups: Ints = np.unique(whole, return_inverse=True)[1]
    return groups
