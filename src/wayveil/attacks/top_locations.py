"""The places where somebody is most are known."""

from __future__ import annotations

from typing import ClassVar, Literal

import numpy as np

from wayveil.attacks._background import Background
from wayveil.kernels import ragged
from wayveil.kernels.holdings import Holdings, listed


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

    def summed(self, index: Holdings) -> Holdings:
        """Leave each group the cells that it is known by."""
        who = ragged.group_of_rows(index.own)
        often = index.amounts if self.visited == "least" else -index.amounts
        order = np.lexsort((index.things, often, who))
        rank = np.arange(len(order)) - index.own[who]
        top = np.sort(order[rank < self.known])
        n_groups, n_things = len(index.own) - 1, len(index.first) - 1
        keys = who[top] * n_things + index.things[top]
        return listed(keys, index.amounts[top], n_groups, n_things)
