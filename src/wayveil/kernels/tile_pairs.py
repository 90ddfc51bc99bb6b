"""Who shares a step from tile to tile, and what must go so that all that is left is shared."""

from __future__ import annotations

import numpy as np

from wayveil.kernels.arrays import Ints, Mask
from wayveil.kernels.compiled import compiled
from wayveil.kernels.numbering import numbered
from wayveil.kernels.radix import order_by


def holders(thing: Ints, holder: Ints) -> Ints:
    """Give for each row how many different holders its thing has."""
    order = order_by(thing, holder)
    sorted_thing, sorted_holder = thing[order], holder[order]
    begins = np.ones(len(order), np.bool_)
    begins[1:] = sorted_thing[1:] != sorted_thing[:-1]
    fresh = begins.copy()
    fresh[1:] |= sorted_holder[1:] != sorted_holder[:-1]
    first = np.flatnonzero(begins)
    out = np.empty(len(order), np.int64)
    if len(first):
        counts = np.add.reduceat(fresh.astype(np.int64), first)
        out[order] = np.repeat(counts, np.diff(np.append(first, len(order))))
    return out


@compiled
def cover(rare: Mask, weight: Ints) -> Mask:
    """Choose runs so that of every rare step (from run i to i + 1) one goes, and few points do.

    From the left: the far run if the next step is rare too, otherwise the one with fewer points.
    """
    gone = np.zeros(len(weight), np.bool_)
    for i in range(len(rare)):
        if rare[i] and not gone[i]:
            both = i + 1 < len(rare) and rare[i + 1]
            gone[i + 1 if both or weight[i + 1] <= weight[i] else i] = True
    return gone


def lasting(holder: Ints, tile: Ints, k: int) -> Mask:
    """Mark the points that may stay, so that each step between tiles is shared by k holders.

    So is the tile of whoever is in one only. Rows are in the order of holder and time.
    """
    names, tile = numbered(tile)
    keep = np.arange(len(tile))
    while True:
        gone = _too_rare(holder[keep], tile[keep], len(names), k)
        if not gone.any():
            mark = np.zeros(len(tile), np.bool_)
            mark[keep] = True
            return mark
        keep = keep[~gone]


def _too_rare(holder: Ints, tile: Ints, tiles: int, k: int) -> Mask:
    """Mark the points that go in one round."""
    begins = np.ones(len(tile), np.bool_)
    begins[1:] = (tile[1:] != tile[:-1]) | (holder[1:] != holder[:-1])
    first = np.flatnonzero(begins)
    weight = np.diff(np.append(first, len(tile)))
    who, where = holder[first], tile[first]
    step = who[1:] == who[:-1]
    rare = np.zeros(max(0, len(who) - 1), np.bool_)
    at = np.flatnonzero(step)
    rare[at] = holders(where[at] * tiles + where[at + 1], who[at]) < k
    alone = ~np.append(step, False) & ~np.append(False, step)[: len(who)]
    gone = cover(rare, weight) | (alone & (holders(where, who) < k))
    return np.repeat(gone, weight)
