"""How many ships are left."""

from __future__ import annotations

from typing import ClassVar

from wayveil.kinds import Measure, Reading
from wayveil.record import Origin
from wayveil.shapes import Trajectories


class FleetSize(Measure):
    """Share of the ships that are still there.

    Of four ships one is left: 1/4.

    >>> from wayveil.contract.by_hand import trips, value_of
    >>> ship = [(0, 0, 0)]
    >>> value_of(FleetSize(), trips(ship, ship, ship, ship), trips(ship))
    0.25
    """

    unchanged: ClassVar[float | None] = 1.0

    def __call__(
        self, original: Trajectories, released: Trajectories, origin: Origin | None
    ) -> Reading:
        """Count both sides."""
        return Reading(len(released) / len(original), "share of ships", len(original))
