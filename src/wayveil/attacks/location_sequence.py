"""A few places are known, and their order."""

from __future__ import annotations

from typing import ClassVar

import numpy as np

from wayveil.attacks._background import Background
from wayveil.kernels.arrays import Ints
from wayveil.kernels.holdings import IN_ORDER, Holdings


class LocationSequence(Background):
    """Find who was in a few known places in the known order. (scikit-mobility)

    Some points of each target are known by their cells, in order. Everybody fits who was in these
    cells in this order, whatever came in between. With two points known, of the trips A B C and
    B A whoever is known by A, then B, is found, and by A and B without an order is one of two.
    """

    rule: ClassVar[int] = IN_ORDER

    def different(self, index: Holdings) -> Ints:
        """Give all rows: what comes before and after makes them differ."""
        return np.arange(len(index.rows))
