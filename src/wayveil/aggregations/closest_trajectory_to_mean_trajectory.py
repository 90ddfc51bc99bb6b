"""The member that is nearest to the mean of its cluster."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from wayveil.aggregations._clusters import each_cluster, least
from wayveil.aggregations.mean_trajectory import MeanTrajectory
from wayveil.kernels.arrays import Ints
from wayveil.kinds import Aggregation, Distance
from wayveil.part import by_default
from wayveil.shapes import Trajectories
from wayveil.together import together


class ClosestTrajectoryToMeanTrajectory(Aggregation):
    """The real trajectory that is nearest to the mean trajectory. (D4.10, 6.3.2.2)

    It publishes a real trajectory: of the people in clusters of k, about 1 in k have theirs
    published, point by point. Who knows one exact point of theirs can find them.

    It can have happened (no point lies in the sea), but it loses more than the mean does. Ties go
    to the member that comes first. Where λ is left open it is that of the whole table.
    """

    publishes_real_points: ClassVar[bool] = True

    trajectory_distance: Distance = by_default("martinez2021")
    """How far apart a member and the mean are."""

    def each(self, data: Trajectories, labels: Ints) -> Trajectories:
        """Choose the nearest member of each cluster."""
        mean = MeanTrajectory().each(data, labels)
        prepared = self.trajectory_distance.prepare(together(data, mean), basis=data)
        chosen, costs = np.empty(len(mean), np.int64), np.empty(len(data))
        for cluster, members in enumerate(each_cluster(data, labels)):
            cost = costs[: len(members)]
            self.trajectory_distance.row(prepared, len(data) + cluster, members, cost)
            chosen[cluster] = least(members, cost)
        return together(data.take(chosen))
