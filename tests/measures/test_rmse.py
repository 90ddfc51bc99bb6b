from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings

from tests.aggregations.towns import towns
from tests.measures.towns import SPACE, matrix, north, origin_of, releases
from tests.reference import loss as reference
from tests.reference.loss import Sources
from wayveil.contract.tables import ordinary
from wayveil.errors import Infeasible, InputError
from wayveil.kernels.arrays import Floats, Ints
from wayveil.kinds import Distance
from wayveil.measures.rmse import Rmse
from wayveil.record import Origin
from wayveil.run import measure
from wayveil.shapes import Trajectories

RMSE = Rmse()


@settings(deadline=None)
@given(releases())
def test_it_is_the_formula(drawn: tuple[Trajectories, Trajectories, Sources]) -> None:
    original, released, sources = drawn
    far = matrix(RMSE.trajectory_distance, original, released)
    chosen = reference.pairs(len(original), sources)
    moved = [float(far[i, len(original) + j]) for i, j in chosen]
    got = RMSE(original, released, origin_of(sources))
    assert got.value == pytest.approx(reference.rmse(moved), abs=1e-6)
    assert got.detail["mean_distance"] == pytest.approx(sum(moved) / len(moved), abs=1e-6)
    assert got.detail["median"] == pytest.approx(float(np.median(moved)), abs=1e-6)
    assert (got.n, got.detail["removed"]) == (len(chosen), len(original) - len(chosen))


@settings(deadline=None)
@given(towns())
def test_identical_data_lost_nothing(data: Trajectories) -> None:
    got = RMSE(data, data, Origin.one_each(np.arange(len(data))))
    assert got.value == 0
    assert got.n == len(data)


def test_worked_by_hand() -> None:
    """Moved by 3 m and 4 m, and the third removed."""
    origin = origin_of([[1], [0]])
    got = Rmse(trajectory_distance=SPACE)(north(0, 1000, 5000), north(996, 3), origin)
    assert got.value == pytest.approx((25 / 2) ** 0.5, rel=1e-6)
    assert got.unit == "m"
    assert got.n == 2
    assert got.detail == {
        "mean_distance": pytest.approx(3.5, rel=1e-6),
        "median": pytest.approx(3.5, rel=1e-6),
        "p95": pytest.approx(3.95, rel=1e-6),
        "removed": 1,
        "weight": 0.0,
    }


def test_one_released_for_several_and_several_for_one() -> None:
    """Both originals are in the first; the second, a worse copy of the first original, is not."""
    got = Rmse(trajectory_distance=SPACE)(north(0, 6), north(2, 900), origin_of([[0, 1], [0]]))
    assert got.value == pytest.approx((20 / 2) ** 0.5, rel=1e-6)


def test_the_weight_of_time_is_the_originals() -> None:
    original = ordinary()
    late = original.take(np.arange(3))
    origin = Origin.one_each(np.arange(3))
    assert RMSE(original, late, origin).detail["weight"] == pytest.approx(
        RMSE.trajectory_distance.prepare(original).weight
    )


def test_pairs_by_equal_ids_and_an_error_without() -> None:
    data = ordinary()
    assert measure(data, data.take(np.arange(9)).renumbered(), ["rmse"])[0][1].n == 9
    with pytest.raises(InputError, match="--record"):
        RMSE(data, data, None)


@pytest.mark.parametrize("sources", [[[0]], [[0], [2]], [[0], [-1]]])
def test_a_record_of_something_else_is_refused(sources: Sources) -> None:
    with pytest.raises(InputError, match="does not belong"):
        RMSE(north(0, 1), north(0, 1), origin_of(sources))


class Unconnected(Distance):
    """Cannot compare whatever is more than ten metres apart."""

    def prepare(self, data: Trajectories, basis: Trajectories | None = None) -> Any:
        return SPACE.prepare(data, basis).paths

    def row(self, prepared: Any, i: int, candidates: Ints, out: Floats) -> None:
        out[:] = abs(prepared.y[i] - prepared.y[candidates])
        out[out > 10] = np.inf


def test_pairs_that_cannot_be_compared_are_counted_apart() -> None:
    part = Rmse.model_construct(trajectory_distance=Unconnected())
    both = origin_of([[0], [1]])
    got = part(north(0, 100), north(5, 300), both)
    assert (got.n, got.detail["not_comparable"]) == (1, 1)
    assert got.value == pytest.approx(5)
    assert "weight" not in got.detail
    with pytest.raises(Infeasible):
        part(north(0, 100), north(200, 300), both)
