"""People are known by how they go from place to place."""

from __future__ import annotations

import numpy as np

from wayveil.attacks._halves import Halves
from wayveil.kernels import ragged
from wayveil.kernels.arrays import Floats, Ints
from wayveil.shapes import Trajectories


class MobilityMarkov(Halves):
    """Recognize people by their steps from cell to cell. (after Gambs et al. 2014)

    A target's steps are those from each cell to the next, another one; their shares are what a
    Markov chain is made of. They are learnt from the first half of the time, and the released
    record with the most similar shares in the second half is named. Who goes from A to B and back
    is not like who goes from A to C and back, though both are often in A. (De-anonymization Attack
    on Geolocated Data, Journal of Computer and System Sciences 80, 8)
    """

    def features(self, people: Trajectories) -> tuple[Ints, Ints, Ints, Floats]:
        """Give each step: where from, and where to."""
        cell = self.tiles.cells(people.lat, people.lon)
        runs = ragged.runs(cell, people.offsets)[:-1]
        who = people.of_point[runs]
        step = np.flatnonzero(who[1:] == who[:-1])
        begin, end = runs[step], runs[step + 1]
        return who[step], cell[begin], cell[end], np.ones(len(step))
