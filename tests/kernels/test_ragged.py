from __future__ import annotations

from itertools import pairwise

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from wayveil.kernels import ragged
from wayveil.kernels.arrays import Ints

LENGTHS = st.lists(st.integers(1, 6), min_size=1, max_size=8)


def offsets(lengths: list[int]) -> Ints:
    return ragged.offsets_of(np.array(lengths))


@given(LENGTHS)
def test_groups_and_rows(lengths: list[int]) -> None:
    cuts = offsets(lengths)
    group = [g for g, n in enumerate(lengths) for _ in range(n)]
    assert ragged.group_of_rows(cuts).tolist() == group
    firsts = [i == 0 or group[i] != group[i - 1] for i in range(len(group))]
    assert ragged.first_of_group(cuts).tolist() == firsts


@given(LENGTHS, st.data())
def test_rows_of_chosen_groups(lengths: list[int], data: st.DataObject) -> None:
    chosen = data.draw(st.lists(st.integers(0, len(lengths) - 1), max_size=10))
    cuts = offsets(lengths)
    rows = [row for g in chosen for row in range(cuts[g], cuts[g + 1])]
    assert ragged.rows_of(cuts, np.array(chosen, dtype=np.int64)).tolist() == rows


@given(LENGTHS, st.data())
def test_runs_never_reach_over_two_groups(lengths: list[int], data: st.DataObject) -> None:
    total = sum(lengths)
    codes = data.draw(st.lists(st.integers(0, 2), min_size=total, max_size=total))
    group = [g for g, n in enumerate(lengths) for _ in range(n)]
    pairs = list(zip(group, codes, strict=True))
    starts = [i for i in range(total) if i == 0 or pairs[i] != pairs[i - 1]]
    assert ragged.runs(np.array(codes), offsets(lengths)).tolist() == [*starts, total]


@given(LENGTHS, st.data())
def test_mean_times_are_exact_floors(lengths: list[int], data: st.DataObject) -> None:
    big = st.integers(-(2**52), 2**52)
    total = sum(lengths)
    t = sorted(data.draw(st.lists(big, min_size=total, max_size=total)))
    cuts = offsets(lengths)
    means = [sum(t[a:b]) // (b - a) for a, b in pairwise(cuts)]
    assert ragged.mean_times(np.array(t), cuts).tolist() == means


def test_largest_of_each_group() -> None:
    values = np.array([1.0, 5.0, 2.0, np.inf, 0.0])
    assert ragged.largest(values, np.array([0, 2, 3, 5])).tolist() == [5.0, 2.0, np.inf]
