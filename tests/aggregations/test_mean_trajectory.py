from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.aggregations.towns import labels_for, table, towns, trips_of
from tests.reference import aggregations as reference
from tests.tables import tables
from wayveil.aggregations.mean_trajectory import MeanTrajectory
from wayveil.errors import InternalError
from wayveil.geo import wrapped
from wayveil.shapes import Trajectories

MEAN = MeanTrajectory()


@settings(deadline=None)
@given(st.one_of(tables(max_size=8), towns()), st.data())
def test_it_is_algorithm_5(data: Trajectories, draws: st.DataObject) -> None:
    labels = labels_for(draws.draw, len(data))
    made = MEAN.each(data, labels)
    for label, trip in enumerate(trips_of(made)):
        members = np.flatnonzero(labels == label)
        expected = reference.mean(
            [trips_of(data)[i] for i in members], data.owner[members].tolist()
        )
        assert [t for t, _, _ in trip] == [t for t, _, _ in expected]
        for (_, lat, lon), (_, true_lat, true_lon) in zip(trip, expected, strict=True):
            assert lat == pytest.approx(true_lat, abs=1e-9)
            assert abs(wrapped(np.array([lon - true_lon]))[0]) < 1e-9 or _opposite(data)
            assert -180 <= lon < 180


def _opposite(data: Trajectories) -> bool:
    """Whether two points lie half round the earth, where rounding decides which way is shorter."""
    apart = np.abs(wrapped(data.lon[:, None] - data.lon))
    return bool((np.abs(apart - 180) < 1e-9).any())


def test_worked_by_hand() -> None:
    """Lengths 2, 3 and 5 have the mean 3.33: three points, of the last the first, third, fifth."""
    data = table(
        [
            [(0, 1.0, 1.0), (10, 2.0, 2.0)],
            [(3, 1.0, 4.0), (20, 3.0, 3.0), (40, 5.0, 3.0)],
            [(6, 4.0, 4.0), (7, 9.0, 9.0), (11, 1.0, 1.0), (12, 9.0, 9.0), (41, 2.0, 1.0)],
        ]
    )
    assert reference.place(1, 2, 3) == 1
    made = MEAN(data)
    assert made.t.tolist() == [3, 13, 30]  # 41 / 3 and 91 / 3, rounded down
    np.testing.assert_allclose(made.lat, [2, 2, 3])
    np.testing.assert_allclose(made.lon, [3, 2, 2])


def test_half_a_point_is_rounded_up() -> None:
    assert MEAN(table([[(0, 1.0, 1.0)] * 3, [(0, 1.0, 1.0)] * 4])).lengths.tolist() == [4]


def test_the_shorter_way_round_the_earth() -> None:
    data = table([[(0, 0.0, 179.5)], [(0, 0.0, -179.25)], [(0, 0.0, -179.0)]])
    assert MEAN(data).lon[0] == pytest.approx(-179.5833333)
    assert MEAN(data.take(np.array([2, 0]))).lon[0] == pytest.approx(-179.75)
    assert MEAN(table([[(0, 0.0, 180.0)], [(0, 0.0, 180.0)]])).lon[0] == -180


@settings(deadline=None)
@given(towns(), st.integers(2, 60))
def test_copies_of_ones_own_trip_weigh_nothing(data: Trajectories, copies: int) -> None:
    """Fractions like 1/49, which binary numbers cannot hold, must not tip a length or a time."""
    alone = data.each_alone()
    again = np.append(np.zeros(copies - 1, np.int64), np.arange(len(data)))
    assert (MEAN(alone.take(again)).t == MEAN(alone).t).all()
    np.testing.assert_allclose(MEAN(alone.take(again)).lat, MEAN(alone).lat, atol=1e-12)


def test_each_owner_weighs_the_same() -> None:
    data = table([[(0, 0.0, 0.0)], [(0, 0.0, 0.0)], [(0, 0.0, 0.0)], [(9, 9.0, 9.0)]], [5, 5, 5, 1])
    made = MEAN(data)
    assert (made.lat[0], made.lon[0], made.t[0]) == (4.5, 4.5, 4)


def test_one_member_is_its_own_mean() -> None:
    trip = [(5, 48.2000001, 16.4000001), (5, 48.3, 179.9999999), (2**60, -90.0, -180.0)]
    assert trips_of(MEAN(table([trip]))) == [trip]


def test_times_are_exact_however_far_off() -> None:
    far = 2**60 + 1
    data = table([[(far, 0.0, 0.0)], [(far + 1, 0.0, 0.0)], [(far + 4, 0.0, 0.0)]])
    assert MEAN(data).t.tolist() == [far + 1]
    data = table([[(-far, 0.0, 0.0)], [(-far - 1, 0.0, 0.0)]])
    assert MEAN(data).t.tolist() == [-far - 1]


def test_the_result_belongs_to_nobody() -> None:
    data = table([[(0, 0.0, 0.0)]] * 3, [7, 7, 9])
    made = MEAN.each(data, np.array([1, 0, 1]))
    assert made.id.tolist() == made.owner.tolist() == [0, 1]
    assert made.names.ids is None
    assert made.extra is None


@pytest.mark.parametrize("labels", [[0, 2], [0, -1], [0]])
def test_labels_must_be_counted_from_nought(labels: list[int]) -> None:
    with pytest.raises(InternalError):
        MEAN.each(table([[(0, 0.0, 0.0)]] * 2), np.array(labels))
