"""How many ships are left."""

from __future__ import annotations

from wayveil.kinds import Measure, Reading
from wayveil.record import Origin
from wayveil.shapes import Trajectories


class FleetSize(Measure):
    """Share of the ships that are still there."""

    def __call__(
        self, original: Trajectories, released: Trajectories, origin: Origin | None
    ) -> Reading:
        """Count both sides."""
        return Reading(len(released) / len(original), "share of ships", len(original))
