"""A few different places are known, and what share of the time somebody was seen there."""

from __future__ import annotations

import numpy as np

from wayveil.attacks._amounts import Amounts
from wayveil.attacks._background import Seen
from wayveil.kernels import ragged
from wayveil.kernels.holdings import Holdings


class LocationProbability(Amounts):
    """Find who was in a few known places with the shares that are known. (scikit-mobility)

    As `location_frequency`, with the share of a target's points in the place of their number: who
    has two points in A and two in B fits who has one in each.
    """

    def summed(self, index: Holdings, seen: Seen) -> Holdings:
        """Give shares for numbers."""
        who = ragged.group_of_rows(index.own)
        total = np.bincount(who, index.amounts, len(index.own) - 1)
        return index._replace(amounts=index.amounts / total[who])
