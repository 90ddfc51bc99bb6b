"""One cluster at a time: a seed, and those nearest to it who belong to k - 1 other owners.

`gather` looks at everybody (and can tell who is farthest). `near_each` looks only into blocks, for
several seeds at a time: what it finds for one holds until one of the found is taken out.
"""

from __future__ import annotations

import numpy as np

from wayveil.kernels import blocks as blocks_
from wayveil.kernels import crowd as crowd_
from wayveil.kernels.arrays import Ints
from wayveil.kernels.blocks import Blocks
from wayveil.kernels.choice import farthest, nearest
from wayveil.kernels.classes import Singles
from wayveil.kernels.compiled import compiled
from wayveil.kernels.crowd import Crowd, distances
from wayveil.kernels.paths import Paths
from wayveil.kernels.search import nearest_in

leave_block = blocks_.leave
leave_crowd = crowd_.leave


@compiled
def one_each(close: Ints, owner: Ints, seed: int, k: int) -> Ints:
    """Give the seed and the first of each other owner, k at most, the nearest first."""
    chosen, count = np.empty(k, np.int64), 1
    chosen[0] = seed
    for who in close:
        known = count == k
        for place in range(count):
            known = known or owner[chosen[place]] == owner[who]
        if not known:
            chosen[count] = who
            count += 1
    return chosen[:count]


@compiled
def gather(
    people: Crowd, paths: Paths, seed: int, k: int, owner: Ints, weight: float,
    slack: tuple[float, float], squares: Singles, opposite: bool,
) -> tuple[Ints, int]:  # fmt: skip
    """Take a cluster out of a crowd; tell, if asked, who of the rest is farthest from its seed."""
    distances(people, paths, seed, weight, squares)
    squares[_slot(people, seed)] = -1
    left, want = people.present.sum() - 1, k - 1
    members = one_each(nearest(people, paths, seed, want, weight, slack, squares), owner, seed, k)
    while len(members) < k and want < left:
        want = min(2 * want, left)
        close = nearest(people, paths, seed, want, weight, slack, squares)
        members = one_each(close, owner, seed, k)
    for who in members:
        squares[_slot(people, who)] = -1
    far = farthest(people, paths, seed, weight, slack, squares) if opposite else -1
    for who in members:
        leave_crowd(people, who)
    return members, far


@compiled
def near_each(
    made: Blocks, paths: Paths, seeds: Ints, k: int, left: int, owner: Ints, weight: float,
    slack: tuple[float, float], members: Ints,
) -> None:  # fmt: skip
    """Write the cluster that each seed would take out of the blocks now, a row a seed.

    `left` are left in all; rows end with -1 where too few other owners are.
    """
    members[:] = -1
    for place in range(len(seeds)):
        found = _near(made, paths, seeds[place], k, left, owner, weight, slack)
        members[place, : len(found)] = found


@compiled
def _near(
    made: Blocks, paths: Paths, seed: int, k: int, left: int, owner: Ints, weight: float,
    slack: tuple[float, float],
) -> Ints:  # fmt: skip
    want = k - 1
    members = one_each(nearest_in(made, paths, seed, want, weight, slack), owner, seed, k)
    while len(members) < k and want < left - 1:
        want = min(2 * want, left - 1)
        members = one_each(nearest_in(made, paths, seed, want, weight, slack), owner, seed, k)
    return members


@compiled
def take_out(made: Blocks, members: Ints) -> None:
    """Take a cluster out of the blocks."""
    for who in members:
        leave_block(made, who)


@compiled
def _slot(people: Crowd, i: int) -> int:
    return people.classes.first[people.class_of[i]] + people.slot[i]
