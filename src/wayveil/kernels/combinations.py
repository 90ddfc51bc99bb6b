"""Which sequences of items several units have in common, and how many units each has.

A combination is a sequence of items that some trajectory contains in order, with or without others
between. Combinations are the nodes of a tree: a node is its parent's sequence and one item more,
and is found by the key `parent * n_items + item`, which is one number for one combination. Keys of
any length fit 64 bits, for there are fewer than 2^31 nodes and 2^31 items: counts are exact.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from wayveil.kernels.arrays import Codes, Ints, Mask
from wayveil.kernels.compiled import compiled

#: Combinations that a count may hold, some 4 GB of them.
LIMIT = 1 << 27
_FIRST = 1 << 16
_KEY, _UNITS, _LATEST = 0, 1, 2
_SPREAD = -7046029254386353131  # 2^64 over the golden ratio: neighbours land far apart


class Rows(NamedTuple):
    """Rows of trajectories, sorted by trajectory: the item of each, and whether it is there.

    Where they are `joined`, successive rows of one item are one visit.
    """

    items: Ints
    offsets: Ints
    alive: Mask
    n_items: int
    joined: bool


class Units(NamedTuple):
    """Pairs of a trajectory and a unit behind it, sorted by unit."""

    trajectory: Ints
    unit: Ints


class Combinations(NamedTuple):
    """Nodes 1, 2, ... of key, number of units and latest unit; node 0 is the empty combination.

    What belongs to a node lies together, since looking it up is what takes the time.
    """

    slots: Codes
    nodes: Ints


@compiled
def none_yet(size: int) -> Combinations:
    """Make room for some combinations, a power of two."""
    return Combinations(np.full(2 * size, -1, np.int32), np.full((size, 3), -1, np.int64))


@compiled
def slot_of(made: Combinations, key: int) -> int:
    """Give the slot that holds a key, or the free one where it belongs."""
    mask = len(made.slots) - 1
    mixed = key * _SPREAD
    place = (mixed ^ (mixed >> 32)) & mask
    while made.slots[place] >= 0 and made.nodes[made.slots[place], _KEY] != key:
        place = (place + 1) & mask
    return place


@compiled
def roomier(made: Combinations) -> Combinations:
    """Move to a table of twice the size."""
    size = len(made.nodes)
    grown = none_yet(2 * size)
    grown.nodes[:size] = made.nodes
    for node in range(1, size):
        grown.slots[slot_of(grown, grown.nodes[node, _KEY])] = node
    return grown


@compiled
def heads(rows: Rows, trajectory: int, out: Ints) -> int:
    """List the rows at which visits begin; tell how many."""
    n, before = 0, -1
    for row in range(rows.offsets[trajectory], rows.offsets[trajectory + 1]):
        if rows.alive[row]:
            if rows.items[row] != before or not rows.joined:
                out[n] = row
                n += 1
            before = rows.items[row]
    return n


@compiled
def _earlier(rows: Rows, visits: Ints, seen: Ints, out: Ints) -> None:
    """Give, for each visit, the one before it of the same item, or -1."""
    for place in range(len(visits)):
        seen[rows.items[visits[place]]] = -1
    for place in range(len(visits)):
        item = rows.items[visits[place]]
        out[place] = seen[item]
        seen[item] = place


@compiled
def counted(rows: Rows, units: Units, longest: int, limit: int) -> tuple[Combinations, int]:
    """Count the units of every combination up to a length; stop when there are `limit`.

    Each combination of a trajectory is met once: at its earliest place, for an item is taken only
    where none like it lies between it and the item before.
    """
    made, used = none_yet(_FIRST), 1
    widest = np.diff(rows.offsets).max()
    visits, before = np.empty(widest, np.int64), np.empty(widest, np.int64)
    seen = np.empty(rows.n_items, np.int64)
    at, node = np.zeros(longest + 1, np.int64), np.zeros(longest + 1, np.int64)
    coming = np.zeros(longest + 1, np.int64)
    for pair in range(len(units.trajectory)):
        n = heads(rows, units.trajectory[pair], visits)
        _earlier(rows, visits[:n], seen, before)
        depth, at[0], coming[0] = 0, -1, 0
        while depth >= 0 and used < limit:
            place = coming[depth]
            if place >= n or depth == longest:
                depth -= 1
                continue
            coming[depth] += 1
            if before[place] > at[depth]:
                continue
            key = node[depth] * rows.n_items + rows.items[visits[place]]
            slot = slot_of(made, key)
            found = made.slots[slot]
            if found < 0:
                if used == len(made.nodes):
                    made = roomier(made)
                    slot = slot_of(made, key)
                made.slots[slot], found = used, used
                made.nodes[found, _KEY], made.nodes[found, _UNITS] = key, 0
                used += 1
            if made.nodes[found, _LATEST] != units.unit[pair]:
                made.nodes[found, _LATEST] = units.unit[pair]
                made.nodes[found, _UNITS] += 1
            depth += 1
            at[depth], node[depth], coming[depth] = place, found, place + 1
    return made, used


@compiled
def units_of(made: Combinations, parent: int, item: int, n_items: int) -> tuple[int, int]:
    """Give the node of a parent and one item more, and how many units it has; 0 and 0 if none."""
    found = made.slots[slot_of(made, parent * n_items + item)]
    return (found, made.nodes[found, _UNITS]) if found >= 0 else (0, 0)


def fewest(made: Combinations, used: int) -> int:
    """Give how many units the rarest combination has; there must be one."""
    return int(made.nodes[1:used, _UNITS].min())
