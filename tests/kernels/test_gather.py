from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.kernels.paths import exactly, in_order, some
from wayveil.kernels import blocks, crowd, gather
from wayveil.kernels.classes import by_length, slack


@given(st.lists(st.integers(0, 5), min_size=1, max_size=20), st.integers(2, 7))
def test_the_first_of_each_other_owner(owners: list[int], k: int) -> None:
    expected, seen = [0], {owners[0]}
    for who in range(1, len(owners)):
        if len(expected) < k and owners[who] not in seen:
            expected.append(who)
            seen.add(owners[who])
    found = gather.one_each(np.arange(1, len(owners)), np.array(owners), 0, k)
    assert found.tolist() == expected


@pytest.mark.parametrize("people", [200, 40, 6])
def test_clusters_are_taken_out_one_after_another(people: int) -> None:
    """By a crowd and by blocks alike; the farthest is of those who stay."""
    n, k, weight = 200, 4, 0.006
    paths = some(9, n)
    margin, squares = slack(paths, weight), np.empty(n, np.float32)
    rng = np.random.default_rng(people)
    owner = np.arange(n) if people == n else rng.integers(0, people, n)
    everybody, made = crowd.crowd(by_length(paths)), blocks.blocks(paths, weight, np.arange(n))
    left = np.arange(n)
    while len(left) > 3 * k:
        seed = int(rng.choice(left))
        order = np.array(in_order(paths, seed, left, weight))
        expected = gather.one_each(order, owner, seed, k).tolist()
        members, far = gather.gather(
            everybody, paths, seed, k, owner, weight, margin, squares, True
        )
        near = np.empty((2, k), np.int64)
        seeds = np.array([seed, int(left[0])])
        gather.near_each(made, paths, seeds, k, len(left), owner, weight, margin, near)
        assert members.tolist() == near[0][near[0] >= 0].tolist() == expected
        gather.take_out(made, members)
        left = np.setdiff1d(left, members)
        assert far == left[np.argmax(exactly(paths, seed, left, weight))]
