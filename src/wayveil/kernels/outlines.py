"""Which outline a point lies in: the even-odd rule, half-open, so that neighbours share none.

All coordinates are whole steps of 1e-7 degrees. A point on a southern or western edge is inside,
one on a northern or eastern edge is not.
"""

from __future__ import annotations

import numpy as np

from wayveil.kernels.arrays import Ints
from wayveil.kernels.compiled import compiled

_AROUND = 3_600_000_000


@compiled
def holds(lat: int, lon: int, north: Ints, east: Ints) -> bool:
    """Whether a ring with these corners holds a point: whether a line to the east leaves it.

    The line crosses an edge if one end lies above it and the other not, and the point lies west of
    the edge; that is asked by the sign of a product, without any division.
    """
    inside = False
    b = len(north) - 1
    for a in range(len(north)):
        if (north[a] <= lat) != (north[b] <= lat):
            tall, wide = north[b] - north[a], east[b] - east[a]
            west_of = (lon - east[a]) * tall - (lat - north[a]) * wide
            if west_of != 0 and (west_of < 0) == (tall > 0):
                inside = not inside
        b = a
    return inside


@compiled
def located(
    lat: Ints, lon: Ints, order: Ints, north: Ints, east: Ints, rings: Ints, cells: Ints
) -> tuple[Ints, Ints]:
    """Give, of each point, the last cell that it lies in (-1: none), and in how many it lies.

    `order` sorts the points by latitude, so that a cell is asked for those only that lie between
    its northernmost and southernmost corner. A point in a hole lies in two rings, and so in none.
    """
    which, how_many = np.full(len(lat), -1, np.int64), np.zeros(len(lat), np.int64)
    sorted_lat = lat[order]
    for i in range(len(cells) - 1):
        first, last = rings[cells[i]], rings[cells[i + 1]]
        west, far = east[first:last].min(), east[first:last].max()
        low = np.searchsorted(sorted_lat, north[first:last].min())
        high = np.searchsorted(sorted_lat, north[first:last].max() + 1)
        for place in range(low, high):
            p = order[place]
            along = lon[p] if lon[p] >= west else lon[p] + _AROUND
            if along > far:
                continue
            inside = False
            for r in range(cells[i], cells[i + 1]):
                ring = slice(rings[r], rings[r + 1])
                inside ^= holds(lat[p], along, north[ring], east[ring])
            if inside:
                which[p] = i
                how_many[p] += 1
    return which, how_many
