"""A tree for each class of equal length, so that far-off trajectories need not be looked at.

A node keeps, for every point of its class, the box and the interval that this point of all its
members lies in, and the least of their speeds. Since matched places depend on lengths alone, the
boxes give a lower bound for the distance to every member: what cannot be near is never compared.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from wayveil.kernels.arrays import Floats, Ints
from wayveil.kernels.classes import Classes, Singles, by_length
from wayveil.kernels.compiled import compiled
from wayveil.kernels.paths import Paths

LEAF = 32


class Forest(NamedTuple):
    """Nodes in preorder: the left child follows its parent, `right` is 0 for a leaf.

    A node holds the slots `low` to `high` of its class. `box[at + 6 * j]` onwards are the least
    and the largest x, y and t of its members' point j. In a leaf the first `present` slots are
    still taken; in other nodes `present` counts all that are left below.
    """

    classes: Classes
    root: Ints
    low: Ints
    high: Ints
    right: Ints
    parent: Ints
    at: Ints
    box: Singles
    slowest: Singles
    present: Ints
    slot: Ints
    leaf: Ints
    class_of: Ints


def forest(paths: Paths, weight: float) -> Forest:
    """Plant the trees."""
    lengths = np.diff(paths.offsets)
    features = _features(paths, weight)
    order = np.argsort(lengths, kind="stable")
    first = np.append(np.flatnonzero(np.diff(lengths[order], prepend=-1)), len(order))
    nodes: list[tuple[int, int, int, int]] = []
    root = []
    for low, high in zip(first[:-1].tolist(), first[1:].tolist(), strict=True):
        root.append(len(nodes))
        _grow(order, features, low, high, -1, nodes)
    return _planted(by_length(paths, order), np.array(root), np.array(nodes))


def _features(paths: Paths, weight: float) -> Floats:
    """Where and when each trajectory begins, is half way, and ends; time in metres."""
    last = paths.offsets[1:] - 1
    begin = paths.offsets[:-1]
    places = np.stack([begin, (begin + last) // 2, last], axis=1)
    pace = weight * float(paths.speed.mean())
    return np.concatenate([paths.x[places], paths.y[places], pace * paths.t[places]], axis=1)


def _grow(
    order: Ints, features: Floats, low: int, high: int, parent: int,
    nodes: list[tuple[int, int, int, int]],
) -> None:  # fmt: skip
    """Halve the members along what they differ most in, until a leaf holds them."""
    here = len(nodes)
    nodes.append((low, high, 0, parent))
    if high - low <= LEAF:
        return
    part = order[low:high]
    values = features[part]
    widest = int((values.max(axis=0) - values.min(axis=0)).argmax())
    middle = low + (high - low) // 2
    order[low:high] = part[np.argpartition(values[:, widest], middle - low)]
    _grow(order, features, low, middle, here, nodes)
    nodes[here] = (low, high, len(nodes), parent)
    _grow(order, features, middle, high, here, nodes)


def _planted(classes: Classes, root: Ints, nodes: Ints) -> Forest:
    low, high, right, parent = (np.ascontiguousarray(column) for column in nodes.T)
    class_of_node = np.searchsorted(root, np.arange(len(nodes)), side="right") - 1
    at = np.concatenate([[0], np.cumsum(6 * classes.length[class_of_node])])
    leaves = np.flatnonzero(right == 0)
    slot = np.empty(len(classes.member), np.int64)
    slot[classes.member] = np.arange(len(slot))
    leaf = np.empty_like(slot)
    leaf[classes.member] = np.repeat(leaves, (high - low)[leaves])
    class_of = np.empty_like(slot)
    class_of[classes.member] = np.repeat(np.arange(len(root)), np.diff(classes.first))
    box, slowest = np.empty(at[-1], np.float32), np.empty(len(nodes), np.float32)
    planted = Forest(
        classes, root, low, high, right, parent, at, box, slowest, high - low, slot, leaf, class_of
    )
    _enclose(planted, class_of_node)
    return planted


@compiled
def _enclose(trees: Forest, class_of_node: Ints) -> None:
    """Fill in the boxes, from the leaves up."""
    c_ = trees.classes
    for node in range(len(trees.low) - 1, -1, -1):
        c, right = class_of_node[node], trees.right[node]
        size, here = c_.first[c + 1] - c_.first[c], trees.at[node]
        if right:
            trees.slowest[node] = min(trees.slowest[node + 1], trees.slowest[right])
            one, other = trees.at[node + 1], trees.at[right]
            for place in range(0, 6 * c_.length[c], 2):
                trees.box[here + place] = min(trees.box[one + place], trees.box[other + place])
                place += 1
                trees.box[here + place] = max(trees.box[one + place], trees.box[other + place])
            continue
        low, high = trees.low[node], trees.high[node]
        trees.slowest[node] = c_.speed[low:high].min()
        for j in range(c_.length[c]):
            begin = c_.start[c] + j * size - c_.first[c]
            for axis, column in enumerate((c_.x, c_.y, c_.t)):
                values = column[begin + low : begin + high]
                trees.box[here + 6 * j + 2 * axis] = values.min()
                trees.box[here + 6 * j + 2 * axis + 1] = values.max()


@compiled
def leave(trees: Forest, i: int) -> None:
    """Take i out: the last of its leaf moves into its slot."""
    c_ = trees.classes
    c, node, hole = trees.class_of[i], trees.leaf[i], trees.slot[i]
    last, size = trees.low[node] + trees.present[node] - 1, c_.first[c + 1] - c_.first[c]
    for j in range(c_.length[c]):
        q = c_.start[c] + j * size - c_.first[c]
        c_.x[q + hole], c_.y[q + hole], c_.t[q + hole] = (
            c_.x[q + last],
            c_.y[q + last],
            c_.t[q + last],
        )
    mover = c_.member[last]
    c_.speed[hole], c_.member[hole], trees.slot[mover] = c_.speed[last], mover, hole
    while node >= 0:
        trees.present[node] -= 1
        node = trees.parent[node]
