"""The nearest and the farthest of a crowd, against the order in double precision."""

from __future__ import annotations

import numpy as np
import pytest

from tests.kernels.paths import WEIGHTS, exactly, in_order, some
from wayveil.kernels import choice
from wayveil.kernels import crowd as kernel
from wayveil.kernels.classes import Singles, by_length, slack
from wayveil.kernels.crowd import Crowd


def looked_at(people: Crowd, i: int, squares: Singles) -> None:
    """Leave the one who asks out of the answer."""
    squares[people.classes.first[people.class_of[i]] + people.slot[i]] = -1


@pytest.mark.parametrize("weight", WEIGHTS)
@pytest.mark.parametrize("reach", [0.0, 1_000_000.0])
def test_both_are_those_of_double_precision_while_members_leave(
    weight: float, reach: float
) -> None:
    paths = some(5, 150, reach=reach, longest=5)
    margin, rng = slack(paths, weight), np.random.default_rng(2)
    people, squares = kernel.crowd(by_length(paths)), np.empty(150, np.float32)
    left = np.arange(150)
    for leaver in rng.permutation(150)[:147]:
        i, want = int(rng.choice(left)), int(rng.integers(1, 12))
        kernel.distances(people, paths, i, weight, squares)
        looked_at(people, i, squares)
        expected = in_order(paths, i, left, weight)
        found = choice.nearest(people, paths, i, want, weight, margin, squares)
        assert found.tolist() == expected[:want]
        others = left[left != i]
        far = int(others[np.argmax(exactly(paths, i, others, weight))])
        assert choice.farthest(people, paths, i, weight, margin, squares) == far
        kernel.leave(people, int(leaver))
        left = left[left != leaver]


def test_a_millimetre_and_an_index_decide() -> None:
    """All within single precision's error of each other: nearest and farthest are still exact."""
    n = 60
    paths = some(0, n, longest=1)
    x = 900_000 + np.repeat(np.arange(n // 2) * 0.001, 2)
    x[0] = 899_000.0
    paths = paths._replace(x=x, y=np.zeros(n), t=np.zeros(n))
    assert len(np.unique(x.astype(np.float32))) < 5
    people, squares = kernel.crowd(by_length(paths)), np.empty(n, np.float32)
    kernel.distances(people, paths, 0, 0.0, squares)
    looked_at(people, 0, squares)
    margin = slack(paths, 0.0)
    assert choice.nearest(people, paths, 0, 9, 0.0, margin, squares).tolist() == list(range(1, 10))
    assert choice.farthest(people, paths, 0, 0.0, margin, squares) == n - 2
