from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from wayveil.kernels.numbering import looked_up, numbered

VALUES = st.one_of(st.integers(-3, 3), st.integers(-(2**63), 2**63 - 1))


@settings(max_examples=50, deadline=None)
@given(st.lists(VALUES, max_size=40), st.integers(0, 40))
def test_a_table_is_what_sorting_gives(values: list[int], most: int) -> None:
    column = np.array(values, dtype=np.int64)
    found, place = numbered(column)
    assert found.tolist() == sorted(set(values))
    assert found[place].tolist() == values
    found, codes = looked_up(column, most)
    few = len(set(values)) <= most
    assert found.tolist() == (list(dict.fromkeys(values)) if few else [])
    assert found[codes].tolist() == (values if few else [])


def test_the_table_grows() -> None:
    """Ten thousand different ones that all begin at multiples of a large power of two."""
    column = (np.arange(400_000) % 10_000 - 5_000) << 40
    found, codes = numbered(column)
    expected, places = np.unique(column, return_inverse=True)
    assert np.array_equal(found, expected)
    assert np.array_equal(codes, places)


def test_many_different_ones_are_sorted() -> None:
    column = np.random.default_rng(1).integers(-(10**12), 10**12, 100_000)
    found, codes = numbered(column)
    expected, places = np.unique(column, return_inverse=True)
    assert np.array_equal(found, expected)
    assert np.array_equal(codes, places)
