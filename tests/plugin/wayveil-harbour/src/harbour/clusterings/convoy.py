"""Ships gather in the order in which they leave."""

from __future__ import annotations

import numpy as np

from wayveil.errors import Infeasible
from wayveil.kernels.arrays import Ints
from wayveil.kinds import Clustering
from wayveil.shapes import Trajectories


class Convoy(Clustering):
    """One cluster of all, if there are enough owners and nobody has too many ships."""

    def labels(self, data: Trajectories, k: int) -> Ints:
        """Put all in one."""
        ships = np.unique(data.owner, return_counts=True)[1]
        if len(ships) < k or ships.max() > max(2, -(-len(data) // k)):
            raise Infeasible("no convoy of enough owners can be formed.", "Ask for a smaller k.")
        return np.zeros(len(data), np.int64)
