"""A figure of the original beside the same figure of the release."""

from __future__ import annotations

from wayveil.errors import Infeasible
from wayveil.kernels.arrays import Floats
from wayveil.kinds import Reading


def compared(unit: str, before: Floats, after: Floats) -> Reading:
    """Compare two means: 0 is no change, -0.2 a fifth lost, 1 twice as much."""
    original, released = float(before.mean()), float(after.mean())
    if original == 0 and released > 0:
        raise Infeasible("the figure is 0 in the original, so that no change can be told.")
    change = released / original - 1 if original else 0.0
    told = {"original": original, "released": released, "unit": unit, "n_released": len(after)}
    return Reading(change, "relative change", len(before), told)
