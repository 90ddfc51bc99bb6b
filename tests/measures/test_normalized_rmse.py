from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings

from tests.aggregations.towns import towns
from tests.measures.towns import SPACE, matrix, north, origin_of, releases
from tests.reference import loss as reference
from tests.reference.loss import Sources
from wayveil.errors import Infeasible
from wayveil.measures import normalized_rmse
from wayveil.measures.normalized_rmse import NormalizedRmse, sample
from wayveil.record import Origin
from wayveil.shapes import Trajectories

MEASURE = NormalizedRmse(trajectory_distance=SPACE)


@settings(deadline=None)
@given(releases())
def test_it_is_the_formula(drawn: tuple[Trajectories, Trajectories, Sources]) -> None:
    original, released, sources = drawn
    part = NormalizedRmse()
    far = matrix(part.trajectory_distance, original, released)
    moved = [far[i, len(original) + j] for i, j in reference.pairs(len(original), sources)]
    largest = reference.largest(len(original), lambda i, j: float(far[i, j]))
    if largest == 0 and any(moved):
        with pytest.raises(Infeasible, match="all alike"):
            part(original, released, origin_of(sources))
        return
    got = part(original, released, origin_of(sources))
    expected = reference.rmse(moved) / largest if largest else 0
    assert got.value == pytest.approx(expected, rel=1e-6, abs=1e-9)
    assert got.detail["largest_distance"] == pytest.approx(largest)
    assert got.detail["exact"] is True


@settings(deadline=None)
@given(towns())
def test_identical_data_lost_nothing(data: Trajectories) -> None:
    assert MEASURE(data, data, Origin.one_each(np.arange(len(data)))).value == 0


def test_worked_by_hand() -> None:
    """Moved by 3 m and 4 m, and 10 m from the one to the other."""
    got = MEASURE(north(0, 10), north(14, 3), origin_of([[1], [0]]))
    assert got.value == pytest.approx((25 / 2) ** 0.5 / 10, rel=1e-6)
    assert got.detail["largest_distance"] == pytest.approx(10, rel=1e-6)
    assert got.detail["largest_distance_among"] == 2


def test_the_largest_distance_is_that_between_originals() -> None:
    """The removed one counts too, and how far the released are does not."""
    got = MEASURE(north(0, 50), north(500), origin_of([[0]]))
    assert got.value == pytest.approx(10, rel=1e-6)


def test_a_sample_is_said_to_be_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(normalized_rmse, "EXACT_UP_TO", 4)
    monkeypatch.setattr(normalized_rmse, "SAMPLE", 3)
    assert sample(4).tolist() == [0, 1, 2, 3]
    assert sample(6).tolist() == [0, 2, 5]
    data = north(0, 90, 1, 2, 3, 4)
    got = MEASURE(data, data, Origin.one_each(np.arange(6)))
    assert got.detail["largest_distance"] == pytest.approx(4, rel=1e-6)
    assert got.detail["largest_distance_among"] == 3
    assert got.detail["exact"] is False
