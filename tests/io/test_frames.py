"""Data frames of every library give the same table; geometries are brought to WGS 84."""

from __future__ import annotations

import json
from io import BytesIO
from types import SimpleNamespace
from typing import Any

import geopandas as gpd  # type: ignore[import-untyped]
import numpy as np
import pandas as pd  # type: ignore[import-untyped]
import pyarrow as pa  # type: ignore[import-untyped]
import pyarrow.parquet as pq  # type: ignore[import-untyped]
import pytest
import shapely

import wayveil
from tests.io.tables_of_text import refused
from wayveil.certificate import digest
from wayveil.io import load, read, to_frame, write
from wayveil.shapes import Trajectories, steps

CITY = wayveil.synthesize(seed=3, trajectories=60, users=12)
UTM = "EPSG:32631"


def geo(data: Trajectories = CITY) -> Any:
    return to_frame(data, "geopandas")


def arrow(frame: Any, **how: Any) -> Any:
    return pa.table(frame.to_arrow(**how))


def geoparquet_by_pyarrow() -> Any:
    out = BytesIO()
    geo().to_parquet(out)
    return pq.read_table(BytesIO(out.getvalue()))


class Capsule:
    """Nothing but the door of Arrow, as a relation of DuckDB has it."""

    def __init__(self, table: Any) -> None:
        self._table = table

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self._table.__arrow_c_stream__(requested_schema)


FRAMES: dict[str, Any] = {
    "polars": lambda: to_frame(CITY),
    "pandas": lambda: to_frame(CITY, "pandas"),
    "arrow": lambda: to_frame(CITY, "arrow"),
    "a capsule": lambda: Capsule(to_frame(CITY, "arrow")),
    "geopandas": geo,
    "geopandas with lat and lon": lambda: geo().assign(lat=0.0, lng="?"),
    "trackintel": lambda: to_frame(CITY, "trackintel"),
    "scikit-mobility": lambda: to_frame(CITY, "scikit-mobility"),
    "geoarrow, wkb": lambda: arrow(geo()),
    "geoarrow, native": lambda: arrow(geo(), geometry_encoding="geoarrow"),
    "geoarrow, structs": lambda: arrow(geo(), geometry_encoding="geoarrow", interleaved=False),
    "geoparquet in pyarrow": geoparquet_by_pyarrow,
}


@pytest.mark.parametrize("library", FRAMES)
def test_every_frame_gives_the_same_table(library: str) -> None:
    frame = FRAMES[library]()
    found = read(frame, columns={"trajectory": "tid"} if "tid" in frame.__dir__() else None)
    assert digest(found) == digest(CITY)
    assert found.has_owners
    assert found.extra is None or found.extra.columns == ["id"]  # what trackintel calls its index


@pytest.mark.parametrize("library", ["polars", "arrow", "geopandas"])
def test_the_same_release_from_every_frame(library: str, tmp_path: Any) -> None:
    write(CITY, tmp_path / "city.csv")
    of_file, of_frame = (
        wayveil.anonymize(wayveil.read(source), "microaggregation", k=3, seed=7)
        for source in (tmp_path / "city.csv", FRAMES[library]())
    )
    assert of_frame.certificate.digest == of_file.certificate.digest
    assert of_frame.data.names.ids is not None
    assert of_file.data.names.ids is not None
    assert of_frame.data.names.ids.equals(of_file.data.names.ids)


def test_other_reference_systems_are_brought_to_wgs84() -> None:
    found = load(geo().to_crs(UTM))
    assert found.notes[0] == "coordinates brought from EPSG:32631 to WGS 84"
    assert np.abs(steps(found.data.lat) - steps(CITY.lat)).max() <= 1
    assert np.abs(steps(found.data.lon) - steps(CITY.lon)).max() <= 1
    native = arrow(geo().to_crs(UTM), geometry_encoding="geoarrow")
    assert np.abs(steps(read(native).lat) - steps(CITY.lat)).max() <= 1


def test_lines_of_geopandas() -> None:
    lines = gpd.GeoDataFrame(
        {"tid": ["b", "a"], "times": [[10, 20], [5, 6]]},
        geometry=[shapely.LineString([[1, 2], [3, 4]]), shapely.LineString([[5, 6], [7, 8]])],
        crs=4326,
    )
    data = read(lines)
    assert (data.t.tolist(), data.lat.tolist()) == ([5000, 6000, 10000, 20000], [6, 8, 2, 4])
    measured = shapely.from_wkt("LINESTRING M (1 2 10, 3 4 20)")
    assert read(gpd.GeoDataFrame({"tid": [1]}, geometry=[measured], crs=4326)).t.tolist() == [
        10_000,
        20_000,
    ]


def test_triplegs_of_trackintel_have_their_times_spread() -> None:
    start = pd.Timestamp("2026-03-01T08:00Z")
    legs = gpd.GeoDataFrame(
        {"user_id": [7], "started_at": [start], "finished_at": [start + pd.Timedelta("40s")]},
        geometry=[shapely.LineString([[0, 0], [1, 0], [4, 0]])],
        crs=4326,
    ).rename_geometry("geom")
    legs.index.name = "id"
    found = load(legs)
    assert (found.data.t - found.data.t[0]).tolist() == [0, 10_000, 40_000]
    assert "spread along their length" in found.notes[0]


def test_movingpandas_by_its_shape() -> None:
    points = geo().set_index("timestamp").rename(columns={"trajectory_id": "traj"})
    points.index = points.index.tz_localize(None)
    collection = SimpleNamespace(
        to_point_gdf=lambda return_orig_tz: points, get_traj_id_col=lambda: "traj"
    )
    assert digest(read(collection)) == digest(CITY)
    one = points[points["traj"] == points["traj"].iloc[0]].drop(columns="traj")
    single = SimpleNamespace(
        to_point_gdf=lambda return_orig_tz: one, get_traj_id_col=lambda: "traj", id=5
    )
    assert len(read(single)) == 1
    assert "Is it empty?" in refused(SimpleNamespace(to_point_gdf=list))


def test_a_recorded_frame_of_scikit_mobility() -> None:
    """Its columns and types, as `TrajDataFrame.from_file` gives them in its tutorial."""
    frame = pd.DataFrame(
        {
            "lat": [39.984094, 39.984198, 39.5],
            "lng": [116.319236, 116.319322, 116.5],
            "datetime": pd.to_datetime(["2008-10-23 05:53:05"] * 3),
            "uid": [1, 1, 5],
        }
    )
    frame.attrs["crs"] = {"init": "epsg:4326"}
    data = read(frame)
    assert (data.n_owners, data.lengths.tolist()) == (2, [2, 1])


BAD: dict[str, tuple[Any, str]] = {
    "no crs": (lambda: geo().set_crs(None, allow_override=True), "does not say which coordinate"),
    "no active geometry": (
        lambda: gpd.GeoDataFrame(geo().rename(columns={"geometry": "g"})), "set_geometry",
    ),
    "polygons": (lambda: geo().assign(geometry=geo().buffer(0)), "polygons"),
    "a drawing": (lambda: geo().set_crs('LOCAL_CS["x"]', allow_override=True), "brought to WGS 84"),
    "missing points": (
        lambda: geo().assign(geometry=[None, *geo().geometry[1:]]), "'lat' are blank",
    ),
    "broken metadata": (
        lambda: geoparquet_by_pyarrow().replace_schema_metadata({"geo": json.dumps([7])}),
        "metadata of GeoParquet",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", BAD)
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_bad_frames_are_refused(name: str) -> None:
    frame, said = BAD[name]
    assert said in refused(frame())


def test_geometries_of_several_columns_need_one_that_is_meant() -> None:
    frame = geo().assign(start=geo().geometry)
    assert read(frame).extra is None
