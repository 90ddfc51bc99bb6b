"""Files of polygons: every format and CRS gives the same, and bad ones are refused with help."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from shapely import MultiPolygon, Point, Polygon, box, to_wkb
from shapely import transform as moved

from tests.io.drawn import drawn, features, written
from wayveil.errors import InputError
from wayveil.io.polygons import read_polygons

TWO = [box(15.9, 48.1, 16.1, 48.3), box(16.1, 48.1, 16.3, 48.3)]
BOWTIE = {"type": "Polygon", "coordinates": [[[0, 0], [2, 2], [2, 0], [0, 2], [0, 0]]]}
SQUARE = {"type": "Polygon", "coordinates": [[[0, 0], [1, 0], [1, 1], [0, 1], [0, 0]]]}
OPEN = {"type": "Polygon", "coordinates": [[[0, 0], [1, 0], [1, 1], [0, 1]]]}


@pytest.mark.parametrize(
    ("name", "driver"),
    [
        ("t.geojson", "GeoJSON"),
        ("t.shp", "ESRI Shapefile"),
        ("t.gpkg", "GPKG"),
        ("t.fgb", "FlatGeobuf"),
    ],
)
def test_every_format_gives_the_same_polygons(tmp_path: Path, name: str, driver: str) -> None:
    read = read_polygons(written(tmp_path / name, TWO, driver))
    assert read.notes == ()
    areas = sorted(shape.area for shape in read.shapes)
    assert areas == pytest.approx([0.04, 0.04])


@pytest.mark.parametrize("crs", ["EPSG:32633", "EPSG:3857", "EPSG:31256", "EPSG:4258"])
def test_any_crs_becomes_degrees(tmp_path: Path, crs: str) -> None:
    import pyproj

    way = pyproj.Transformer.from_crs("OGC:CRS84", crs, always_xy=True)
    there = [moved(shape, way.transform, interleaved=False) for shape in TWO]
    read = read_polygons(written(tmp_path / "t.gpkg", there, "GPKG", crs))
    for shape, expected in zip(read.shapes, TWO, strict=True):
        np.testing.assert_allclose(shape.bounds, expected.bounds, atol=2e-6)


def test_a_crs_can_be_said_where_the_file_says_none(tmp_path: Path) -> None:
    path = written(tmp_path / "t.shp", TWO, "ESRI Shapefile", crs=None)
    assert len(read_polygons(path, crs="EPSG:4326").shapes) == 2


def test_a_layer_can_be_chosen(tmp_path: Path) -> None:
    path = written(tmp_path / "t.gpkg", TWO, "GPKG", layer="zip")
    written(path, TWO[:1], "GPKG", layer="towns", append=True)
    with pytest.raises(InputError, match="has 2 layers: zip, towns"):
        read_polygons(path)
    assert len(read_polygons(path, layer="towns").shapes) == 1
    with pytest.raises(InputError, match="no layer of that name"):
        read_polygons(path, layer="rivers")


def test_empty_ones_are_left_out_and_broken_rings_repaired(tmp_path: Path) -> None:
    flat = {"type": "Polygon", "coordinates": [[[0, 0], [1, 1], [2, 2], [0, 0]]]}
    nothing = {"type": "Polygon", "coordinates": []}
    read = read_polygons(features(tmp_path, SQUARE, BOWTIE, flat, nothing, None))
    assert len(read.shapes) == 2
    assert read.notes == (
        "t.geojson: 3 polygons without area left out",
        "t.geojson: 2 polygons repaired",
    )
    assert read.shapes[1].area == pytest.approx(2)


def test_what_lies_beyond_180_degrees_comes_back(tmp_path: Path) -> None:
    (shape,) = read_polygons(drawn(tmp_path, box(170, 0, 190, 1), "GeoJSON")).shapes
    assert isinstance(shape, MultiPolygon)
    assert sorted(part.bounds for part in shape.geoms) == [(-180, 0, -170, 1), (170, 0, 180, 1)]


BAD: dict[str, tuple[Callable[[Path], Path], str]] = {
    "nothing there": (lambda folder: folder / "t.geojson", "cannot be read as a file of polygons"),
    "text": (lambda folder: text(folder, "zip,lat,lon\n"), "cannot be read as a file of polygons"),
    "half a file": (
        lambda folder: text(folder, json.dumps(collection(SQUARE))[:-30]),
        "cannot be read as a file of polygons",
    ),
    "an empty collection": (features, "has no polygons"),
    "points": (
        lambda folder: features(folder, {"type": "Point", "coordinates": [48.123456, 0]}),
        "1 of 1 shapes in t.geojson are not polygons: 1 Point",
    ),
    "mixed types": (
        lambda folder: features(
            folder,
            SQUARE,
            {"type": "Point", "coordinates": [48.123456, 0]},
            {"type": "LineString", "coordinates": [[0, 0], [48.123456, 1]]},
        ),
        "2 of 3 shapes in t.geojson are not polygons: 1 LineString, 1 Point",
    ),
    "a ring that is not closed": (
        lambda folder: features(folder, SQUARE, OPEN),
        "1 of 2 shapes in t.geojson are broken",
    ),
    "only empty ones": (lambda folder: features(folder, None, None), "has no polygons"),
    "metres that say they are degrees": (
        lambda folder: drawn(folder, box(600_000, 5_300_000, 600_100, 5_300_100), "GeoJSON"),
        "1 of 1 polygons in t.geojson lie off the earth",
    ),
    "huge numbers": (
        lambda folder: drawn(folder, box(0, 0, 1e300, 1), "GPKG", "EPSG:32633"),
        "1 of 1 polygons in t.gpkg lie off the earth",
    ),
    "no CRS": (
        lambda folder: written(folder / "t.shp", TWO, "ESRI Shapefile", crs=None),
        "t.shp does not say what its coordinates are",
    ),
}


def collection(*shapes: Any) -> Any:
    return {
        "type": "FeatureCollection",
        "features": [{"type": "Feature", "properties": {}, "geometry": each} for each in shapes],
    }


def text(folder: Path, words: str) -> Path:
    (folder / "t.geojson").write_text(words)
    return folder / "t.geojson"


@pytest.mark.parametrize("name", BAD)
def test_a_bad_file_is_refused_with_help_and_without_a_coordinate(
    name: str, tmp_path: Path
) -> None:
    make, told = BAD[name]
    path = make(tmp_path)
    with pytest.raises(InputError, match=told) as caught:
        read_polygons(path)
    assert caught.value.hint
    assert "48.123456" not in str(caught.value)
    assert "600" not in str(caught.value)
    assert caught.value.__cause__ is None


def test_a_crs_that_nobody_knows(tmp_path: Path) -> None:
    path = written(tmp_path / "t.shp", TWO, "ESRI Shapefile", crs=None)
    with pytest.raises(InputError, match="a CRS that cannot be understood"):
        read_polygons(path, crs="EPSG:99999999")


def test_points_are_no_polygons_in_a_database_either(tmp_path: Path) -> None:
    path = written(tmp_path / "t.gpkg", [Point(1, 2)], "GPKG", kind="Point")
    with pytest.raises(InputError, match="not polygons: 1 Point"):
        read_polygons(path)


def test_holes_and_parts_survive(tmp_path: Path) -> None:
    ring = Polygon(box(0, 0, 3, 3).exterior, [box(1, 1, 2, 2).exterior])
    islands = MultiPolygon([box(5, 5, 6, 6), box(7, 7, 8, 8)])
    path = written(tmp_path / "t.gpkg", [ring, islands], "GPKG", kind="Unknown")
    assert [shape.area for shape in read_polygons(path).shapes] == [8, 2]
    assert to_wkb(read_polygons(path).shapes[0])
