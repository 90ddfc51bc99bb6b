"""How trips were distributed: shares of classes that k people are in."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.report.reading import Reader
from tests.report.towns import town
from wayveil.report.profiles import Profile, profiles, shares

_EDGES = (0.0, 1.0, 2.0, 5.0)


def plainly(values: list[float], owners: list[int], k: int) -> list[float]:
    """Count class by class."""
    counts = []
    for low, high in zip(_EDGES, (*_EDGES[1:], np.inf), strict=True):
        inside = [o for v, o in zip(values, owners, strict=True) if low <= v < high]
        counts.append(len(inside) if len(set(inside)) >= k else 0)
    return [count / max(1, sum(counts)) for count in counts]


@settings(max_examples=40)
@given(st.lists(st.tuples(st.floats(0, 9), st.integers(0, 4)), max_size=30), st.integers(1, 4))
def test_shares_are_those_of_a_plain_count(rows: list[tuple[float, int]], k: int) -> None:
    values, owners = [v for v, _ in rows], [o for _, o in rows]
    found = shares(np.array(values), np.array(owners, dtype=np.int32), _EDGES, k)
    assert found.tolist() == pytest.approx(plainly(values, owners, k))


def test_one_person_in_a_class_is_not_shown() -> None:
    data = town(trips=30)
    late = replace(data, t=data.t + np.where(data.owner[data.of_point] == 3, 40 * 3_600_000, 0))
    *_, hours = profiles(late, late, k=2)
    *_, usual = profiles(late, late, k=1)
    assert (hours.before > 0).sum() < (usual.before > 0).sum()


def test_it_is_drawn_and_told() -> None:
    drawn = [*profiles(town(), town(), k=3)]
    assert len(drawn) == 3
    for one in drawn:
        assert not Reader(one.svg()).faults
        assert "nan" not in one.svg()
        assert one.told() in one.svg()


def test_columns_are_as_high_as_their_share() -> None:
    one = Profile("t", "km", ("0", "1"), np.array([0.2, 0.05]), np.array([0.1, 0.1]))
    tops = [int(y) for y in re.findall(r"V(\d+)H\d+V150Z", one.svg())]
    assert tops == [14, 116]
    assert "most before 0 to 1 km, most after 0 to 1 km" in one.told()


def test_nothing_is_drawn_of_nobody() -> None:
    assert [*profiles(town(6), town(6), k=50)] == []
