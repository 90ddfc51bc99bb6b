"""The quadtree of the globe: squares of 2^j steps of 1e-7 degrees, each quartered by the next.

The squares of one level lie along Morton's curve, which visits a square's quarters one after the
other: so the points of any square, of any level, are one stretch of the points in that order.
"""

from __future__ import annotations

import numpy as np

from wayveil.kernels.arrays import Codes, Ints
from wayveil.kernels.compiled import compiled
from wayveil.kernels.radix import order_of


@compiled
def morton(north: Ints, east: Ints, level: int) -> Ints:
    """Number the squares of a level: the bits of both coordinates in turn, the east's first."""
    codes = np.empty(len(north), np.int64)
    for i in range(len(north)):
        codes[i] = spread(north[i] >> level) << 1 | spread(east[i] >> level)
    return codes


@compiled
def spread(bits: int) -> int:
    """Put a zero before each bit."""
    bits = (bits | bits << 16) & 0x0000FFFF0000FFFF
    bits = (bits | bits << 8) & 0x00FF00FF00FF00FF
    bits = (bits | bits << 4) & 0x0F0F0F0F0F0F0F0F
    bits = (bits | bits << 2) & 0x3333333333333333
    return (bits | bits << 1) & 0x5555555555555555


def gathered(codes: Ints) -> tuple[Ints, Ints]:
    """Take numbers apart again: the coordinates north and east, in sides of their squares."""
    sides = []
    for bits in (codes >> 1, codes):
        spaced = bits & 0x5555555555555555
        for shift, mask in _FOLDS:
            spaced = (spaced | spaced >> shift) & mask
        sides.append(spaced)
    return sides[0], sides[1]


_FOLDS = (
    (1, 0x3333333333333333),
    (2, 0x0F0F0F0F0F0F0F0F),
    (4, 0x00FF00FF00FF00FF),
    (8, 0x0000FFFF0000FFFF),
    (16, 0x00000000FFFFFFFF),
)


def pairs(codes: Ints, owner: Codes) -> tuple[Ints, Codes, Ints]:
    """Give each pair of square and owner once, in order, and how many points each has."""
    order = order_of(owner.astype(np.int64))
    order = order[order_of(codes[order])]
    codes, owner = codes[order], owner[order]
    first = np.append(True, (codes[1:] != codes[:-1]) | (owner[1:] != owner[:-1]))
    at = np.flatnonzero(first[: len(codes)])
    return codes[at], owner[at], np.diff(at, append=len(codes))


@compiled
def distinct(owner: Codes, starts: Ints, ends: Ints, groups: Ints, stamps: Ints) -> Ints:
    """Count the different owners in each group of stretches.

    Group g has the stretches `groups[g]` to `groups[g + 1]`. `stamps` has a place for each owner,
    all -1 before the first group; it is used up.
    """
    found = np.zeros(len(groups) - 1, np.int64)
    for g in range(len(found)):
        for s in range(groups[g], groups[g + 1]):
            for i in range(starts[s], ends[s]):
                if stamps[owner[i]] != g:
                    stamps[owner[i]] = g
                    found[g] += 1
    return found
