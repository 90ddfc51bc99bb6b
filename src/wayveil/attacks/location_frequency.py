"""A few different places are known, and how often somebody was there."""

from __future__ import annotations

from wayveil.attacks._amounts import Amounts


class LocationFrequency(Amounts):
    """Find who was in a few known places as often as is known. (scikit-mobility)

    Some cells of each target are known, and how many points it has in each. Everybody fits who has
    all of these cells with f points in each where between f (1 - tolerance) and f (1 + tolerance)
    are known. Of A A B and A B whoever is known by two points in A is found; with a tolerance of 1
    both fit one point in A, and only the first fits two.
    """
