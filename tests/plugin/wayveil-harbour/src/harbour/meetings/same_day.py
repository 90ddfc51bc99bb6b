"""Crews who are at sea on one day know each other."""

from __future__ import annotations

import numpy as np

from wayveil.clock import MS_PER_DAY
from wayveil.kernels import ragged
from wayveil.kinds import Groups, Meeting
from wayveil.shapes import Trajectories


class SameDay(Meeting):
    """Ships that set out on one day meet when it ends."""

    def __call__(self, data: Trajectories) -> Groups:
        """Group ships by the day of their first point."""
        day = data.t[data.offsets[:-1]] // MS_PER_DAY
        days, of_ship = np.unique(day, return_inverse=True)
        crews = [np.flatnonzero(of_ship == i) for i in range(len(days))]
        met = [i for i, crew in enumerate(crews) if len(np.unique(data.owner[crew])) > 1]
        members = np.concatenate([np.empty(0, np.int64), *(crews[i] for i in met)])
        sizes = np.array([len(crews[i]) for i in met], np.int64)
        ends = (days[met] + 1) * MS_PER_DAY if met else days[:0]
        return Groups(members.astype(np.int32), ragged.offsets_of(sizes), ends)
