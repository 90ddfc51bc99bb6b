"""How far trajectories lead."""

from __future__ import annotations

from typing import ClassVar

from wayveil.kinds import Measure, Reading, Topic
from wayveil.measures._means import compared
from wayveil.measures._trips import lengths
from wayveil.record import Origin
from wayveil.shapes import Trajectories


class DistanceStraightLine(Measure):
    """Change of the mean kilometres along a trajectory, from point to point. (D4.10, 6.4.2.1)

    As in scikit-mobility, with trajectories for individuals: great-circle distances between
    successive points, added up. Trips of 1 km and 3 km published as two of 1 km: from 2 km to
    1 km, a change of -0.5.

    >>> from wayveil.contract.by_hand import trips, value_of
    >>> one, three = ([(0, 0, 0), (60, 0, far)] for far in (1000, 3000))
    >>> value_of(DistanceStraightLine(), trips(one, three), trips(one, one))
    -0.5
    """

    topic: ClassVar[Topic] = "trips"

    def __call__(
        self, original: Trajectories, released: Trajectories, origin: Origin | None
    ) -> Reading:
        """Compare the two means."""
        return compared("km", lengths(original) / 1000, lengths(released) / 1000)
