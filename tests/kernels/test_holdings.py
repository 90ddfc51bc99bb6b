from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from wayveil.kernels import ragged
from wayveil.kernels.holdings import holdings


@settings(max_examples=50, deadline=None)
@given(st.lists(st.lists(st.integers(0, 4), max_size=6), min_size=1, max_size=5))
def test_everything_is_listed_once_and_in_order(groups: list[list[int]]) -> None:
    """What each group has, how often and in which rows, and who has each thing."""
    offsets = ragged.offsets_of(np.array([len(group) for group in groups]))
    index = holdings(np.array([k for group in groups for k in group], dtype=np.int64), offsets, 5)
    for g, group in enumerate(groups):
        own = slice(index.own[g], index.own[g + 1])
        assert index.things[own].tolist() == sorted(set(group))
        for entry in range(index.own[g], index.own[g + 1]):
            rows = index.rows[index.begin[entry] : index.begin[entry + 1]] - offsets[g]
            assert rows.tolist() == [i for i, k in enumerate(group) if k == index.things[entry]]
            assert index.amounts[entry] == len(rows)
    for k in range(5):
        who = index.holders[index.first[k] : index.first[k + 1]]
        assert who.tolist() == [g for g, group in enumerate(groups) if k in group]
