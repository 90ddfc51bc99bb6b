"""The places where somebody is most are known."""

from __future__ import annotations

from typing import ClassVar, Literal

import numpy as np

from wayveil.attacks._background import Background, Seen, foremost
from wayveil.kernels.holdings import Holdings


class TopLocations(Background):
    """Find who is most in the two places where somebody is known to be most. (scikit-mobility)

    The cells with the most points of each target are known, two of them unless told otherwise:
    often home and work. Everybody whose own most visited cells are the same fits. Equally often
    visited cells count in the order of their codes (of square tiles: southern ones first). Of
    A A B B C and B B A A whoever is known by A and B is one of two. (scikit-mobility's home-work
    attack sorts in ascending order and so compares what is visited least.)
    """

    by_point: ClassVar[bool] = False

    visited: Literal["most", "least"] = "most"
    """Which cells are known; scikit-mobility takes the least visited ones for home and work."""

    def summed(self, index: Holdings, seen: Seen) -> Holdings:
        """Leave each group the cells that it is known by."""
        often = -index.amounts if self.visited == "least" else index.amounts
        return foremost(index, np.zeros_like(index.things), often, self.known)
