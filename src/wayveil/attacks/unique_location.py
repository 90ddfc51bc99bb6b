"""A few different places are known."""

from __future__ import annotations

from typing import ClassVar

from wayveil.attacks._background import Background


class UniqueLocation(Background):
    """Find who was in a few different known places, however often. (scikit-mobility)

    Some cells of each target are known, all different. Everybody who was in all of them fits. With
    two cells known, of the trips A A B, A B and B C whoever is known by B and C is found, whoever
    by A and B is one of two.
    """

    by_point: ClassVar[bool] = False
