"""Single precision against double, and members who leave."""

from __future__ import annotations

import numpy as np
import pytest

from tests.kernels.paths import WEIGHTS, exactly, some
from wayveil.kernels import crowd as kernel
from wayveil.kernels.arrays import Ints
from wayveil.kernels.classes import by_length, slack
from wayveil.kernels.crowd import Crowd


def present(people: Crowd) -> Ints:
    """Who is there, and at which slot: every array must agree on it."""
    classes = people.classes
    slots: list[int] = []
    for c, count in enumerate(people.present):
        slots += range(classes.first[c], classes.first[c] + count)
        for slot in range(classes.first[c], classes.first[c] + count):
            who = classes.member[slot]
            assert people.class_of[who] == c
            assert people.slot[who] == slot - classes.first[c]
    return np.array(slots, dtype=np.int64)


@pytest.mark.parametrize("weight", WEIGHTS)
@pytest.mark.parametrize("reach", [0.0, 20_000.0, 1_000_000.0])
def test_distances_are_within_the_slack_while_members_leave(weight: float, reach: float) -> None:
    """Also with near-twins, a million metres from the origin."""
    paths = some(4, 120, reach=reach)
    absolute, relative = slack(paths, weight)
    people = kernel.crowd(by_length(paths))
    rng = np.random.default_rng(1)
    out = np.empty(120, np.float32)
    for leaver in rng.permutation(120)[:110]:
        slots = present(people)
        members = people.classes.member[slots]
        i = int(rng.integers(120))
        kernel.distances(people, paths, i, weight, out)
        exact = exactly(paths, i, members, weight)
        error = np.abs(np.sqrt(out[slots].astype(float)) - exact)
        assert (error <= absolute + relative * exact).all()
        kernel.leave(people, int(leaver))
        assert sorted(people.classes.member[present(people)]) == sorted(set(members) - {leaver})


def test_more_than_a_block_of_one_length() -> None:
    paths = some(2, 2_500, longest=1)
    people, out = kernel.crowd(by_length(paths)), np.empty(2_500, np.float32)
    kernel.distances(people, paths, 7, 0.006, out)
    absolute, relative = slack(paths, 0.006)
    exact = exactly(paths, 7, people.classes.member, 0.006)
    assert (np.abs(np.sqrt(out.astype(float)) - exact) <= absolute + relative * exact).all()
