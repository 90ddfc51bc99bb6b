from __future__ import annotations

import numpy as np
from hypothesis import given

from tests.tables import tables
from wayveil import geo
from wayveil.kernels.speeds import step_speeds
from wayveil.shapes import Trajectories


@given(tables())
def test_speeds_equal_distance_over_time(data: Trajectories) -> None:
    got = step_speeds(data.lat, data.lon, data.t, data.offsets)
    expected = np.zeros(data.n_points)
    for i in range(1, data.n_points):
        if i not in data.offsets:
            here, before = slice(i, i + 1), slice(i - 1, i)
            step = geo.metres(data.lat[before], data.lon[before], data.lat[here], data.lon[here])[0]
            seconds = (int(data.t[i]) - int(data.t[i - 1])) / 1000
            expected[i] = 0 if step == 0 else step / seconds if seconds else np.inf
    np.testing.assert_allclose(got, expected, rtol=1e-9)


def test_the_same_place_twice_is_not_fast_and_two_places_at_once_are() -> None:
    lat, lon, t = np.array([1.0, 1.0, 2.0]), np.zeros(3), np.zeros(3, np.int64)
    assert step_speeds(lat, lon, t, np.array([0, 3])).tolist() == [0.0, 0.0, np.inf]
