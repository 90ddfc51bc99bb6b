"""Steps along trajectories: how long they are, and how fast."""

from __future__ import annotations

import numpy as np

from wayveil.kernels.arrays import Floats, Ints
from wayveil.kernels.compiled import compiled
from wayveil.kernels.sphere import distance


@compiled
def step_metres(lat: Floats, lon: Floats, offsets: Ints) -> Floats:
    """Give the length of the step into each point; 0 into a trajectory's first."""
    metres = np.zeros(len(lat))
    for g in range(len(offsets) - 1):
        for i in range(offsets[g] + 1, offsets[g + 1]):
            metres[i] = distance(lat[i - 1], lon[i - 1], lat[i], lon[i])
    return metres


def step_speeds(lat: Floats, lon: Floats, t: Ints, offsets: Ints) -> Floats:
    """Give the speed (m/s) of the step into each point; 0 into a trajectory's first.

    A step of no length has speed 0 however short it took; any other in no time is infinite.
    """
    metres = step_metres(lat, lon, offsets)
    seconds = np.diff(t, prepend=t[:1]) / 1000
    with np.errstate(divide="ignore"):
        speeds: Floats = np.divide(metres, seconds, out=np.zeros_like(metres), where=metres > 0)
    return speeds
