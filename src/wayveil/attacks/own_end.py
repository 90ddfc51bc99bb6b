"""Whether a trajectory ends with whoever began it."""

from __future__ import annotations

import numpy as np

from wayveil.attacks._ends import EndKnown
from wayveil.kernels.arrays import Ints


class OwnEnd(EndKnown):
    """Take the far end of the trajectory that holds somebody's first point for theirs.

    The attacker knows the exact place and time at which somebody set out, and wants to know where
    they went: to where the trajectory leads that holds this point. (With `known` "last", where
    they came from.) The success is the share of people whose published trajectory begins and
    ends with points of theirs; whatever happened in between.
    """

    def points(self, offsets: Ints, trips: Ints) -> tuple[Ints, Ints]:
        """Say that the other end is theirs."""
        end = offsets[trips + 1] - 1 if self.known == "first" else offsets[trips]
        return end, np.ones_like(trips)
