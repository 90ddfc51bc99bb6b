from __future__ import annotations

import hashlib
import json
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tessellations.maps import box, geojson, square
from wayveil import geo
from wayveil.errors import InputError, MissingFile
from wayveil.io import at_hand
from wayveil.tessellations.polygons import Polygons

EXAMPLE = Polygons.example()


def at(tiles: Polygons, *places: tuple[float, float]) -> list[int]:
    """The tiles of places given as (lon, lat)."""
    lon, lat = np.array(places, float).T
    return [int(cell) for cell in tiles.cells(lat, lon)]


def winding(lon: float, lat: float) -> int:
    """The first district that a place lies in, by counting crossings; edges do not come up."""
    for place, feature in enumerate(json.loads(Path(EXAMPLE.file).read_text())["features"]):
        shape = feature["geometry"]
        parts = [shape["coordinates"]] if shape["type"] == "Polygon" else shape["coordinates"]
        sides = [(a, b) for part in parts for ring in part for a, b in pairwise(ring)]
        crossed = sum(
            (a[1] > lat) != (b[1] > lat)
            and lon < a[0] + (lat - a[1]) / (b[1] - a[1]) * (b[0] - a[0])
            for a, b in sides
        )
        if crossed % 2:
            return place
    return -1


@given(st.floats(15.4, 17), st.floats(47.6, 48.8))
def test_a_point_lies_in_the_first_polygon_around_it(lon: float, lat: float) -> None:
    wobbled = [(lon + dx, lat + dy) for dx in (-1e-9, 1e-9) for dy in (-1e-9, 1e-9)]
    if len({winding(*place) for place in wobbled}) == 1:
        assert at(EXAMPLE, (lon, lat)) == [winding(lon, lat)]


def test_edges_and_corners_belong_to_the_first_and_are_never_lost(tmp_path: Path) -> None:
    tiles = geojson(tmp_path, square(0, 0), square(1, 0), square(0, 1))
    assert at(tiles, (0, 0), (1, 0.5), (1, 1), (0.5, 1), (2, 0.3)) == [0, 0, 0, 0, 1]
    assert at(tiles, (2.0000001, 0.3), (0.5, -0.1)) == [-1, -1]


def test_holes_are_not_inside_and_all_parts_are() -> None:
    drawn = EXAMPLE.outlines(np.array([2, 4]))
    assert np.diff(drawn.cells).tolist() == [2, 2]
    signed = geo.ring_areas(drawn.lat, drawn.lon, drawn.rings)
    assert (signed > 0).tolist() == [True, False, True, True]
    assert at(EXAMPLE, (16.3, 48.2), (16.7, 48.5), (16.7, 47.8), (16.7, 48.2)) == [3, 4, 4, -1]
    hole = -signed[1]
    assert EXAMPLE.areas(np.array([3]))[0] == pytest.approx(hole)


def test_an_area_is_true_however_large(tmp_path: Path) -> None:
    tiles = geojson(tmp_path, box(-30, -20, 50, 60), box(100, 10, 100.0001, 10.0001))
    expected = geo.areas(np.array([-20.0, 10.0]), np.array([60.0, 10.0001]), np.array([80, 0.0001]))
    np.testing.assert_allclose(tiles.areas(np.arange(2)), expected, rtol=1e-9)


def test_slivers_go_to_the_first_and_are_told(tmp_path: Path) -> None:
    tiles = geojson(tmp_path, square(0, 0), box(0.999, 0, 2, 1))
    assert at(tiles, (0.9995, 0.5), (1.0005, 0.5)) == [0, 1]
    assert tiles.notes() == ("tiles.geojson: 1 pairs of polygons overlap; the first one wins",)
    drawn = tiles.outlines(np.array([1]))
    assert drawn.lon.min() == 1.0


def test_real_overlaps_are_refused_unless_the_first_may_win(tmp_path: Path) -> None:
    tiles = geojson(tmp_path, box(0, 0, 2, 1), square(1, 0), square(0, 0), square(3, 0))
    with pytest.raises(InputError, match=r"2 pairs of polygons .* overlap, by up to 100%"):
        at(tiles, (0, 0))
    first = Polygons(file=tiles.file, overlaps="first")
    assert at(first, (0.5, 0.5), (1.5, 0.5), (3.5, 0.5)) == [0, 0, 1]
    assert any("2 polygons hidden" in note for note in first.notes())


def test_the_centre_is_inside_even_where_the_centroid_is_not(tmp_path: Path) -> None:
    horseshoe = [(0, 0), (3, 0), (3, 3), (2, 3), (2, 1), (1, 1), (1, 3), (0, 3)]
    tiles = geojson(tmp_path, horseshoe)
    lat, lon = tiles.centres(np.array([0]))
    assert tiles.cells(lat, lon).tolist() == [0]
    assert np.round(lat, 7).tolist() == lat.tolist()


def test_both_sides_of_the_antimeridian(tmp_path: Path) -> None:
    tiles = geojson(tmp_path, box(170, -10, 190, 10), box(-170, -10, -160, 10))
    places = (175, 0), (-175, 0), (180, 5), (-180, 5), (-165, 0), (0, 0)
    assert at(tiles, *places) == [0, 0, 0, 0, 1, -1]
    half = geojson(tmp_path, box(170, -10, 180, 10), name="half.geojson")
    assert at(half, (180, 5), (-180, 5), (-179, 5)) == [0, 0, -1]


def test_a_certificate_names_the_file_and_not_its_folder(tmp_path: Path) -> None:
    tiles = geojson(tmp_path / "private" / "maps", square(0, 0))
    seal = hashlib.sha256(Path(tiles.file).read_bytes()).hexdigest()
    told = tiles.published()
    assert told["params"]["file"] == "tiles.geojson"
    assert told["params"]["digest"] == f"sha256:{seal}"
    assert "private" not in json.dumps(told)


def test_a_stranger_needs_the_very_file(tmp_path: Path) -> None:
    tiles = geojson(tmp_path / "ours", square(0, 0))
    theirs = Polygons.read(tiles.published())
    with pytest.raises(MissingFile, match="there is no file"):
        at(theirs, (0.5, 0.5))
    with at_hand.also_in(tmp_path / "ours"):
        assert at(theirs, (0.5, 0.5)) == [0]
    geojson(tmp_path / "other", square(9, 9))
    with (
        at_hand.also_in(tmp_path / "other"),
        pytest.raises(MissingFile, match="digest is another"),
    ):
        at(theirs, (0.5, 0.5))


def test_a_file_that_changes_is_read_again(tmp_path: Path) -> None:
    tiles = geojson(tmp_path, square(0, 0))
    assert at(tiles, (5.5, 5.5)) == [-1]
    geojson(tmp_path, box(5, 5, 6.5, 6.5))
    assert at(tiles, (5.5, 5.5)) == [0]
