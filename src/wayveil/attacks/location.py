"""A few places are known."""

from __future__ import annotations

from wayveil.attacks._background import Background


class Location(Background):
    """Find who was in a few known places, as often as is known. (scikit-mobility)

    Some points of each target are known by their cells. Everybody with as many points in each of
    these cells fits; a place known twice must have been seen twice. With two points known, of the
    trips A A B, A B and B C (letters are cells) whoever is known by A and A is found, whoever by A
    and B is one of two.
    """
