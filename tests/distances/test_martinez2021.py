"""martinez2021 and what it rests on: places matched, mean speeds, the diameter, the plane."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.spatial import distance as scipy_distance

from tests.distances.nearby import between, laid_out, matrix, nearby, standing, tracks_of, walk
from tests.reference import distances as plain
from wayveil import geo
from wayveil.distances.martinez2021 import Martinez2021, default_weight
from wayveil.flat import flat
from wayveil.kernels import hull, martinez, matching
from wayveil.kernels.arrays import Floats
from wayveil.shapes import Trajectories

LENGTHS = st.integers(1, 300)


@settings(max_examples=120, deadline=None)
@given(data=nearby(), weight=st.sampled_from([0.0, 1e-3, 1.0, 50.0]))
def test_equals_its_definition(data: Trajectories, weight: float) -> None:
    tracks = tracks_of(data)
    expected = [[plain.martinez(a, b, weight) for b in tracks] for a in tracks]
    found = matrix(Martinez2021(p_lambda=weight), data)
    np.testing.assert_allclose(found, expected, rtol=1e-9, atol=1e-7)


@settings(max_examples=100, deadline=None)
@given(nearby())
def test_the_default_weight_is_as_defined(data: Trajectories) -> None:
    found = Martinez2021().prepare(data).weight
    assert found == pytest.approx(plain.default_weight(tracks_of(data)), rel=1e-9)
    explicit = matrix(Martinez2021(p_lambda=found), data)
    np.testing.assert_array_equal(matrix(Martinez2021(), data), explicit)


def test_by_hand() -> None:
    # h = 3: places 0, 1, 2 against 0, 1, 1: 0, 100 and 0 metres.
    assert between(Martinez2021(p_lambda=0), standing(0, 100, 200), standing(0, 200)) == (
        pytest.approx(100 / np.sqrt(3))
    )
    # Side by side at 1 m/s, 10 s late: 30 + 0.5 * 10 * 1 metres, everywhere.
    one = [(0.0, 0.0, 0.0), (60.0, 0.0, 60.0)]
    late = [(0.0, 30.0, 10.0), (60.0, 30.0, 70.0)]
    assert between(Martinez2021(p_lambda=0.5), one, late) == pytest.approx(35)


def test_the_default_weight_by_hand() -> None:
    # D = 500 m, T = 200 s, V = mean of 4 m/s and 0 m/s.
    data = laid_out([(0, 0, 0), (400, 0, 100)], [(0, 300, 150), (0, 300, 200)])
    assert Martinez2021().prepare(data).weight == pytest.approx(500 / (2 * 200))


@pytest.mark.parametrize("still", [standing(5), standing(5, 5), [(0, 0, 0), (9, 0, 0)]])
def test_where_nothing_moves_time_has_no_weight(still: plain.Track) -> None:
    assert Martinez2021().prepare(laid_out(still, still)).weight == 0


def test_the_weight_is_the_basis_s() -> None:
    basis = laid_out(standing(0, 400), standing(0, 100, 300))
    other = laid_out(standing(0, 4000), standing(0, 700))
    expected = default_weight(flat(basis))
    assert Martinez2021().prepare(other, basis).weight == expected
    assert Martinez2021().prepare(other).weight != expected


@given(n=LENGTHS, m=LENGTHS)
def test_places_are_matched_as_defined(n: int, m: int) -> None:
    h = matching.mean_length(n, m)
    assert h == (n + m + 1) // 2
    for length in (n, m):
        places = [matching.matched(j, length, h) for j in range(h)]
        assert places == [plain.chosen(j, length, h) for j in range(h)]
        assert places[0] == 0
        assert h == 1 or places[-1] == length - 1


@settings(max_examples=60, deadline=None)
@given(n=LENGTHS, m=LENGTHS)
def test_the_kernel_goes_to_the_same_places(n: int, m: int) -> None:
    """It adds up where the definition divides; end points are matched whatever the lengths."""
    rng = np.random.default_rng(n * 1000 + m)
    one, other = (walk(rng, size) for size in (n, m))
    paths, expected = flat(laid_out(one, other)), plain.martinez(one, other, 0.25)
    assert martinez.pair(paths, 0, 1, 0.25) == pytest.approx(expected, rel=1e-6)
    assert martinez.squared(paths, 0, 1, 0.25) == pytest.approx(expected**2, rel=1e-6)


@settings(max_examples=100, deadline=None)
@given(nearby())
def test_mean_speeds_are_as_defined(data: Trajectories) -> None:
    expected = [plain.mean_speed(track) for track in tracks_of(data)]
    np.testing.assert_allclose(flat(data).speed, expected, rtol=1e-9)


def brute(points: Floats) -> float:
    return float(scipy_distance.pdist(points).max(initial=0.0))


_COORDINATES = st.one_of(st.integers(-3, 3).map(float), st.floats(-1e6, 1e6))


@settings(max_examples=200, deadline=None)
@given(st.lists(st.tuples(_COORDINATES, _COORDINATES), min_size=1, max_size=30))
def test_the_diameter_is_that_of_all_pairs(drawn: list[tuple[float, float]]) -> None:
    points = np.array(drawn)
    found = hull.diameter(points[:, 0], points[:, 1])
    assert found == pytest.approx(brute(points), rel=1e-9, abs=1e-12)


@pytest.mark.parametrize("seed", range(4))
def test_the_diameter_of_a_crowd(seed: int) -> None:
    rng = np.random.default_rng(seed)
    for points in (rng.normal(0, 5000, (800, 2)), rng.integers(0, 9, (500, 2)).astype(float)):
        assert hull.diameter(points[:, 0], points[:, 1]) == pytest.approx(brute(points))


@pytest.mark.parametrize("slope", [(1.0, 0.0), (0.0, 1.0), (1.0, 1.0), (1.0, -1.0), (0.3, -0.7)])
@pytest.mark.parametrize("along", [[0.0], [2.0, 2.0, 2.0], [0.0, 3.0], [5.0, -4.0, 0.0, 1.0, -4.0]])
def test_the_diameter_of_points_on_a_line(slope: tuple[float, float], along: list[float]) -> None:
    points = np.outer(along, slope) + 1000
    assert hull.diameter(points[:, 0], points[:, 1]) == pytest.approx(brute(points))


@settings(max_examples=60, deadline=None)
@given(nearby())
def test_the_plane_keeps_metres_and_seconds(data: Trajectories) -> None:
    paths = flat(data)
    true = geo.metres(data.lat[:-1], data.lon[:-1], data.lat[1:], data.lon[1:])
    steps = np.hypot(np.diff(paths.x), np.diff(paths.y))
    np.testing.assert_allclose(steps, true, rtol=2e-3, atol=1e-3)
    np.testing.assert_allclose(np.diff(paths.t), np.diff(data.t) / 1000, atol=1e-4)
    for column in (paths.x, paths.y, paths.t):
        assert column.min() <= 1e-2
        assert column.max() >= -1e-2


def test_both_sides_of_a_comparison_lie_on_the_basis_s_plane() -> None:
    basis = laid_out(standing(0, 1000), standing(200_000))
    part = replace(basis.take(np.array([0])))
    alone, beside = flat(part), flat(part, basis)
    whole = flat(basis)
    np.testing.assert_array_equal(beside.x, whole.x[:2])
    np.testing.assert_array_equal(beside.t, whole.t[:2])
    assert alone.x[0] != beside.x[0]
