from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.report.reading import Reader, polylines
from tests.report.towns import table, town
from wayveil.chance import Chance
from wayveil.geo import Plane
from wayveil.kernels.arrays import Floats
from wayveil.methods.simple_generalization import SimpleGeneralization
from wayveil.report.maps import Frame, draws_dots, map_svg
from wayveil.shapes import Trajectories


def drawn(data: Trajectories) -> str:
    svg = map_svg(data, Frame.around(data), "a map")
    assert not Reader(svg).faults
    return svg


def tiled(data: Trajectories) -> Trajectories:
    return SimpleGeneralization(tile_size=500)(data, Chance.seeded(1)).data


def farthest(x: Floats, y: Floats, line: Floats) -> float:
    """The largest distance from a point to a polyline."""
    start, end = line[:-1, None], line[1:, None]
    if len(line) == 1:
        start = end = line[:, None]
    along, points = end - start, np.column_stack([x, y])[None]
    square = (along**2).sum(2)
    share = ((points - start) * along).sum(2) / np.where(square > 0, square, 1)
    foot = start + np.clip(share, 0, 1)[..., None] * along
    return float(np.hypot(*np.moveaxis(points - foot, 2, 0)).min(axis=0).max())


def test_a_frame_measures_metres_right_and_down() -> None:
    data = town()
    frame = Frame.around(data)
    x, y = frame.plane.project(data.lat[:1], data.lon[:1])
    lat, lon = frame.plane.unproject(np.append(x, x + 1000), np.append(y, y - 500))
    right, down = frame.place(table(lat.tolist(), lon.tolist(), [2]))
    assert np.diff(right) * frame.metres == pytest.approx(1000, abs=0.01)
    assert np.diff(down) * frame.metres == pytest.approx(500, abs=0.01)


def test_a_frame_holds_its_data() -> None:
    data = town()
    frame = Frame.around(data)
    x, y = frame.place(data)
    inside = (x > 0) & (x < frame.width) & (y > 0) & (y < frame.height)
    assert inside.all()


def test_a_far_off_point_does_not_shrink_the_map() -> None:
    data = town()
    lat = data.lat.copy()
    lat[0] += 3
    assert Frame.around(replace(data, lat=lat)).metres < 1.2 * Frame.around(data).metres


def test_lines_stay_within_two_units_of_what_they_stand_for() -> None:
    data = town(trips=16)
    frame = Frame.around(data)
    x, y = frame.place(data)
    lines = polylines(map_svg(data, frame, ""))
    assert len(lines) == 16
    assert sum(map(len, lines)) < data.n_points / 2
    for at, line in enumerate(lines):
        mine = slice(data.offsets[at], data.offsets[at + 1])
        assert farthest(x[mine], y[mine], line) < 2


@given(st.lists(st.floats(-0.02, 0.02), min_size=1, max_size=40), st.integers(0, 9))
def test_any_line_is_true(wiggle: list[float], seed: int) -> None:
    lon = np.random.default_rng(seed).uniform(2, 2.05, len(wiggle)).tolist()
    data = table([41 + step for step in wiggle], lon, [len(wiggle)])
    frame = Frame.around(data)
    x, y = frame.place(data)
    (line,) = polylines(map_svg(data, frame, ""))
    assert farthest(x, y, line) < 3


def test_the_check_of_lines_can_fail() -> None:
    assert farthest(np.array([5.0]), np.array([9.0]), np.array([[0.0, 0.0], [10.0, 0.0]])) == 9


def test_tile_centres_are_dots_and_raw_trips_are_lines() -> None:
    data = town()
    assert not draws_dots(data)
    assert draws_dots(tiled(data))
    assert 'class="dots"' in drawn(tiled(data))
    assert 'class="dots"' not in drawn(data)


def test_every_published_place_is_one_dot() -> None:
    data = town()
    released, frame = tiled(data), Frame.around(data)
    dots = np.concatenate(polylines(map_svg(released, frame, ""), "dots"))
    x, y = frame.place(released)
    places = np.unique(np.rint(np.column_stack([x, y])), axis=0)
    assert np.array_equal(np.unique(dots, axis=0), places)
    assert len(dots) == len(places)


def test_links_are_drawn_once_whichever_way_they_were_gone() -> None:
    there, back = [41.0, 41.05], [41.05, 41.0]
    data = table((there + back) * 3, [2.0] * 12, [2] * 6)
    assert len(polylines(drawn(data), "links")) == 1


def test_equal_trips_in_a_layer_are_drawn_once() -> None:
    data = table([41.0, 41.05] * 64, [2.0 + i * 1e-7 for i in range(128)], [2] * 64)
    assert len(polylines(drawn(data))) <= 16


@pytest.mark.parametrize(
    "data",
    [
        table([], [], []),
        table([41.0], [2.0], [1]),
        table([41.0] * 5, [2.0] * 5, [5]),
        table([41.0] * 3, [2.0] * 3, [1, 1, 1]),
        table([89.9, -89.9 + 179.7], [0.0, 180.0], [2]),
    ],
    ids=["empty", "one point", "identical points", "three of one point", "over the pole"],
)
def test_small_tables_are_drawn(data: Trajectories) -> None:
    svg = drawn(data)
    assert "nan" not in svg
    assert svg.count("M") <= 20


def test_one_point_is_seen_in_the_middle() -> None:
    data = table([41.0], [2.0], [1])
    (dot,) = polylines(drawn(data))
    assert dot.tolist() == [[500, Frame.around(data).height / 2]]


def test_trips_over_the_antimeridian_stay_together() -> None:
    here, there = (town(centre=(41.0, east), noise=0) for east in (180.0, 20.0))
    assert here.lon.min() < -179 < 179 < here.lon.max()
    assert drawn(here) == drawn(there)


def test_no_coordinate_is_printed() -> None:
    svg = drawn(town())
    assert re.findall(r">([^<]+)<", svg) == ["2 km", "N"]
    assert not re.search(r"\d\.\d{3}", svg)


def test_the_scale_bar_is_as_long_as_it_says() -> None:
    frame = Frame(Plane(0, 0), 0, 0, metres=10, height=600)
    svg = map_svg(table([], [], []), frame, "")
    assert ">2 km<" in svg
    assert "h200v-8" in svg
    assert ">500 m<" in map_svg(table([], [], []), replace(frame, metres=4.9), "")


def test_a_label_is_escaped() -> None:
    assert 'aria-label="a &lt;b&gt; &quot;c"' in map_svg(town(3), Frame.around(town(3)), 'a <b> "c')
