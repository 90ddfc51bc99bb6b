from __future__ import annotations

from itertools import combinations

import numpy as np

from wayveil.kernels.combinations import Rows, Units, counted, fewest


def all_different(length: int, copies: int) -> tuple[Rows, Units]:
    """One trajectory of so many items, and copies of it."""
    items = np.tile(np.arange(length), copies)
    offsets = np.arange(0, length * copies + 1, length)
    alone = np.arange(copies)
    rows = Rows(items, offsets, np.ones(len(items), np.bool_), length, joined=True)
    return rows, Units(alone, alone)


def test_the_table_grows_and_counts_stay_exact() -> None:
    """80 items have 85,400 combinations of up to three: more than there is room for at first."""
    rows, units = all_different(80, 2)
    made, used = counted(rows, units, 3, 1 << 20)
    every = sum(1 for n in (1, 2, 3) for _ in combinations(range(80), n))
    assert (used - 1, fewest(made, used)) == (every, 2)
    assert int(made.nodes[1:used, 1].max()) == 2


def test_it_stops_at_the_limit() -> None:
    rows, units = all_different(80, 1)
    assert counted(rows, units, 3, 1000)[1] == 1000


def test_visits_are_joined_where_that_is_asked_for() -> None:
    items, offsets = np.array([0, 1, 0]), np.array([0, 3])
    there, one = np.array([True, False, True]), np.zeros(1, np.int64)
    found = [
        counted(Rows(items, offsets, there, 2, joined=joined), Units(one, one), 2, 99)[1] - 1
        for joined in (True, False)
    ]
    assert found == [1, 2]
