"""What each trajectory is as a whole: how far, how long, how fast, how wide."""

from __future__ import annotations

import numpy as np

from wayveil import clock, geo
from wayveil.kernels import ragged
from wayveil.kernels.arrays import Floats
from wayveil.shapes import Trajectories


def lengths(data: Trajectories) -> Floats:
    """Give metres along each trajectory, from point to point."""
    steps = np.zeros(data.n_points)
    steps[1:] = geo.metres(data.lat[:-1], data.lon[:-1], data.lat[1:], data.lon[1:])
    steps[ragged.first_of_group(data.offsets)] = 0
    total: Floats = np.add.reduceat(steps, data.offsets[:-1])
    return total


def durations(data: Trajectories) -> Floats:
    """Give seconds from the first point of each trajectory to its last."""
    took: Floats = (data.t[data.offsets[1:] - 1] - data.t[data.offsets[:-1]]) / clock.MS_PER_SECOND
    return took


def gyrations(data: Trajectories) -> Floats:
    """Give the root mean square of the metres from a trajectory's points to their middle.

    Through the earth, not along it, which makes no odds within a city and has no seams.
    """
    phi, lam = np.radians(data.lat), np.radians(data.lon)
    at = np.stack([np.cos(phi) * np.cos(lam), np.cos(phi) * np.sin(lam), np.sin(phi)])
    starts, n = data.offsets[:-1], data.lengths
    middle = np.add.reduceat(at, starts, axis=1) / n
    squares = ((at - np.repeat(middle, n, axis=1)) ** 2).sum(0)
    radii: Floats = geo.EARTH_RADIUS_M * np.sqrt(np.add.reduceat(squares, starts) / n)
    return radii
