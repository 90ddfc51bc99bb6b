from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.crowds import crowds, listed
from tests.reference import swapping
from tests.rows import trips
from tests.tables import tables
from wayveil.kinds import Tessellation
from wayveil.meetings.partition import Partition
from wayveil.shapes import Trajectories

DATA = st.one_of(crowds(), tables())


@given(data=DATA, size=st.sampled_from([1e-6, 0.001, 7.0]), interval=st.sampled_from([1, 60, 300]))
def test_it_equals_the_plain_version(data: Trajectories, size: float, interval: float) -> None:
    groups = Partition(size=size, interval=interval)(data)
    expected = swapping.partition(trips(data), data.owner.tolist(), size, 1000 * round(interval))
    assert listed(groups) == expected


@given(data=DATA)
def test_groups_of_one_time_have_nobody_in_common(data: Trajectories) -> None:
    groups = Partition(size=0.002, interval=120)(data)
    at = np.repeat(groups.t, np.diff(groups.offsets))
    assert len(np.unique(np.stack([at, groups.members]), axis=1).T) == len(at)


def walks(*points: list[tuple[int, float, float]]) -> Trajectories:
    rows = [row for walk in points for row in walk]
    t, lat, lon = (np.array(column) for column in zip(*rows, strict=True))
    each = np.arange(len(points), dtype=np.int32)
    offsets = np.cumsum([0, *(len(walk) for walk in points)])
    return Trajectories(lat, lon, t, offsets, each, each)


def test_the_last_point_of_an_interval_counts_not_the_first() -> None:
    """Its first points are together, its last ones are not; in the next interval the other way."""
    one = [(0, 1.0001, 1.0001), (59_999, 2.0, 2.0), (60_000, 5.0, 5.0), (61_000, 3.0001, 3.0)]
    two = [(1, 1.0002, 1.0002), (59_000, 4.0, 4.0), (60_001, 6.0, 6.0), (119_999, 3.0002, 3.0)]
    assert listed(Partition()(walks(one, two))) == [(120_000, [0, 1])]


def test_of_equal_times_the_last_in_the_table_counts() -> None:
    one = [(5, 9.0, 9.0), (5, 1.0, 1.0)]
    assert len(Partition()(walks(one, [(5, 1.0, 1.0)]))) == 1
    assert len(Partition()(walks(one, [(5, 9.0, 9.0)]))) == 0


@pytest.mark.parametrize(("t", "met"), [(-1, True), (0, False)])
def test_times_before_1970_are_rounded_down(t: int, met: bool) -> None:
    """Truncation would make -1 and 0 one interval."""
    groups = Partition()(walks([(t, 1.0, 1.0)], [(-60_000, 1.0, 1.0)]))
    assert (len(groups) == 1) is met


def test_cells_of_another_kind() -> None:
    apart = walks([(0, 48.01, 16.0)], [(1, 48.013, 16.0)])
    assert len(Partition()(apart)) == 0
    squares = Tessellation.named("square", size=5000)
    assert listed(Partition(tessellation=squares)(apart)) == [(60_000, [0, 1])]
