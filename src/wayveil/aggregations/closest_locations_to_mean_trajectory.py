"""The mean of a cluster, moved to places where somebody was."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from wayveil.aggregations._clusters import members_of
from wayveil.aggregations.mean_trajectory import MeanTrajectory
from wayveil.flat import flat
from wayveil.kernels import means
from wayveil.kernels.arrays import Ints
from wayveil.kinds import Aggregation
from wayveil.shapes import Trajectories
from wayveil.together import together


class ClosestLocationsToMeanTrajectory(Aggregation):
    """The mean trajectory, with each point replaced by the nearest real one of any member.

    It publishes real points, each with its time: in clusters of k people about 1 in k have many
    of theirs published. Who knows one exact point of theirs can find them.

    The nearest is that of the least distance in metres; of several at one place, the nearest in
    time to the mean's, and then the first. Points keep their own times, so that place and time
    belong together, and are then sorted by time: the order can differ from the mean's. One point
    can stand for several of the mean's.
    """

    publishes_real_points: ClassVar[bool] = True

    def each(self, data: Trajectories, labels: Ints) -> Trajectories:
        """Replace the points of each cluster's mean."""
        mean = MeanTrajectory().each(data, labels)
        paths = flat(together(data, mean), basis=data)
        rows = np.empty(mean.n_points, np.int64)
        means.nearest_rows(paths, *members_of(data, labels), rows)
        rows = rows[np.lexsort((data.t[rows], mean.of_point))]
        return Trajectories(
            data.lat[rows], data.lon[rows], data.t[rows], mean.offsets, mean.id, mean.owner
        )
