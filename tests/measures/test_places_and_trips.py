"""The measures of places and trips equal their plain versions on any small town."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings

from tests.aggregations.towns import towns, trips_of
from tests.reference import worth as reference
from wayveil.contract.by_hand import trips
from wayveil.errors import Infeasible
from wayveil.kinds import Measure, Reading, Tessellation
from wayveil.measures import _shares, _trips
from wayveil.measures._tiles import visits
from wayveil.measures.range_queries import RangeQueries
from wayveil.measures.time_of_day_divergence import TimeOfDayDivergence
from wayveil.measures.top_tiles import TopTiles
from wayveil.measures.visits_divergence import VisitsDivergence
from wayveil.shapes import Trajectories

TILES = Tessellation.named("square", size=200)


def cells_of(data: Trajectories) -> list[list[int]]:
    cells = TILES.cells(data.lat, data.lon)
    return [cells[a:b].tolist() for a, b in zip(data.offsets[:-1], data.offsets[1:], strict=True)]


PLAIN: dict[str, Callable[[Trajectories], float]] = {
    "visits_per_location": lambda data: reference.visits_per_location(cells_of(data)),
    "random_location_entropy": lambda data: reference.random_location_entropy(cells_of(data)),
    "uncorrelated_location_entropy": lambda data: reference.uncorrelated_location_entropy(
        cells_of(data)
    ),
    "distance_straight_line": lambda data: reference.distance_straight_line(trips_of(data)),
    "mean_square_displacement": lambda data: reference.mean_square_displacement(
        trips_of(data), 3_600_000
    ),
}


def attempt(part: Measure, before: Trajectories, after: Trajectories) -> Reading | None:
    try:
        return part(before, after, None)
    except Infeasible:
        return None


@pytest.mark.parametrize("name", PLAIN)
@settings(deadline=None, max_examples=40)
@given(before=towns(), after=towns())
def test_the_five_of_scikit_mobility(name: str, before: Trajectories, after: Trajectories) -> None:
    part = Measure.load(name)
    tiled: dict[str, Any] = {"tile_size": 200} if "tile_size" in part.model_fields else {}
    expected = [PLAIN[name](data) for data in (before, after)]
    got = attempt(part(**tiled), before, after)
    if got is None:
        assert expected[0] == pytest.approx(0, abs=1e-9)
        assert expected[1] > 0
        return
    read = [got.detail["original"], got.detail["released"]]
    assert read == pytest.approx(expected, rel=1e-6, abs=1e-9)
    change = read[1] / read[0] - 1 if read[0] else 0
    assert got.value == pytest.approx(change, abs=1e-9)


@settings(deadline=None, max_examples=40)
@given(towns(), towns())
def test_visits_and_pairs(before: Trajectories, after: Trajectories) -> None:
    one, other = ([reference.runs(trip) for trip in cells_of(d)] for d in (before, after))
    flat: list[list[object]] = [[c for trip in side for c in trip] for side in (one, other)]
    got = VisitsDivergence(tile_size=200)(before, after, None)
    assert got.value == pytest.approx(reference.jensen_shannon(*flat), abs=1e-9)
    assert got.n == len(flat[0])
    pairs: list[list[object]] = [[(t[0], t[-1]) for t in side] for side in (one, other)]
    got = Measure.named("od_divergence", tile_size=200)(before, after, None)
    assert got.value == pytest.approx(reference.jensen_shannon(*pairs), abs=1e-9)


@settings(deadline=None)
@given(towns())
def test_what_trips_are_as_a_whole(data: Trajectories) -> None:
    plain = trips_of(data)
    km = [reference.distance_straight_line([trip]) for trip in plain]
    assert _trips.lengths(data) == pytest.approx(np.array(km) * 1000, rel=1e-6, abs=1e-6)
    assert _trips.durations(data).tolist() == [(t[-1][0] - t[0][0]) / 1000 for t in plain]
    if abs(data.lon).max() < 179:  # the plain version knows of no seam
        wide = [reference.gyration_km(trip) * 1000 for trip in plain]
        assert _trips.gyrations(data) == pytest.approx(wide, rel=1e-4, abs=1e-3)


def test_classes_hold_equal_shares_and_know_what_lies_outside() -> None:
    before = np.arange(1.0, 101)
    one, other = _shares.classes(before, np.array([0.0, 0.5, 1, 100, 100.1]), 4)
    assert np.bincount(one).tolist()[1:] == [1, 24, 25, 25, 25]
    assert other.tolist() == [0, 0, 1, 5, 6]
    one, other = _shares.classes(np.array([5.0, 5]), np.array([4.0, 5, 6]), 20)
    assert one.tolist() == [1, 1]
    assert other.tolist() == [0, 1, 2]


def test_all_moved_by_a_kilometre_is_a_kilometre() -> None:
    for east, north in ((1000, 0), (0, 1000), (600, 800)):
        before = trips(*([(0, 100 + i * 2000, 100)] for i in range(3)))
        after = trips(*([(0, 100 + i * 2000 + east, 100 + north)] for i in range(3)))
        got = VisitsDivergence(tile_size=10)(before, after, None)
        assert got.value == 1
        assert got.detail["earth_movers"] == pytest.approx(1000, rel=0.02)


def test_the_clock_is_round() -> None:
    late, early = trips([(3600, 0, 0)]), trips([(3600 + 7200, 0, 0)])
    got = TimeOfDayDivergence()(late, early, None)
    assert (got.value, got.detail["earth_movers"]) == (1, 7200)


def test_top_tiles_by_hand() -> None:
    a, b, c = [(0, 0, 0)], [(0, 5000, 0)], [(0, 9000, 0)]
    before, after = trips(a, a, a, b, b, c), trips(a, a, b, b, b, c)
    got = TopTiles(top=2)(before, after, None)
    assert (got.value, got.detail["kendall_tau"]) == (1, -1)
    assert TopTiles(top=99)(before, trips(a), None).value == pytest.approx(1 / 3)


def test_range_queries_by_brute_force_and_by_seed() -> None:
    rng = np.random.default_rng(4)
    points = [[tuple(p) for p in rng.uniform(0, 3000, (4, 3))] for _ in range(20)]
    for trip in points:
        trip.sort()
    before, after = trips(*points), trips(*points[:10])
    part = RangeQueries(queries=50, side=900, duration=600)
    got = part(before, after, None)
    assert got == part(before, after, None)
    assert got != RangeQueries(queries=50, side=900, duration=600, seed=1)(before, after, None)
    assert 0 < got.value <= 1
    assert got.detail["mean_count"]["released"] < got.detail["mean_count"]["original"]


def test_points_in_no_tile_are_left_out() -> None:
    class Half(type(TILES)):  # type: ignore[misc]
        def cells(self, lat: Any, lon: Any) -> Any:
            return np.where(lat > 0, super().cells(lat, lon), -1)

    data = trips([(0, 0, -50), (1, 0, 50), (2, 0, 51)], [(0, 0, -50)])
    found = visits(data, Half())
    assert (len(found.tile), found.offsets.tolist(), found.points.tolist()) == (1, [0, 1], [0, 2])
    with pytest.raises(Infeasible, match="no point lies in any"):
        visits(trips([(0, 0, -50)]), Half())
