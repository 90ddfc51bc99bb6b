"""People are known by how much they are where."""

from __future__ import annotations

import numpy as np

from wayveil.attacks._halves import Halves
from wayveil.kernels.arrays import Floats, Ints
from wayveil.shapes import Trajectories


class Heatmap(Halves):
    """Recognize people by the heat maps of where they are. (after Maouche et al. 2017)

    A target's heat map is the share of its points in each cell. It is drawn from the first half of
    the time, and the released record with the most similar one in the second half is named. Who
    was half in A and half in B is likest (1) to who is so again, and less (0.71) to who is only in
    A. Somebody seen on too few days is left out. (AP-Attack, MobiQuitous 2017)
    """

    def features(self, people: Trajectories) -> tuple[Ints, Ints, Ints, Floats]:
        """Give the cell of each point."""
        cell = self.tiles.cells(people.lat, people.lon)
        return people.of_point, cell, np.zeros_like(cell), np.ones(len(cell))
