from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.sparse import csr_array

from wayveil.kernels import chain

WEIGHTS = st.lists(st.integers(0, 5), min_size=1, max_size=8).filter(any)


@given(WEIGHTS, st.lists(st.floats(0, 1, exclude_max=True), min_size=1, max_size=20))
def test_what_weighs_nothing_is_never_drawn(weights: list[int], luck: list[float]) -> None:
    total = np.append(0.0, np.cumsum(weights))
    zero = np.zeros(len(luck), np.int64)
    rows = chain.drawn(total, zero, zero + len(weights), np.array(luck))
    assert all(weights[row] for row in rows)


def test_draws_are_by_weight_within_their_span() -> None:
    total = np.array([0.0, 5, 6, 9])
    luck = (np.arange(4_000) + 0.5) / 4_000
    span = np.full(4_000, 1)
    rows = chain.drawn(total, span, span + 2, luck)
    assert np.bincount(rows, minlength=3).tolist() == [0, 1_000, 3_000]


@settings(max_examples=50)
@given(st.integers(2, 6), st.integers(0, 10_000))
def test_the_stationary_distribution_stays_as_it_is(n: int, seed: int) -> None:
    luck = np.random.default_rng(seed)
    chances = luck.random((n, n)) * (luck.random((n, n)) < 0.5)
    chances[np.arange(n), (np.arange(n) + 1) % n] += 0.1
    chances /= chances.sum(axis=1, keepdims=True)
    sparse: Any = csr_array(chances)
    share = chain.stationary(sparse)
    assert np.isclose(share.sum(), 1)
    assert (share > 0).all()
    assert np.allclose(share @ chances, share)


def test_of_several_classes_the_largest_counts() -> None:
    chances = np.zeros((5, 5))
    chances[[0, 1, 2, 3, 4], [1, 0, 3, 4, 2]] = 1
    chances[0] = [0, 0.5, 0.5, 0, 0]
    sparse: Any = csr_array(chances)
    assert np.allclose(chain.stationary(sparse), [0, 0, 1 / 3, 1 / 3, 1 / 3])
