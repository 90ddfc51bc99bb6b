"""What part of a trajectory belongs to whoever began it."""

from __future__ import annotations

import numpy as np

from wayveil.attacks._ends import EndKnown
from wayveil.kernels import ragged
from wayveil.kernels.arrays import Ints


class OwnShare(EndKnown):
    """Take all of the trajectory that holds somebody's first point for theirs.

    The attacker knows the exact place and time at which somebody set out (or arrived), looks for
    that point in the release, and says that all points of its trajectory are the same person's:
    the success is the share of them that are. Where points are moved or removed nothing is found
    and nothing is said. A published trajectory of 8 points of the person that it begins with, and
    2 of somebody else, gives 0.8.
    """

    def points(self, offsets: Ints, trips: Ints) -> tuple[Ints, Ints]:
        """Say that all are theirs."""
        return ragged.rows_of(offsets, trips), np.diff(offsets)[trips]
