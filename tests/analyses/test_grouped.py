from __future__ import annotations

from collections import defaultdict

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from wayveil.analyses._grouped import Grouped

#: Small numbers, and such that the product of their ranges is more than 64 bits hold.
_KEYS = st.tuples(
    st.sampled_from([-1, 0, 1, 2**40]), st.integers(0, 3), st.sampled_from([0, 2**41])
)


@settings(max_examples=50)
@given(st.lists(st.tuples(_KEYS, st.integers(0, 3), st.integers(0, 99)), max_size=30))
def test_rows_are_grouped_one_by_one(rows: list[tuple[tuple[int, int, int], int, int]]) -> None:
    owners: dict[tuple[int, ...], set[int]] = defaultdict(set)
    amounts: dict[tuple[int, ...], list[int]] = defaultdict(list)
    for key, owner, amount in rows:
        owners[key].add(owner)
        amounts[key].append(amount)
    columns = [np.array([key[i] for key, _, _ in rows], dtype=np.int64) for i in range(3)]
    found = Grouped.of(columns, np.array([owner for _, owner, _ in rows], dtype=np.int32))
    keys = [tuple(int(column[at]) for column in columns) for at in found.first]
    assert keys == sorted(owners)
    assert found.units.tolist() == [len(owners[key]) for key in keys]
    assert found.times.tolist() == [len(amounts[key]) for key in keys]
    added = found.added(np.array([amount for _, _, amount in rows], dtype=np.int64))
    assert added.tolist() == [sum(amounts[key]) for key in keys]
    assert [keys[group] for group in found.number] == [key for key, _, _ in rows]
