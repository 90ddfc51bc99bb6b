from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from wayveil.kernels.radix import by_digits, distinct, distinct_pairs, order_by, order_of

KEYS = st.lists(st.one_of(st.integers(0, 5), st.integers(-(2**63), 2**63 - 1)), max_size=40)


@given(KEYS)
def test_keys_are_sorted_and_equal_ones_stay(keys: list[int]) -> None:
    column = np.array(keys, np.int64)
    assert order_of(column).tolist() == np.argsort(column, kind="stable").tolist()
    if keys:
        assert by_digits(column).tolist() == order_of(column).tolist()


@given(st.lists(st.tuples(st.integers(-3, 3), st.integers(-5000, 5000)), max_size=40))
def test_two_keys(pairs: list[tuple[int, int]]) -> None:
    first, second = np.array(pairs, np.int64).reshape(-1, 2).T
    assert order_by(first, second).tolist() == np.lexsort([second, first]).tolist()


def test_many_keys() -> None:
    keys = np.random.default_rng(1).integers(0, 10**12, 100_000)
    assert (order_of(keys) == np.argsort(keys, kind="stable")).all()


@given(KEYS)
def test_different_keys(keys: list[int]) -> None:
    assert distinct(np.array(keys, np.int64)).tolist() == sorted(set(keys))


@given(st.lists(st.tuples(st.integers(-5, 5), st.integers(-5000, 5000)), max_size=40))
def test_different_pairs(pairs: list[tuple[int, int]]) -> None:
    columns = np.array(pairs, np.int64).reshape(-1, 2).T
    assert np.stack(distinct_pairs(*columns), 1).tolist() == [list(p) for p in sorted(set(pairs))]
