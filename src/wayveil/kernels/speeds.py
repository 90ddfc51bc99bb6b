"""Speeds along trajectories."""

from __future__ import annotations

import numpy as np

from wayveil.kernels.arrays import Floats, Ints
from wayveil.kernels.compiled import compiled

_DIAMETER_M = 2 * 6_371_008.8


@compiled
def step_speeds(lat: Floats, lon: Floats, t: Ints, offsets: Ints) -> Floats:
    """Give the speed (m/s) of the step into each point; 0 into a trajectory's first.

    A step of no length has speed 0 however short it took; any other in no time is infinite.
    """
    speeds = np.zeros(len(t))
    for g in range(len(offsets) - 1):
        for i in range(offsets[g] + 1, offsets[g + 1]):
            phi, phi0 = np.radians(lat[i]), np.radians(lat[i - 1])
            across = np.sin(np.radians(lon[i] - lon[i - 1]) / 2) ** 2
            h = np.sin((phi - phi0) / 2) ** 2 + np.cos(phi0) * np.cos(phi) * across
            metres = _DIAMETER_M * np.arcsin(np.sqrt(min(h, 1.0)))
            if metres > 0.0:
                speeds[i] = metres / ((t[i] - t[i - 1]) / 1000.0)
    return speeds
