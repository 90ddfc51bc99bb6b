"""A few different places are known, and which was visited how many times as often as another."""

from __future__ import annotations

from typing import ClassVar

from wayveil.attacks._amounts import Amounts
from wayveil.kernels.holdings import IN_PROPORTION


class LocationProportion(Amounts):
    """Find who was in a few known places in the proportions that are known. (scikit-mobility)

    As `location_frequency`, after the numbers of points in the known cells have been divided by
    the largest of them, on either side: what else somebody did does not count. Who has four points
    in A and two in B fits who has two in A and one in B.
    """

    rule: ClassVar[int] = IN_PROPORTION
