"""Bad files of every format are refused with help and without a value; a good neighbour is read."""

from __future__ import annotations

import gzip
import sqlite3
import struct
from io import BytesIO
from pathlib import Path
from typing import Any

import polars as pl
import pytest
import shapely

from tests.io.geodata import (
    LINE,
    RING,
    WHEN,
    X,
    Y,
    collection,
    feature,
    geoparquet,
    gpx,
    line,
    moving,
    named_crs,
    spot,
)
from tests.io.tables_of_text import Case, loaded, refused, refused_and_its_neighbour_read
from wayveil.io import read, write

GOOD_JSON = collection(feature())
GOOD_LINE = collection(line(times=[WHEN, WHEN]))
GOOD_GPX = gpx(spot())
TWICE: dict[str, Any] = {"trajectory_id": ["a", "b"], "timestamp": [WHEN, WHEN]}
LAUGHS = '<!DOCTYPE g [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]>'


def wkb(*shapes: Any) -> pl.Series:
    return pl.Series([shapely.to_wkb(shape) for shape in shapes], dtype=pl.Binary)


def fgb() -> bytes:
    out = BytesIO()
    write(loaded(GOOD_JSON).data, out, format="flatgeobuf")
    return out.getvalue()


def bent(raw: bytes) -> bytes:
    """Claim that a line has a thousand corners more than it has."""
    return raw[:5] + struct.pack("<I", 1000) + raw[9:]


SQUARE = shapely.box(0, 0, 1, 1)
STROKE = shapely.LineString([[X, Y], [X, Y + 1]])
BROKEN = pl.Series([bent(shapely.to_wkb(STROKE))], dtype=pl.Binary)
METRES = [691_654_321.0, 5_412_348.123456]

#: name -> bad file, flags, what the message must say, good file
CASES: dict[str, Case] = {
    "broken geometry": (
        geoparquet(BROKEN),
        {},
        ["1 of 1 geometries are broken"],
        geoparquet(wkb(shapely.Point(X, Y))),
    ),
    "a polygon among points": (
        collection(feature(), feature(RING)),
        {},
        ["1 of type Point, 1 of type Polygon", "one kind"],
        GOOD_JSON,
    ),
    "points and lines": (
        geoparquet(wkb(shapely.Point(X, Y), STROKE), **TWICE),
        {},
        ["holds 1 points, 1 lines"],
        geoparquet(wkb(shapely.Point(X, Y), shapely.Point(X, Y)), **TWICE),
    ),
    "polygons": (geoparquet(wkb(SQUARE)), {}, ["holds 1 polygons"], geoparquet()),
    "a geometry without coordinates": (
        collection(feature({"type": "Point", "coordinates": []}), feature()),
        {},
        ["1 of 2 values of column 'lat' are blank", "--skip-bad-rows"],
        GOOD_JSON,
    ),
    "no crs": (
        geoparquet(crs=None),
        {},
        ["does not say which coordinate reference system", "set_crs"],
        geoparquet(),
    ),
    "a crs that nobody knows": (
        collection(feature(), crs=named_crs("EPSG:999999")),
        {},
        ["cannot be brought to WGS 84"],
        collection(feature(), crs=named_crs("urn:ogc:def:crs:OGC:1.3:CRS84")),
    ),
    "a crs of a drawing": (
        geoparquet(crs='LOCAL_CS["plan"]'),
        {},
        ["cannot be brought to WGS 84"],
        geoparquet(crs={"id": {"authority": "OGC", "code": "CRS84"}}),
    ),
    "metres that are said to be degrees": (
        collection(feature({"type": "Point", "coordinates": METRES})),
        {},
        ["outside -90 to 90", "metres in a projected system"],
        GOOD_JSON,
    ),
    "degrees that are said to be metres": (
        geoparquet(crs="EPSG:3857", timestamp=["noon"]),
        {},
        ["'timestamp' are not times"],
        geoparquet(crs="EPSG:3857"),
    ),
    "huge coordinates": (
        GOOD_JSON.replace(str(X), "1" * 400),
        {},
        ["'lon' are not finite"],
        GOOD_JSON,
    ),
    "a number of thousands of digits": (
        GOOD_JSON.replace(str(X), "1" * 5000), {}, ["not JSON that can be read"], GOOD_JSON,
    ),
    "lines without times": (
        collection(line()),
        {},
        ["2 of 2 values of column 'timestamp' are blank", "are a plan, not a track"],
        GOOD_LINE,
    ),
    "lines with too few times": (
        collection(line(times=[WHEN])),
        {},
        ["are blank", "not as many times as corners"],
        collection(line({**LINE, "coordinates": [[X, Y, 0, 1212909287]] * 2})),
    ),
    "lines of geoparquet without times": (
        geoparquet(wkb(STROKE)).replace(b"timestamp", b"timesomep"),
        {},
        ["have no times", "`timestamps`"],
        geoparquet(wkb(STROKE), timestamp=[[WHEN, WHEN]]),
    ),
    "a moving polygon": (
        collection(moving({"type": "MovingPolygon", "coordinates": [], "datetimes": []})),
        {},
        ["no features with a geometry", "MovingPoint"],
        collection(moving()),
    ),
    "json cut short": (GOOD_JSON[:-30], {}, ["cut short"], GOOD_JSON),
    "json of another kind": ('{"speed": [1]}', {}, ["no features"], GOOD_JSON),
    "json without end in depth": (
        GOOD_JSON.replace(str(X), "[" * 100_000), {}, ["JSON"], GOOD_JSON,
    ),
    "a gpx of a plan": (
        gpx(spot(None), spot(None)),
        {},
        ["2 of 2 values of column 'timestamp' are blank", "export what was recorded"],
        GOOD_GPX,
    ),
    "a gpx with entities": (
        gpx(spot("&b;"), head=LAUGHS), {}, ["declares a document type", "<!DOCTYPE"], GOOD_GPX,
    ),
    "a gpx cut short": (GOOD_GPX[:-20], {}, ["XML breaks or ends early", "line 1"], GOOD_GPX),
    "a gpx without numbers": (
        gpx(spot(lat="north")), {}, ["1 of 1 values of column 'lat' are not numbers"], GOOD_GPX,
    ),
    "xml of another kind": ("<?xml version='1.0'?><kml/>", {}, ["no GPX"], GOOD_GPX),
    "a zip bomb": (
        gzip.compress(b'{"type":"FeatureCollection","features":[' + b" " * (90 << 20)),
        {},
        ["inflates to more than 200 times"],
        gzip.compress(GOOD_JSON.encode()),
    ),
    "a gz cut short": (
        gzip.compress(GOOD_GPX.encode())[:-9], {}, ["damaged", "gzip -t"],
        gzip.compress(GOOD_GPX.encode()),
    ),
    "geoparquet whose metadata is broken": (
        geoparquet(about='{"columns": 7}'), {}, ["metadata of GeoParquet"], geoparquet(),
    ),
    "geoparquet in an encoding that is not known": (
        geoparquet(encoding="twkb"), {}, ["in the encoding 'twkb'", "WKB"], geoparquet(),
    ),
    "flatgeobuf cut short": (fgb()[:-20], {}, ["damaged or cut short"], fgb()),
    "text that is said to be flatgeobuf": (
        "id,lat\n", {"format": "flatgeobuf"}, ["neither GeoPackage nor FlatGeobuf"], GOOD_JSON,
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_a_bad_file_is_refused_and_its_neighbour_read(name: str) -> None:
    refused_and_its_neighbour_read(CASES[name])


def test_bad_features_can_be_left_out() -> None:
    nowhere = feature({"type": "Point", "coordinates": [None, 1e999]})
    found = loaded(collection(feature(), nowhere, feature()), skip_bad_rows=True)
    assert (found.data.n_points, found.skipped.points) == (2, 1)


def test_a_geopackage_of_several_layers_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.gpkg"
    write(loaded(GOOD_JSON).data, path)
    assert read(path).n_points == 1
    with sqlite3.connect(path) as db:
        db.execute(
            "INSERT INTO gpkg_contents SELECT 'b', data_type, 'b', description, last_change,"
            " min_x, min_y, max_x, max_y, srs_id FROM gpkg_contents"
        )
        db.execute("CREATE TABLE b AS SELECT * FROM points")
        db.execute(
            "INSERT INTO gpkg_geometry_columns SELECT 'b', column_name, geometry_type_name,"
            " srs_id, z, m FROM gpkg_geometry_columns"
        )
    db.close()
    assert "has 2 layers with a geometry" in refused(path)


def test_a_file_that_is_other_files_is_not_followed(tmp_path: Path) -> None:
    path = tmp_path / "a.gpkg"
    path.write_text('<OGRVRTDataSource><OGRVRTLayer name="x"/></OGRVRTDataSource>')
    assert "neither GeoPackage nor FlatGeobuf" in refused(path)
