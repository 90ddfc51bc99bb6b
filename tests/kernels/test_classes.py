from __future__ import annotations

import numpy as np
import pytest

from tests.kernels.paths import WEIGHTS, some
from wayveil.kernels.classes import by_length, slack
from wayveil.kernels.paths import Paths


@pytest.mark.parametrize("seed", range(6))
def test_every_coordinate_is_where_it_is_said_to_be(seed: int) -> None:
    paths = some(seed, 40)
    order = np.random.default_rng(seed).permutation(40)[: 40 - 5 * seed]
    made = by_length(paths, order)
    assert sorted(made.member) == sorted(order)
    assert made.length.tolist() == sorted(set(np.diff(paths.offsets)[order]))
    for c, length in enumerate(made.length):
        members = made.member[made.first[c] : made.first[c + 1]]
        assert members.tolist() == [i for i in order if np.diff(paths.offsets)[i] == length]
        for j in range(length):
            run = slice(made.start[c] + j * len(members), made.start[c] + (j + 1) * len(members))
            for mine, theirs in ((made.x, paths.x), (made.y, paths.y), (made.t, paths.t)):
                np.testing.assert_array_equal(
                    mine[run], theirs[paths.offsets[members] + j].astype(np.float32)
                )
    np.testing.assert_array_equal(made.speed, paths.speed[made.member].astype(np.float32))


def test_without_an_order_it_is_that_of_the_table() -> None:
    paths = some(1, 30)
    for one, other in zip(by_length(paths), by_length(paths, np.arange(30)), strict=True):
        np.testing.assert_array_equal(one, other)


@pytest.mark.parametrize("weight", WEIGHTS)
def test_the_slack_grows_with_what_single_precision_loses(weight: float) -> None:
    near, far = (slack(some(1, 30, reach=reach), weight) for reach in (1e3, 1e6))
    assert 0 < near[0] < far[0]
    assert near[1] == far[1]
    assert slack(some(1, 30), weight)[0] <= slack(some(1, 30), weight + 1)[0]
    nobody = Paths(np.zeros(1), np.zeros(1), np.zeros(1), np.array([0, 1]), np.zeros(1))
    assert slack(nobody, weight)[0] > 0
