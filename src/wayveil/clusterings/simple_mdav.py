"""MDAV: clusters from both ends of the data inwards."""

from __future__ import annotations

from wayveil.clusterings._gathering import gathered
from wayveil.kernels.arrays import Ints
from wayveil.kinds import Aggregation, Clustering, Distance
from wayveil.part import by_default
from wayveil.shapes import Trajectories


class SimpleMdav(Clustering):
    """Gather clusters around the trajectories farthest from the centre. (D4.10, 6.3.3.3)

    The one farthest from the centre gathers its k - 1 nearest; then the one farthest from it does;
    and so on, until fewer than 2 k are left, who are the last cluster. The centre is aggregated
    once. Ties go to the lower index.
    """

    trajectory_distance: Distance = by_default("martinez2021")
    """How far apart trajectories are."""

    aggregation_method: Aggregation = by_default("mean_trajectory")
    """What the centre of all is made with."""

    def labels(self, data: Trajectories, k: int) -> Ints:
        """Cluster."""
        return gathered(data, k, self.trajectory_distance, self.aggregation_method, both_poles=True)
