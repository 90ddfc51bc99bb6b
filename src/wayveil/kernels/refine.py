"""Exchanges and moves between clusters, as long as any makes them closer.

The cost of a cluster is the sum of the squared distances of its pairs over its size: with a mean
in the middle, that is what its members lose. Only trajectories that have a neighbour in another
cluster are tried there, and only if something has changed since they were last tried.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from wayveil.kernels.arrays import Floats, Ints
from wayveil.kernels.compiled import compiled
from wayveil.kernels.martinez import squared
from wayveil.kernels.paths import Paths

_GAIN = 1e-9


class Space(NamedTuple):
    """Where distances come from: a matrix of squares or, if it is empty, paths and a weight."""

    matrix: npt.NDArray[np.float32]
    paths: Paths
    weight: float


class Partition(NamedTuple):
    """Cluster c has `member[c, : size[c]]`; `inner[i]` sums i's squares to its own cluster.

    `changed[c]` and `tried[i]` are times, counted in exchanges: `clock[0]`.
    """

    labels: Ints
    member: Ints
    size: Ints
    inner: Floats
    changed: Ints
    tried: Ints
    clock: Ints
    owner: Ints


def partition(labels: Ints, owner: Ints, k: int) -> Partition:
    """Lay out clusters so that members can be exchanged."""
    sizes = np.bincount(labels)
    order = np.argsort(labels, kind="stable")
    member = np.full((len(sizes), max(int(sizes.max()), 2 * k - 1)), -1)
    column = np.arange(len(labels)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    member[labels[order], column] = order
    n = len(labels)
    return Partition(
        labels.copy(),
        member,
        sizes,
        np.zeros(n),
        np.ones(len(sizes), np.int64),
        np.zeros(n, np.int64),
        np.ones(1, np.int64),
        owner,
    )


@compiled
def _square(space: Space, a: int, b: int) -> float:
    if len(space.matrix):
        return float(space.matrix[a, b])
    return squared(space.paths, a, b, space.weight)


@compiled
def settle(parts: Partition, space: Space) -> None:
    """Sum up the squares within all clusters."""
    for c in range(len(parts.size)):
        _sum_inner(parts, space, c)


@compiled
def sweep(parts: Partition, space: Space, near: Ints, k: int) -> int:
    """Try everybody once; give how many changes were made."""
    changes = 0
    for i in range(len(parts.labels)):
        last, parts.tried[i] = parts.tried[i], parts.clock[0]
        moved = parts.changed[parts.labels[i]] > last
        for place in range(near.shape[1]):
            there = parts.labels[near[i, place]]
            if there == parts.labels[i] or not (moved or parts.changed[there] > last):
                continue
            if _seen(parts, near, i, place):
                continue
            changes += _try(parts, space, i, there, k)
    return changes


@compiled
def _seen(parts: Partition, near: Ints, i: int, place: int) -> bool:
    """Whether an earlier neighbour is in the same cluster."""
    for other in range(place):
        if parts.labels[near[i, other]] == parts.labels[near[i, place]]:
            return True
    return False


@compiled
def _try(parts: Partition, space: Space, i: int, there: int, k: int) -> int:
    """Make the best move of i into a cluster, or exchange with one of its members, if it gains."""
    here, m = parts.labels[i], parts.size[there]
    to = np.empty(m)
    for place in range(m):
        to[place] = _square(space, i, parts.member[there, place])
    best, partner = _move_gain(parts, here, there, i, to.sum(), k), -1
    for place in range(m):
        x = parts.member[there, place]
        # What i would bring and take is known; what x would cost here is at least nothing.
        gain = (parts.inner[x] - to.sum() + to[place]) / m + parts.inner[i] / parts.size[here]
        if gain > best:
            enough = (gain - best) * parts.size[here]
            gain -= _cost_of(parts, space, x, here, i, enough) / parts.size[here]
            if gain > best and _may_exchange(parts, i, x, k):
                best, partner = gain, x
    if best <= _GAIN * (parts.inner[i] + 1):
        return 0
    _carry_out(parts, i, there, partner)
    parts.clock[0] += 1
    for c in (here, there):
        parts.changed[c] = parts.clock[0]
        _sum_inner(parts, space, c)
    return 1


@compiled
def _cost_of(
    parts: Partition, space: Space, x: int, here: int, without: int, enough: float
) -> float:
    """Sum the squares from x to a cluster that one has left; stop once that is enough."""
    total = 0.0
    for place in range(parts.size[here]):
        other = parts.member[here, place]
        if other != without:
            total += _square(space, x, other)
            if total >= enough:
                break
    return total


@compiled
def _move_gain(parts: Partition, here: int, there: int, i: int, to: float, k: int) -> float:
    """What is gained if i just moves; nothing if it may not."""
    a, b = parts.size[here], parts.size[there]
    if a <= k or b >= parts.member.shape[1] or not _may_move(parts, i, there, k):
        return 0.0
    pairs_a, pairs_b = 0.0, 0.0
    for place in range(a):
        pairs_a += parts.inner[parts.member[here, place]] / 2
    for place in range(b):
        pairs_b += parts.inner[parts.member[there, place]] / 2
    before = pairs_a / a + pairs_b / b
    return before - (pairs_a - parts.inner[i]) / (a - 1) - (pairs_b + to) / (b + 1)


@compiled
def _may_exchange(parts: Partition, i: int, x: int, k: int) -> bool:
    if parts.owner[i] == parts.owner[x]:
        return True
    here, there = parts.labels[i], parts.labels[x]
    return _sound(parts, here, i, x, k) and _sound(parts, there, x, i, k)


@compiled
def _may_move(parts: Partition, i: int, there: int, k: int) -> bool:
    return _sound(parts, parts.labels[i], i, -1, k) and _sound(parts, there, -1, i, k)


@compiled
def _sound(parts: Partition, c: int, out: int, new: int, k: int) -> bool:
    """Whether a cluster still has k owners, none with too much of it, after a change."""
    m = parts.size[c] + (new >= 0)
    who = np.empty(m, np.int64)
    count = 0
    for place in range(parts.size[c]):
        if parts.member[c, place] != out:
            who[count] = parts.owner[parts.member[c, place]]
            count += 1
    if new >= 0:
        who[count] = parts.owner[new]
        count += 1
    owners, most = 0, 0
    for place in range(count):
        same, before = 0, 0
        for other in range(count):
            if who[other] == who[place]:
                same += 1
                before += other < place
        owners += before == 0
        most = max(most, same)
    return owners >= k and most <= max(2, -(-count // k))


@compiled
def _carry_out(parts: Partition, i: int, there: int, partner: int) -> None:
    here = parts.labels[i]
    if partner >= 0:
        _replace(parts, here, i, partner)
        _replace(parts, there, partner, i)
        return
    parts.size[here] -= 1
    _replace(parts, here, i, parts.member[here, parts.size[here]])
    parts.member[there, parts.size[there]] = i
    parts.size[there] += 1
    parts.labels[i] = there


@compiled
def _replace(parts: Partition, c: int, old: int, new: int) -> None:
    for place in range(parts.member.shape[1]):
        if parts.member[c, place] == old:
            parts.member[c, place] = new
            break
    parts.labels[new] = c


@compiled
def _sum_inner(parts: Partition, space: Space, c: int) -> None:
    for place in range(parts.size[c]):
        parts.inner[parts.member[c, place]] = 0
    for one in range(parts.size[c]):
        for other in range(one):
            a, b = parts.member[c, one], parts.member[c, other]
            square = _square(space, a, b)
            parts.inner[a] += square
            parts.inner[b] += square
