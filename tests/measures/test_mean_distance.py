from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings

from tests.aggregations.towns import towns
from tests.measures.towns import SPACE, matrix, north, origin_of, releases
from tests.reference import loss as reference
from tests.reference.loss import Sources
from wayveil.errors import InputError
from wayveil.measures.mean_distance import MeanDistance
from wayveil.record import Origin
from wayveil.shapes import Trajectories

MEAN = MeanDistance()


@settings(deadline=None)
@given(releases())
def test_it_is_the_mean(drawn: tuple[Trajectories, Trajectories, Sources]) -> None:
    original, released, sources = drawn
    far = matrix(MEAN.trajectory_distance, original, released)
    moved = [far[i, len(original) + j] for i, j in reference.pairs(len(original), sources)]
    got = MEAN(original, released, origin_of(sources))
    assert got.value == pytest.approx(float(np.mean(moved)), abs=1e-6)
    assert got.detail["rmse"] == pytest.approx(reference.rmse(moved), abs=1e-6)


@settings(deadline=None)
@given(towns())
def test_identical_data_lost_nothing(data: Trajectories) -> None:
    assert MEAN(data, data, Origin.one_each(np.arange(len(data)))).value == 0


def test_worked_by_hand() -> None:
    """Moved by 3 m and 4 m, and the third removed."""
    part = MeanDistance(trajectory_distance=SPACE)
    got = part(north(0, 1000, 5000), north(996, 3), origin_of([[1], [0]]))
    assert got.value == pytest.approx(3.5, rel=1e-6)
    assert (got.unit, got.n) == ("m", 2)
    assert got.detail["rmse"] == pytest.approx((25 / 2) ** 0.5, rel=1e-6)
    with pytest.raises(InputError):
        part(north(0), north(0), None)
