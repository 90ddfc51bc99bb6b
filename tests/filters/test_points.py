"""Filters equal their plain versions on every table."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.filters.towns import seconds, town
from tests.reference import filters as plain
from tests.tables import tables
from wayveil import geo
from wayveil.errors import ParameterError
from wayveil.filters.active_days import ActiveDays
from wayveil.filters.box import Box
from wayveil.filters.discretize import Discretize
from wayveil.filters.drop_duplicates import DropDuplicates
from wayveil.filters.max_gap import MaxGap
from wayveil.filters.min_length import MinLength
from wayveil.filters.polygon import Polygon
from wayveil.filters.stay_points import StayPoints
from wayveil.filters.time_window import TimeWindow
from wayveil.kinds import Filter
from wayveil.shapes import Trajectories
from wayveil.tessellations.polygons import Polygons
from wayveil.tessellations.square import Square


def points(data: Trajectories) -> list[list[plain.Point]]:
    rows = list(zip(data.t.tolist(), data.lat.tolist(), data.lon.tolist(), strict=True))
    return [rows[a:b] for a, b in zip(data.offsets[:-1], data.offsets[1:], strict=True)]


def metres(a: plain.Point, b: plain.Point) -> float:
    return float(geo.metres(*(np.array([value]) for value in (a[1], a[2], b[1], b[2])))[0])


@given(tables(), st.sampled_from([1.0, 60.0, 86_400.0]))
def test_max_gap(data: Trajectories, gap: float) -> None:
    kept, gone = MaxGap(gap=gap)(data)
    expected = [piece for trip in points(data) for piece in plain.pieces(trip, int(gap * 1000))]
    assert points(kept) == expected
    assert not gone.drops


@given(tables(), st.sampled_from([0.0, 100.0, 100_000.0]))
def test_min_length(data: Trajectories, length: float) -> None:
    kept, _ = MinLength(length=length)(data)
    ways = [sum(map(metres, trip, trip[1:])) for trip in points(data)]
    assert kept.id.tolist() == [i for i, way in enumerate(ways) if way >= length]


@given(tables(), st.sampled_from(["point", "time"]))
def test_drop_duplicates(data: Trajectories, of: str) -> None:
    kept, _ = DropDuplicates.model_validate({"of": of})(data)
    width = 3 if of == "point" else 1
    expected = [plain.one_each(trip, lambda point: point[:width]) for trip in points(data)]
    assert points(kept) == expected


@given(tables(), st.sampled_from([100.0, 50_000.0]), st.sampled_from([0.001, 60.0, 1e6]))
def test_discretize(data: Trajectories, size: float, interval: float) -> None:
    tiles, step = Square(size=size), round(interval * 1000)

    def key(point: plain.Point) -> object:
        return point[0] // step, int(tiles.cells(np.array([point[1]]), np.array([point[2]]))[0])

    kept, _ = Discretize(tile_size=size, interval=interval)(data)
    assert points(kept) == [plain.one_each(trip, key) for trip in points(data)]


@given(
    tables(),
    st.sampled_from([1.0, 5_000.0, 1e6]),
    st.sampled_from([0.5, 60.0, 86_400.0]),
    st.booleans(),
)
def test_stay_points(data: Trajectories, radius: float, duration: float, ends: bool) -> None:
    made = StayPoints(radius=radius, duration=duration, ends="keep" if ends else "drop")
    kept, gone = made(data)
    expected = [
        trip
        for track in points(data)
        for trip in plain.trips_between_stays(track, metres, radius, int(duration * 1000), ends)
    ]
    assert points(kept) == expected
    assert gone.points == data.n_points - kept.n_points
    assert gone.trajectories == len(data) - len(np.unique(kept.id))


@given(tables(owners=True), st.integers(1, 4), st.sampled_from(["UTC", "Pacific/Auckland"]))
def test_active_days(data: Trajectories, days: int, zone: str) -> None:
    if data.t.min() < -60_000_000_000_000 or data.t.max() > 250_000_000_000_000:
        return  # Python's days end there
    seen: dict[int, set[str]] = {}
    for trip, owner in zip(points(data), data.owner.tolist(), strict=True):
        seen.setdefault(owner, set()).update(plain.day(point[0], zone) for point in trip)
    kept, _ = ActiveDays(days=days, tz=zone)(data)
    expected = [i for i, owner in enumerate(data.owner.tolist()) if len(seen[owner]) >= days]
    assert kept.id.tolist() == expected


def test_a_stay_parts_two_trips() -> None:
    """Ten minutes' drive, an hour within 30 m, ten minutes back."""
    there = [(60.0 * i, 300.0 * i, 0.0) for i in range(10)]
    stay = [(600.0 + 600 * i, 3000.0 + 30 * (i % 2), 0.0) for i in range(7)]
    back = [(4260.0 + 60 * i, 2700.0 - 300 * i, 0.0) for i in range(9)]
    kept, gone = StayPoints(radius=50, duration=1800)(town([*there, *stay, *back]))
    assert [trip[0] for trip in seconds(kept)] == [0.0, 4200.0]
    assert [trip[-1] for trip in seconds(kept)] == [600.0, 4740.0]
    assert gone.points == 5
    assert kept.id.tolist() == [0, 0]


def test_who_stays_all_the_time_has_no_trip() -> None:
    kept, gone = StayPoints()(town([(0, 0, 0), (900, 5, 0), (3600, 9, 9)]))
    assert len(kept) == 0
    assert [vars(drop) for drop in gone] == [{"cause": "at stays", "trajectories": 1, "points": 3}]


BOXES = [
    (0.0, 0.0, 10.0, 10.0),
    (170.0, -90.0, -170.0, 90.0),
    (-180.0, -90.0, 0.0, 90.0),
    (-180.0, -90.0, 180.0, 90.0),
]


@given(tables(), st.sampled_from(BOXES))
def test_box(data: Trajectories, sides: tuple[float, float, float, float]) -> None:
    west, south, east, north = sides
    kept, _ = Box.model_validate({"sides": sides})(data)
    inside = [
        point
        for trip in points(data)
        for point in trip
        if south <= point[1] <= north
        and any((point[2] + turn - west) <= (east - west) % 360 + 360 * (east - west == 360)
                and point[2] + turn >= west for turn in (-360, 0, 360))
    ]  # fmt: skip
    assert [point for trip in points(kept) for point in trip] == inside


@pytest.mark.parametrize("sides", ["1,2,3", "0,10,1,5", "0,0,190,1", [0, 0, "x", 1], "a,b,c,d"])
def test_a_box_that_is_none_is_refused(sides: object) -> None:
    with pytest.raises(ParameterError, match="box: sides"):
        Box(sides=sides)


def test_a_box_is_written_as_text_or_numbers() -> None:
    assert Box(sides="1,2,3,4") == Box(sides=(1, 2, 3, 4))
    assert Filter.read(Box(sides=(1, 2, 3, 4)).as_json()) == Box(sides=(1, 2, 3, 4))


@given(tables())
def test_polygon_keeps_one_side_or_the_other(data: Trajectories) -> None:
    file = Polygons.example().file
    inside = Polygons(file=file).cells(data.lat, data.lon) >= 0
    for side, stays in (("inside", inside), ("outside", ~inside)):
        kept, _ = Polygon.model_validate({"file": file, "keep": side})(data)
        assert kept.t.tolist() == data.t[stays].tolist()


def test_a_polygon_is_named_without_its_folder() -> None:
    told = Polygon.example().published()["params"]
    assert told["file"] == "districts.geojson"
    assert told["digest"].startswith("sha256:")


def test_a_time_window_takes_its_start_and_not_its_end() -> None:
    data = town([(0, 0, 0), (3600, 0, 0), (7200, 0, 0)])
    window = TimeWindow.model_validate(
        {"start": "1970-01-01T01:00", "end": "1970-01-01T03:00+01:00"}
    )
    assert seconds(window(data)[0]) == [[3600.0]]
    assert Filter.read(window.as_json()) == window


def test_a_time_window_that_ends_before_it_begins_is_refused() -> None:
    with pytest.raises(ParameterError, match="end must be after the start"):
        TimeWindow.model_validate({"start": "2026-05-02", "end": "2026-05-01"})


def test_an_unknown_zone_is_refused() -> None:
    with pytest.raises(ParameterError, match="no such zone"):
        ActiveDays(tz="Europe/Atlantis")


def test_users_are_counted_over_all_their_trips() -> None:
    day = 86_400.0
    data = town([(0, 0, 0)], [(day, 0, 0)], [(2 * day, 0, 0)], owner=[0, 0, 1])
    assert ActiveDays(days=2)(data)[0].id.tolist() == [0, 1]
    assert Path(Polygons.example().file).name == "districts.geojson"
