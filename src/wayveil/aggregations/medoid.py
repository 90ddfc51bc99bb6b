"""The member in the middle of its cluster."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from wayveil.aggregations._clusters import each_cluster, least
from wayveil.kernels.arrays import Codes, Floats, Ints
from wayveil.kinds import Aggregation, Distance
from wayveil.part import by_default
from wayveil.shapes import Trajectories
from wayveil.together import together


class Medoid(Aggregation):
    """The real trajectory that is least far from the others of its cluster, all in all.

    It publishes a real trajectory: of the people in clusters of k, about 1 in k have theirs
    published, point by point. Who knows one exact point of theirs can find them.

    It has the least sum of distances to the members, where the trajectories of one owner share
    one vote; ties go to the member that comes first. The work grows with the square of the size
    of a cluster. Where λ is left open it is that of the whole table.
    """

    publishes_real_points: ClassVar[bool] = True

    trajectory_distance: Distance = by_default("martinez2021")
    """How far apart two members are."""

    def each(self, data: Trajectories, labels: Ints) -> Trajectories:
        """Choose the medoid of each cluster."""
        prepared = self.trajectory_distance.prepare(data)
        chosen = [
            self._middle(prepared, members, data.owner[members])
            for members in each_cluster(data, labels)
        ]
        return together(data.take(np.array(chosen, dtype=np.int64)))

    def _middle(self, prepared: object, members: Ints, owner: Codes) -> int:
        if len(members) <= 2:  # either is as far from the other
            return int(members[0])
        vote, row, costs = _votes(owner), np.empty(len(members)), np.empty(len(members))
        for place, member in enumerate(members.tolist()):
            self.trajectory_distance.row(prepared, member, members, row)
            costs[place] = row @ vote
        return least(members, costs)


def _votes(owner: Codes) -> Floats:
    """Give each trajectory its share of its owner's one vote."""
    _, whose, count = np.unique(owner, return_inverse=True, return_counts=True)
    share: Floats = 1 / count[whose]
    return share
