"""The nearest by way of blocks, against the order in double precision."""

from __future__ import annotations

import numpy as np
import pytest

from tests.kernels.paths import WEIGHTS, in_order, some
from wayveil.kernels import blocks, search
from wayveil.kernels.classes import slack


@pytest.mark.parametrize("weight", WEIGHTS)
@pytest.mark.parametrize("reach", [0.0, 1_000_000.0])
@pytest.mark.parametrize("longest", [1, 6])
def test_the_nearest_are_those_of_double_precision_while_members_leave(
    weight: float, reach: float, longest: int
) -> None:
    """Near-twins, twins and far-off groups; the one who asks need not be there any more."""
    n = 160
    paths = some(8, n, longest=longest, reach=reach)
    margin, rng = slack(paths, weight), np.random.default_rng(3)
    made, left = blocks.blocks(paths, weight, np.arange(n)), np.arange(n)
    for leaver in rng.permutation(n)[: n - 2]:
        i, want = int(rng.integers(n)), int(rng.integers(1, 20))
        found = search.nearest_in(made, paths, i, want, weight, margin)
        assert found.tolist() == in_order(paths, i, left, weight)[:want]
        blocks.leave(made, int(leaver))
        left = left[left != leaver]


def test_a_length_that_nobody_else_has() -> None:
    paths = some(3, 80, longest=9)
    who = np.flatnonzero(np.diff(paths.offsets) % 3 == 0)
    made, margin = blocks.blocks(paths, 0.006, who), slack(paths, 0.006)
    for i in range(80):
        found = search.nearest_in(made, paths, i, 5, 0.006, margin)
        assert found.tolist() == in_order(paths, i, who, 0.006)[:5]


def test_a_millimetre_and_an_index_decide() -> None:
    n = 200
    x = 900_000 + np.repeat(np.arange(n // 2) * 0.001, 2)
    x[0] = 899_000.0
    paths = some(0, n, longest=1)._replace(x=x, y=np.zeros(n), t=np.zeros(n))
    made, margin = blocks.blocks(paths, 0.0, np.arange(n)), slack(paths, 0.0)
    found = search.nearest_in(made, paths, 0, 50, 0.0, margin)
    assert found.tolist() == list(range(1, 51))
