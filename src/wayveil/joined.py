"""One record a person: all trajectories of an owner as one."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from wayveil.kernels import ragged
from wayveil.kernels.arrays import Codes, Ints
from wayveil.record import Origin
from wayveil.shapes import Names, Trajectories


@dataclass(frozen=True, eq=False)
class Joined:
    """Everybody's points as one trajectory each, sorted by time, and whose trips they were.

    Person i has the trips `trips[offsets[i]:offsets[i + 1]]`, as places in the table joined.
    """

    data: Trajectories
    trips: Ints
    offsets: Ints

    def origin(self, people: Ints) -> Origin:
        """Say that released trajectory j stands for all trips of person `people[j]`."""
        rows = ragged.rows_of(self.offsets, people)
        return Origin(self.trips[rows], ragged.offsets_of(np.diff(self.offsets)[people]))


def standing_behind(origin: Origin, original: Trajectories) -> Trajectories:
    """Give, for each released trajectory, all points of whom it stands for, sorted by time."""
    stands_for = ragged.group_of_rows(origin.offsets).astype(np.int32)
    return joined(replace(original.take(origin.sources), owner=stands_for)).data


def joined(data: Trajectories) -> Joined:
    """Join the trajectories of each owner; columns besides time and place are left behind."""
    trips = np.argsort(data.owner, kind="stable")
    owners, counts = np.unique(data.owner, return_counts=True)
    offsets, rows = ragged.offsets_of(counts), _by_owner(data, owners)
    one_each = replace(
        data,
        lat=data.lat[rows],
        lon=data.lon[rows],
        t=data.t[rows],
        offsets=ragged.offsets_of(np.add.reduceat(data.lengths[trips], offsets[:-1])),
        id=np.arange(len(owners), dtype=np.int32),
        owner=owners.astype(np.int32),
        names=Names(owners=data.names.owners),
        extra=None,
    )
    return Joined(one_each, trips, offsets)


def _by_owner(data: Trajectories, owners: Codes) -> Ints | slice:
    """Give the rows sorted by owner and time; all as they are, and not copied, if they are so."""
    if np.array_equal(owners, data.owner):
        return slice(None)
    return np.lexsort((data.t, np.searchsorted(owners, data.owner)[data.of_point]))
