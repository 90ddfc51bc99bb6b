"""Assignments: whole where there is one, and cheap."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wayveil.kernels import ragged
from wayveil.kernels.arrays import Floats
from wayveil.kernels.assignment import Choices, auction, completed


def choices_of(costs: Floats) -> Choices:
    """All finite entries of a matrix."""
    rows, columns = np.nonzero(np.isfinite(costs))
    lengths = np.bincount(rows, minlength=len(costs))
    return Choices(columns, costs[rows, columns], ragged.offsets_of(lengths))


@given(st.integers(1, 5).flatmap(lambda n: st.lists(st.booleans(), min_size=n * n, max_size=n * n)))
@settings(max_examples=100, deadline=None)
def test_all_are_brought_in_exactly_if_there_is_a_way(mask: list[bool]) -> None:
    n = int(len(mask) ** 0.5)
    allowed = np.array(mask).reshape(n, n)
    choices = choices_of(np.where(allowed, 1.0, np.inf))
    picked = auction(choices, np.zeros(n), 0.1, 3 * n)
    held = picked[picked >= 0]
    assert len(np.unique(held)) == len(held)
    exists = any(all(allowed[i, p] for i, p in enumerate(way)) for way in permutations(range(n)))
    assert completed(choices, picked) == exists
    if exists:
        assert sorted(picked) == list(range(n))
        assert allowed[np.arange(n), picked].all()


def test_one_way_after_another_is_followed_to_its_end() -> None:
    """Each of the last two must push everybody on by one, along the way of the one before."""
    n = 6
    costs = np.full((n, n), np.inf)
    for row in range(n - 2):
        costs[row, [row, row + 2]] = 1.0
    costs[n - 2, 0] = costs[n - 1, 1] = 1.0
    picked = np.array([0, 1, 2, 3, -1, -1])
    assert completed(choices_of(costs), picked)
    assert picked.tolist() == [2, 3, 4, 5, 0, 1]


@pytest.mark.parametrize("seed", range(5))
def test_an_auction_that_ends_by_itself_is_as_cheap_as_can_be_but_for_its_steps(seed: int) -> None:
    from scipy.optimize import linear_sum_assignment

    costs = np.random.default_rng(seed).random((60, 60))
    picked = auction(choices_of(costs), np.zeros(60), 0.001, 1_000_000)
    best = costs[linear_sum_assignment(costs)].sum()
    assert sorted(picked) == list(range(60))
    assert best <= costs[np.arange(60), picked].sum() <= best + 60 * 0.001
