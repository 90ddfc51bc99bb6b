"""Walks along trees and lines: what a synthetic city is filled with."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from wayveil.kernels.arrays import Codes, Floats, Ints
from wayveil.kernels.compiled import compiled


@compiled
def walk_lengths(parents: Codes, trees: Ints, leaves: Ints) -> Ints:
    """Count the nodes from each leaf to the root of its tree, both included.

    Row i of `parents` is a tree; the root's parent is negative.
    """
    lengths = np.ones(len(leaves), np.int64)
    for i in range(len(leaves)):
        node = parents[trees[i], leaves[i]]
        while node >= 0:
            lengths[i] += 1
            node = parents[trees[i], node]
    return lengths


@compiled
def walks(parents: Codes, trees: Ints, leaves: Ints, offsets: Ints) -> Codes:
    """List the nodes from each leaf to the root of its tree."""
    nodes = np.empty(offsets[-1], np.int32)
    for i in range(len(leaves)):
        node = leaves[i]
        for at in range(offsets[i], offsets[i + 1]):
            nodes[at] = node
            node = parents[trees[i], node]
    return nodes


@compiled
def positions(
    line: tuple[Floats, Floats, Floats, Floats], corners: Ints, when: Floats, offsets: Ints
) -> tuple[Floats, Floats]:
    """Say where each traveller is at the times asked for, which must rise.

    Traveller i follows the corners `corners[i]` to `corners[i + 1]` of `line`, which holds for
    each corner its place (x, y), when it is reached, and how long one waits there.
    """
    x, y, reached, waits = line
    east, north = np.empty(len(when)), np.empty(len(when))
    for i in range(len(offsets) - 1):
        at, last = corners[i], corners[i + 1] - 1
        for k in range(offsets[i], offsets[i + 1]):
            while at + 1 < last and reached[at + 1] <= when[k]:
                at += 1
            leaves = reached[at] + waits[at]
            ride = max(reached[at + 1] - leaves, 1e-9)
            share = min(max((when[k] - leaves) / ride, 0.0), 1.0)
            east[k] = x[at] + share * (x[at + 1] - x[at])
            north[k] = y[at] + share * (y[at + 1] - y[at])
    return east, north


@compiled
def drift(
    kicks: npt.NDArray[np.float64], gaps: Floats, memory: float, pace: float, reach: float
) -> npt.NDArray[np.float64]:
    """Let an error wander: it forgets within `memory` seconds, and each kick moves it on.

    It moves at most `pace` metres a second, however hard the kick, and stays within `reach`. A
    gap of infinity begins anew.
    """
    errors = np.zeros_like(kicks)
    for i in range(len(gaps)):
        kept = np.exp(-gaps[i] / memory)
        fresh = np.sqrt(1 - kept * kept)
        last = errors[i - 1] if i else errors[0]
        east = kept * last[0] + fresh * kicks[i, 0]
        north = kept * last[1] + fresh * kicks[i, 1]
        shrink = min(1.0, reach / max(np.hypot(east, north), 1e-9))
        east, north = east * shrink, north * shrink
        if gaps[i] < np.inf:
            moved = max(np.hypot(east - last[0], north - last[1]), 1e-9)
            share = min(1.0, pace * gaps[i] / moved)
            east, north = last[0] + share * (east - last[0]), last[1] + share * (north - last[1])
        errors[i, 0], errors[i, 1] = east, north
    return errors
