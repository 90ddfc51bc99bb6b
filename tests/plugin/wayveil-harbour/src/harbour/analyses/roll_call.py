"""Who is in port: for the harbour master only."""

from __future__ import annotations

from wayveil.chance import Chance
from wayveil.kinds import Analysis
from wayveil.shapes import Findings, Trajectories


class RollCall(Analysis):
    """Count the voyages and those who sail, and publish nothing."""

    def __call__(self, data: Trajectories, rng: Chance) -> Findings:
        """Count."""
        return Findings({"voyages": len(data), "sailors": data.n_owners})
