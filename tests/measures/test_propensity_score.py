from __future__ import annotations

import sys
from dataclasses import replace

import numpy as np
import pytest

from wayveil.contract.by_hand import trips
from wayveil.contract.tables import ordinary
from wayveil.errors import UserError
from wayveil.kinds import Tessellation
from wayveil.measures._features import STOPS, alike, even, features
from wayveil.measures._models import Logistic
from wayveil.measures.propensity_score import PropensityScore, _exchanged, _kin
from wayveil.record import Origin
from wayveil.shapes import Trajectories

SCORE = PropensityScore()


def each(n: int) -> Origin:
    return Origin.one_each(np.arange(n))


def moved(data: Trajectories, degrees: float) -> Trajectories:
    return replace(data, lat=data.lat + degrees)


def test_the_regression_is_that_of_scikit_learn() -> None:
    from sklearn.linear_model import LogisticRegression

    rng = np.random.default_rng(0)
    rows = even(rng.normal(size=(400, 5)))
    labels = (rows @ [1, -2, 0, 0.5, 0] + rng.logistic(size=400) > 0.4).astype(float)
    theirs = LogisticRegression(C=1, tol=1e-8).fit(rows, labels).predict_proba(rows)[:, 1]
    assert Logistic(rows).fitted(labels, rows) == pytest.approx(theirs, abs=1e-3)


@pytest.mark.parametrize("origin", [each(90), None])
def test_identical_data_is_at_its_null(origin: Origin | None) -> None:
    got = SCORE(ordinary(), ordinary(), origin)
    assert got.value == pytest.approx(0, abs=1e-9)
    assert got.detail["above_null"] < 1e-9
    if origin is not None:
        assert got.detail["null_mean"] == pytest.approx(0, abs=1e-9)


def test_the_two_halves_of_one_data_set_are_at_their_null() -> None:
    """Nobody is the same, and yet nothing is to be learnt."""
    one, other = ordinary().take(np.arange(0, 90, 2)), ordinary().take(np.arange(1, 90, 2))
    got = SCORE(one, other, each(45))
    assert abs(got.detail["above_null"]) < 4 * got.detail["null_sd"]


def test_what_is_elsewhere_is_told_apart() -> None:
    got = SCORE(ordinary(), moved(ordinary(), 0.5), each(90))
    assert got.value > 0.8
    assert got.detail["above_null"] > 10 * got.detail["null_sd"]


def test_what_is_drawn_to_the_middle_is_told_apart_though_means_are_the_same() -> None:
    data = ordinary()
    middle = data.lat.mean(), data.lon.mean()
    drawn = replace(data, lat=(data.lat + middle[0]) / 2, lon=(data.lon + middle[1]) / 2)
    got = SCORE(data, drawn, each(90))
    assert got.detail["above_null"] > 5 * got.detail["null_sd"]


def test_leaving_out_is_told_as_what_it_is() -> None:
    data = ordinary()
    got = SCORE(data, data.take(np.arange(9)), each(9))
    assert got.detail["share_released"] == 9 / 99
    assert got.detail["by_imbalance_alone"] == pytest.approx(4 * (9 / 99 - 0.5) ** 2)
    assert got.value > 0.5 * got.detail["by_imbalance_alone"]


def test_equal_rows_are_dealt_together_and_labels_stay_in_the_family() -> None:
    assert alike(np.array([[1.0, 2], [0, 1], [1, 2]])).tolist() == [1, 0, 1]
    families = _kin(3, 2, Origin(np.array([0, 1, 2]), np.array([0, 2, 3])))
    assert families.tolist() == [0, 0, 1, 0, 1]
    labels = np.array([0.0, 0, 0, 1, 1])
    for seed in range(9):
        out = _exchanged(labels, families, np.random.default_rng(seed))
        assert out[families == 0].sum() == out[families == 1].sum() == 1
    assert set(_kin(2, 1, None)) == {0}


def test_a_row_is_evenly_spaced_visits_and_how_many() -> None:
    data = trips([(i, 1000 * (i // 2), 0) for i in range(40)], [(0, 0, 0)])
    tiles = Tessellation.named("square", size=200)
    found = features(data, data, tiles, 10)
    assert found.plain.shape == (2, 3 * STOPS + 1)
    km = found.stops[0][0] - found.stops[0][0, 0]
    assert np.round(km).tolist() == [0, 2, 4, 6, 8, 11, 13, 15, 17, 19]
    assert found.stops[2][0].tolist() == [0, 0, 0, 1, 1, 2, 2, 3, 3, 3]
    assert np.exp(found.log_visits) == pytest.approx([20, 1])
    assert (found.stops[0][1] == found.stops[0][0, 0]).all()


def test_without_scikit_learn_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sklearn.ensemble", None)
    with pytest.raises(UserError, match=r"wayveil\[ml\]"):
        PropensityScore(model="gradient_boosting")(ordinary(), moved(ordinary(), 1), each(90))
