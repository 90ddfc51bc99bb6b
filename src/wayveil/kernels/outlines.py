"""Which outline a point lies in: the even-odd rule, half-open, so that neighbours share none.

All coordinates are whole steps of 1e-7 degrees, from the south pole and the antimeridian. A point
on a southern or western edge is inside, one on a northern or eastern edge is not.
"""

from __future__ import annotations

import numpy as np

from wayveil.kernels.arrays import Ints
from wayveil.kernels.compiled import compiled
from wayveil.kernels.radix import order_of

_AROUND = 3_600_000_000
#: Points are looked up in rows this many steps high (some 180 m), by their place along the row.
_ROW_BITS, _EAST_BITS = 14, 33


def located(
    lat: Ints, lon: Ints, north: Ints, east: Ints, rings: Ints, cells: Ints
) -> tuple[Ints, Ints]:
    """Give, of each point, the last cell that it lies in (-1: none), and in how many it lies.

    A point in a hole lies in two rings, and so in none. Longitudes of corners may go beyond once
    around.
    """
    keys = (lat >> _ROW_BITS) << _EAST_BITS | lon
    order = order_of(keys)
    return _located(lat, lon, keys[order], order, north, east, rings, cells)


@compiled
def _located(
    lat: Ints, lon: Ints, keys: Ints, order: Ints, north: Ints, east: Ints, rings: Ints, cells: Ints
) -> tuple[Ints, Ints]:
    which, how_many = np.full(len(lat), -1, np.int64), np.zeros(len(lat), np.int64)
    for i in range(len(cells) - 1):
        first, last = rings[cells[i]], rings[cells[i + 1]]
        south, far_north = north[first:last].min(), north[first:last].max()
        west, far_east = east[first:last].min(), east[first:last].max()
        for row in range(south >> _ROW_BITS, (far_north >> _ROW_BITS) + 1):
            for turn in (0, _AROUND):
                if west < turn and far_east < turn:
                    continue
                start = (row << _EAST_BITS) | max(0, west - turn)
                end = (row << _EAST_BITS) | min(_AROUND, far_east - turn)
                low, high = np.searchsorted(keys, start), np.searchsorted(keys, end + 1)
                for p in order[low:high]:
                    if _in_cell(lat[p], lon[p] + turn, north, east, rings, cells[i], cells[i + 1]):
                        which[p] = i
                        how_many[p] += 1
    return which, how_many


@compiled
def _in_cell(
    lat: int, lon: int, north: Ints, east: Ints, rings: Ints, first: int, last: int
) -> bool:
    inside = False
    for r in range(first, last):
        ring = slice(rings[r], rings[r + 1])
        inside ^= holds(lat, lon, north[ring], east[ring])
    return inside


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
