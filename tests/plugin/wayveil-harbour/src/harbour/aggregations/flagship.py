"""A fleet is shown by one of its ships."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from wayveil.kernels.arrays import Ints
from wayveil.kinds import Aggregation
from wayveil.shapes import Trajectories
from wayveil.together import together


class Flagship(Aggregation):
    """The member with the most points; it publishes a real trajectory."""

    publishes_real_points: ClassVar[bool] = True

    def each(self, data: Trajectories, labels: Ints) -> Trajectories:
        """Choose the longest of each cluster; ties go to the lower index."""
        order = np.lexsort([np.arange(len(data)), -data.lengths, labels])
        _, first = np.unique(labels[order], return_index=True)
        return together(data.take(order[first]))
