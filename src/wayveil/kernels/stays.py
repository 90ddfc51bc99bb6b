"""Where somebody stays: long enough within a short way of one point."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from wayveil.kernels.arrays import Floats, Ints
from wayveil.kernels.compiled import compiled
from wayveil.kernels.sphere import distance

#: What a point is.
UNDER_WAY, ARRIVAL, WITHIN, DEPARTURE = 0, 1, 2, 3


@compiled
def stays(
    lat: Floats, lon: Floats, t: Ints, offsets: Ints, radius: float, duration: int
) -> npt.NDArray[np.int8]:
    """Say of each point whether it begins a stay, lies within one, ends one, or none of these.

    A stay begins at the first point whose followers remain within `radius` metres of it for
    `duration` milliseconds or more; it holds all of them, and the next one begins after it.
    """
    what = np.zeros(len(t), np.int8)
    for g in range(len(offsets) - 1):
        first, end = offsets[g], offsets[g + 1]
        while first < end:
            after = first + 1
            while (
                after < end and distance(lat[first], lon[first], lat[after], lon[after]) <= radius
            ):
                after += 1
            last = after - 1
            if last > first and t[last] - t[first] >= duration:
                what[first], what[first + 1 : last], what[last] = ARRIVAL, WITHIN, DEPARTURE
                first = after
            else:
                first += 1
    return what
