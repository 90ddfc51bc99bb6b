"""Exchanges: their books are right, every one of them gains, and none is left in the end."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from tests.clusterings.crowds import Table, crowd_of, judge, owned
from wayveil.aggregations.mean_trajectory import MeanTrajectory
from wayveil.clusterings._gathering import gathered
from wayveil.clusterings.refined import _space, neighbours
from wayveil.distances.dtw import Dtw
from wayveil.distances.martinez2021 import Martinez2021
from wayveil.kernels import martinez, refine
from wayveil.kernels.arrays import Floats, Ints
from wayveil.kernels.paths import nobody
from wayveil.kinds import Distance

DISTANCES: list[Distance] = [Martinez2021(), Dtw()]


def squares_of(space: refine.Space, n: int) -> Floats:
    """What the kernel takes distances to be."""
    if len(space.matrix):
        return space.matrix.astype(np.float64)
    paths, weight = space.paths, space.weight
    return np.array([[martinez.squared(paths, a, b, weight) for b in range(n)] for a in range(n)])


def cost(squares: Floats, members: list[int]) -> float:
    """Squares of a cluster's pairs, over its size."""
    return sum(float(squares[a, b]) for a, b in combinations(members, 2)) / len(members)


def clusters_of(labels: Ints) -> list[list[int]]:
    return [np.flatnonzero(labels == c).tolist() for c in range(labels.max() + 1)]


def check_books(parts: refine.Partition, squares: Floats) -> None:
    """Labels, members and sizes say the same, and inner sums are what they are summed from."""
    for c, members in enumerate(clusters_of(parts.labels)):
        assert sorted(parts.member[c, : parts.size[c]].tolist()) == members
        for i in members:
            expected = sum(float(squares[max(i, j), min(i, j)]) for j in members if j != i)
            assert parts.inner[i] == pytest.approx(expected, rel=1e-6, abs=1e-6)
    assert parts.size.sum() == len(parts.labels)


def sound(members: list[int], owner: Ints, k: int) -> bool:
    whose = [int(owner[i]) for i in members]
    most = max(whose.count(o) for o in whose)
    return len(set(whose)) >= k and most <= max(2, -(-len(whose) // k))


def best_gain(labels: Ints, squares: Floats, near: Ints, owner: Ints, k: int, widest: int) -> float:
    """The most that any allowed move or exchange with a neighbour's cluster gains, by trying."""
    clusters, best = clusters_of(labels), 0.0
    for i in range(len(labels)):
        here = clusters[labels[i]]
        for c in set(labels[near[i]].tolist()) - {int(labels[i])}:
            there = clusters[c]
            before = cost(squares, here) + cost(squares, there)
            without = [j for j in here if j != i]
            changed = [([*without, x], [j for j in there if j != x] + [i]) for x in there]
            if len(there) < widest and len(here) > k:
                changed.append((without, [*there, i]))
            for one, other in changed:
                same = sorted(owner[one]) == sorted(owner[here])
                if same or (sound(one, owner, k) and sound(other, owner, k)):
                    best = max(best, before - cost(squares, one) - cost(squares, other))
    return best


def started(data: Table, distance: Distance, k: int, seed: int) -> Ints:
    """The start of a clustering, or (odd seeds) one that is as bad as can be."""
    labels = gathered(data, k, distance, MeanTrajectory(), both_poles=False)
    alone = len(np.unique(data.owner)) == len(data)
    return np.random.default_rng(seed).permutation(labels) if seed % 2 and alone else labels


@pytest.mark.parametrize("distance", DISTANCES, ids=lambda d: d.name)
@pytest.mark.parametrize("people", [None, 14])
@pytest.mark.parametrize("seed", range(8))
def test_sweeps_keep_books_lower_the_cost_and_end_where_nothing_gains(
    distance: Distance, people: int | None, seed: int
) -> None:
    rng, k = np.random.default_rng(seed), 2 + seed % 3
    data = crowd_of(rng, 48, longest=5)
    owner = np.arange(48) if people is None else np.arange(48) % people
    data = owned(data, owner)
    space, near = _space(distance, data), neighbours(data, 6, distance)
    squares = squares_of(space, 48)
    parts = refine.partition(started(data, distance, k, seed), owner, k)
    refine.settle(parts, space)
    check_books(parts, squares)
    costs, moved = [sum(cost(squares, c) for c in clusters_of(parts.labels))], 1
    while moved:
        moved = refine.sweep(parts, space, near, k)
        check_books(parts, squares)
        judge(parts.labels, owner, k)
        costs.append(sum(cost(squares, c) for c in clusters_of(parts.labels)))
        assert costs[-1] < costs[-2] if moved else costs[-1] == costs[-2]
    widest = parts.member.shape[1]
    left = best_gain(parts.labels, squares, near, owner, k, widest)
    assert left <= 1e-6 * (squares.max() + 1)


def test_a_partition_leaves_its_labels_alone() -> None:
    labels = np.array([1, 0, 1, 0])
    parts = refine.partition(labels, np.arange(4), 2)
    parts.labels[0] = 7
    assert labels.tolist() == [1, 0, 1, 0]
    assert parts.member[:, :2].tolist() == [[1, 3], [0, 2]]
    assert parts.member.shape == (2, 3)


def test_each_change_by_hand() -> None:
    """On a line: an exchange, then a move out of a cluster that can spare one."""
    at = np.array([0.0, 1.0, 100.0, 101.0, 2.0])
    squares = ((at[:, None] - at) ** 2).astype(np.float32)
    space = refine.Space(squares, nobody(), 0.0)
    near = np.array([[1], [0], [3], [2], [1]])
    parts = refine.partition(np.array([0, 1, 0, 1, 1]), np.arange(5), 2)
    refine.settle(parts, space)
    while refine.sweep(parts, space, near, 2):
        pass
    groups = {frozenset(c) for c in clusters_of(parts.labels)}
    assert groups == {frozenset({0, 1, 4}), frozenset({2, 3})}
