"""Clusters from the outside of the data inwards."""

from __future__ import annotations

from wayveil.clusterings._gathering import gathered
from wayveil.kernels.arrays import Ints
from wayveil.kinds import Aggregation, Clustering, Distance
from wayveil.part import by_default
from wayveil.shapes import Trajectories


class FarthestFirst(Clustering):
    """Gather clusters around the farthest from the centre, one after another. (paper 000, Alg. 1)

    As `simple_mdav`, without a second pole: nobody needs to be compared with everybody, so it
    finishes on millions of trajectories. Its clusters are about as good.
    """

    trajectory_distance: Distance = by_default("martinez2021")
    """How far apart trajectories are."""

    aggregation_method: Aggregation = by_default("mean_trajectory")
    """What the centre of all is made with."""

    def labels(self, data: Trajectories, k: int) -> Ints:
        """Cluster."""
        return gathered(
            data, k, self.trajectory_distance, self.aggregation_method, both_poles=False
        )
