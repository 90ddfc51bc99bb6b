"""GeoParquet, FlatGeobuf and GeoPackage: what other programs find in them, and what they bring."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import geopandas as gpd  # type: ignore[import-untyped]
import numpy as np
import polars as pl
import pyogrio
import pytest

import wayveil
from tests.io.geodata import WHEN, geoparquet
from tests.io.tables_of_text import loaded
from wayveil.errors import InputError
from wayveil.io import load, read, to_frame, write

CITY = wayveil.synthesize(seed=4, trajectories=30, users=6)
PLAIN = CITY.each_alone()


def test_the_metadata_of_geoparquet_says_no_more_than_it_must(tmp_path: Path) -> None:
    for name, kind in (("a.geoparquet", "Point"), ("a.lines.geoparquet", "LineString")):
        write(PLAIN, tmp_path / name)
        about = pl.read_parquet_metadata(tmp_path / name)
        assert set(about) == {"geo", "ARROW:schema"}
        assert json.loads(about["geo"]) == {
            "version": "1.1.0",
            "primary_column": "geometry",
            "columns": {"geometry": {"encoding": "WKB", "geometry_types": [kind]}},
        }


def test_geopandas_reads_points_and_lines(tmp_path: Path) -> None:
    write(PLAIN, tmp_path / "a.geoparquet")
    points = gpd.read_parquet(tmp_path / "a.geoparquet")
    assert list(points.columns) == ["trajectory_id", "timestamp", "geometry"]
    assert points.crs.to_authority() == ("OGC", "CRS84")
    assert np.array_equal(points.geometry.x, PLAIN.lon)
    write(PLAIN, tmp_path / "a.lines.geoparquet")
    lines = gpd.read_parquet(tmp_path / "a.lines.geoparquet")
    assert lines.geometry.count_coordinates().tolist() == PLAIN.lengths.tolist()
    assert [len(times) for times in lines["timestamps"]] == PLAIN.lengths.tolist()


@pytest.mark.parametrize("ending", ["fgb", "gpkg"])
def test_gdal_finds_columns_crs_and_nothing_else(ending: str, tmp_path: Path) -> None:
    paths = [tmp_path / f"{name}.{ending}" for name in "ab"]
    for path in paths:
        write(PLAIN, path)
    about = pyogrio.read_info(paths[0], layer="points")
    assert list(about["fields"]) == ["trajectory_id", "timestamp"]
    assert (about["crs"], about["geometry_type"]) == ("EPSG:4326", "Point")
    assert about["features"] == PLAIN.n_points
    assert not about["layer_metadata"]
    assert not about["dataset_metadata"]
    assert paths[0].read_bytes() == paths[1].read_bytes()  # no time of writing


@pytest.mark.parametrize("ending", ["fgb", "gpkg", "parquet"])
def test_files_of_geopandas_in_another_crs(ending: str, tmp_path: Path) -> None:
    frame, path = to_frame(CITY, "geopandas").to_crs("EPSG:3857"), tmp_path / f"a.{ending}"
    frame.to_parquet(path) if ending == "parquet" else frame.to_file(path)
    found = load(path)
    assert "coordinates brought from EPSG:3857 to WGS 84" in found.notes
    assert found.data.has_owners
    assert np.abs(found.data.lat - CITY.lat).max() < 1e-7
    assert np.array_equal(found.data.t, CITY.t)


def test_native_geoparquet(tmp_path: Path) -> None:
    to_frame(CITY, "geopandas").to_parquet(tmp_path / "a.parquet", geometry_encoding="geoarrow")
    assert np.array_equal(read(tmp_path / "a.parquet").lat, CITY.lat)
    corners = [[{"x": 1.0, "y": 2.0}, {"x": 3.0, "y": 4.0}]]
    cells = pl.Series(corners)
    data = loaded(geoparquet(cells, "linestring", timestamp=[[WHEN, WHEN]])).data
    assert (data.lon.tolist(), data.lat.tolist()) == ([1, 3], [2, 4])


def test_a_line_needs_two_points(tmp_path: Path) -> None:
    data: Any = PLAIN.where(np.arange(PLAIN.n_points) >= PLAIN.lengths[0] - 1)
    for name in ("a.lines.geoparquet", "a.lines.geojson"):
        with pytest.raises(InputError, match="1 of 30 trajectories have one point"):
            write(data, tmp_path / name)
    write(data, tmp_path / "a.mfjson")
    assert np.array_equal(read(tmp_path / "a.mfjson").t, data.t)
