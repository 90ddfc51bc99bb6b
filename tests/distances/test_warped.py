"""DTW, Fréchet, Hausdorff, LCSS, EDR and STLC, each against its definition and by hand."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from functools import partial

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.distances.nearby import between, laid_out, matrix, nearby, standing, tracks_of, walk
from tests.reference import distances as plain
from wayveil.distances.domingo_trujillo2012 import DomingoTrujillo2012
from wayveil.distances.dtw import Dtw
from wayveil.distances.edr import Edr
from wayveil.distances.frechet import Frechet
from wayveil.distances.hausdorff import Hausdorff
from wayveil.distances.lcss import Lcss
from wayveil.distances.martinez2021 import Martinez2021
from wayveil.distances.stlc import Stlc
from wayveil.errors import Infeasible, ParameterError
from wayveil.kinds import Distance
from wayveil.shapes import Trajectories


def _told(case: object) -> str:
    return f"{case.name}({case})" if isinstance(case, Distance) else ""


Plain = Callable[[plain.Track, plain.Track], float]

CASES: list[tuple[Distance, Plain]] = [
    (Dtw(), plain.dtw),
    (Dtw(window=60), partial(plain.dtw, window=60)),
    (Dtw(window=0), partial(plain.dtw, window=0)),
    (Frechet(), plain.frechet),
    (Hausdorff(), plain.hausdorff),
    (Lcss(), partial(plain.lcss, epsilon=200)),
    (Lcss(epsilon=50_000, delta="1 min"), partial(plain.lcss, epsilon=50_000, delta=60)),
    (Lcss(epsilon=0), partial(plain.lcss, epsilon=0)),
    (Edr(), partial(plain.edr, epsilon=200)),
    (Edr(epsilon="50 km"), partial(plain.edr, epsilon=50_000)),
    (Stlc(), partial(plain.stlc, weight=0.5, space=1000, time=1800)),
    (
        Stlc(p_lambda=0.3, space=40_000, time="1 d"),
        partial(plain.stlc, weight=0.3, space=40_000, time=86_400),
    ),
    (Stlc(p_lambda=1), partial(plain.stlc, weight=1, space=1000, time=1800)),
]
EVERY: list[Distance] = [case[0] for case in CASES] + [Martinez2021(), DomingoTrujillo2012()]


@pytest.mark.parametrize(("distance", "definition"), CASES, ids=_told)
@settings(max_examples=40, deadline=None)
@given(data=nearby())
def test_equals_its_definition(distance: Distance, definition: Plain, data: Trajectories) -> None:
    tracks = tracks_of(data)
    expected = [[definition(a, b) for b in tracks] for a in tracks]
    np.testing.assert_allclose(matrix(distance, data), expected, rtol=1e-9, atol=1e-7)


@pytest.mark.parametrize(("distance", "definition"), CASES, ids=_told)
def test_long_walks_equal_the_definition(distance: Distance, definition: Plain) -> None:
    rng = np.random.default_rng(5)
    data = laid_out(*[walk(rng, size) for size in (1, 2, 15, 15, 40, 60)])
    tracks = tracks_of(data)
    expected = [[definition(a, b) for b in tracks] for a in tracks]
    np.testing.assert_allclose(matrix(distance, data), expected, rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("distance", EVERY, ids=_told)
@settings(max_examples=25, deadline=None)
@given(data=nearby())
def test_is_symmetric_and_nothing_to_itself(distance: Distance, data: Trajectories) -> None:
    found = matrix(distance, data)
    assert (found >= 0).all()
    np.testing.assert_array_equal(np.diag(found), 0)
    np.testing.assert_allclose(found, found.T, rtol=1e-12)


@pytest.mark.parametrize("distance", EVERY, ids=_told)
@settings(max_examples=25, deadline=None)
@given(data=nearby(max_size=1), times=st.integers(2, 4))
def test_equal_trajectories_are_no_distance_apart(
    distance: Distance, data: Trajectories, times: int
) -> None:
    assert (matrix(distance, data.take(np.zeros(times, np.int64))) == 0).all()


@pytest.mark.parametrize("distance", EVERY, ids=_told)
def test_over_the_antimeridian_is_as_near_as_elsewhere(distance: Distance) -> None:
    data = laid_out(standing(0, 50, 120), standing(30, 95), [(10, 70, 0), (400, 0, 60)])
    moved = replace(data, lon=(data.lon + 359.9999) % 360 - 180)
    here, there = matrix(distance, data), matrix(distance, moved)
    np.testing.assert_allclose(there, here, rtol=1e-5, atol=1e-9)


@pytest.mark.parametrize("distance", EVERY, ids=_told)
def test_the_whole_earth_is_refused(distance: Distance) -> None:
    with pytest.raises(Infeasible, match="1,000 km"):
        distance.prepare(laid_out(standing(0), standing(9_000_000)))


@pytest.mark.parametrize("distance", EVERY, ids=_told)
def test_points_at_one_time_and_place(distance: Distance) -> None:
    still = [(5.0, 5.0, 7.0)] * 3
    found = matrix(distance, laid_out(still, still, still[:1]))
    edits = 2 / 3 if isinstance(distance, Edr) else 0
    np.testing.assert_allclose(found, [[0, 0, edits], [0, 0, edits], [edits, edits, 0]])


def test_dtw_by_hand() -> None:
    three, two = standing(0, 100, 200), standing(0, 200)
    assert between(Dtw(), three, two) == pytest.approx(100)
    assert between(Dtw(), standing(0), standing(30, 40)) == pytest.approx(70)
    # 0-0 at once, 100-200 at once, 200-200 a minute apart.
    assert between(Dtw(window=60), three, two) == pytest.approx(100)
    assert between(Dtw(window=59), three, two) == math.inf
    assert between(Dtw(window="1 min"), standing(0, 0, 0), standing(7)) == math.inf


def test_frechet_minds_the_order_and_hausdorff_does_not() -> None:
    there, back = standing(0, 100), standing(0, 100, 0)
    assert between(Frechet(), there, back) == pytest.approx(100)
    assert between(Hausdorff(), there, back) == 0
    assert between(Frechet(), there, [(0, 30, 0), (100, 40, 0)]) == pytest.approx(40)


def test_hausdorff_takes_the_larger_direction() -> None:
    assert between(Hausdorff(), standing(0), standing(0, 10, 500)) == pytest.approx(500)
    assert between(Hausdorff(), standing(0, 10, 500), standing(0)) == pytest.approx(500)


def test_lcss_by_hand() -> None:
    long, short = standing(0, 1000, 2000, 3000), standing(100, 5000, 1900)
    assert between(Lcss(), long, short) == pytest.approx(1 / 3)
    assert between(Lcss(epsilon=99), long, short) == 1
    assert between(Lcss(delta=0), long, short) == pytest.approx(1 / 3)
    assert between(Lcss(delta=59), standing(0, 0, 700), standing(900, 0)) == pytest.approx(1 / 2)
    late = standing(900, 900, 0)
    assert between(Lcss(delta=59), standing(0, 900, 750), late) == pytest.approx(2 / 3)
    assert between(Lcss(delta=60), standing(0, 900, 750), late) == pytest.approx(1 / 3)


def test_edr_by_hand() -> None:
    # Replace one, insert one: two edits, of four points.
    assert between(Edr(), standing(0, 1000, 2000, 3000), standing(0, 9000, 2000)) == 0.5
    assert between(Edr(), standing(0), standing(9000)) == 1
    assert between(Edr(epsilon=250), standing(0, 1000), standing(240, 1200)) == 0


def test_stlc_by_hand() -> None:
    here, later = [(0.0, 0.0, 0.0)], [(1000.0, 0.0, 3600.0)]
    near, soon = math.exp(-1), math.exp(-2)
    assert between(Stlc(), here, later) == pytest.approx(1 - (near + soon) / 2)
    assert between(Stlc(p_lambda=1), here, later) == pytest.approx(1 - near)
    assert between(Stlc(p_lambda=0, time="1h"), here, later) == pytest.approx(1 - near)
    # Of two points one has no equal: (1 + e^-1) / 2 on the way there, 1 on the way back.
    both = [*here, (1000.0, 0.0, 0.0)]
    assert between(Stlc(p_lambda=1), here, both) == pytest.approx(1 - (1 + (1 + near) / 2) / 2)


@pytest.mark.parametrize(
    ("part", "params"),
    [
        (Dtw, {"window": -1}),
        (Lcss, {"epsilon": math.inf}),
        (Edr, {"epsilon": -1}),
        (Stlc, {"space": 0}),
        (Stlc, {"time": 0}),
        (Stlc, {"p_lambda": 1.1}),
        (Martinez2021, {"p_lambda": -0.1}),
    ],
)
def test_parameters_have_bounds(part: type[Distance], params: dict[str, float]) -> None:
    with pytest.raises(ParameterError):
        part(**params)
