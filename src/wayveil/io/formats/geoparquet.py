"""GeoParquet 1.1: points, or lines with a list of times, for GeoPandas, QGIS and DuckDB."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, BinaryIO, Final

from wayveil.io.formats.parquet import source
from wayveil.io.points import moments, one_row_each, refuse_single_points, table
from wayveil.io.wkb import lines_as_wkb, points_as_wkb
from wayveil.shapes import Trajectories, rounded

if TYPE_CHECKING:
    import polars as pl

__all__ = ["source", "write", "write_lines"]

_VERSION: Final = "1.1.0"


def write(data: Trajectories, file: BinaryIO) -> None:
    """Write a point in each row."""
    frame = table(data)
    geometry = points_as_wkb(frame["lon"].to_numpy(), frame["lat"].to_numpy())
    place = frame.columns.index("lat")
    frame = frame.drop("lat", "lon").insert_column(place, geometry.alias("geometry"))
    _write(frame, "Point", file)


def write_lines(data: Trajectories, file: BinaryIO) -> None:
    """Write a line in each row; its `timestamps` are as many as its corners."""
    import polars as pl

    refuse_single_points(data, "geoparquet-lines")
    frame = one_row_each(data, "geoparquet-lines")
    geometry = lines_as_wkb(rounded(data.lon), rounded(data.lat), data.offsets)
    of_point = pl.Series("trajectory", data.of_point)
    times = pl.DataFrame([of_point, moments(data)]).group_by("trajectory", maintain_order=True)
    listed = times.agg("timestamp")["timestamp"]
    frame = frame.with_columns(listed.alias("timestamps"), geometry.alias("geometry"))
    _write(frame, "LineString", file)


def _write(frame: pl.DataFrame, kind: str, file: BinaryIO) -> None:
    """Write a table with the metadata that says which column is the geometry, and no more.

    No CRS means longitude and latitude (OGC:CRS84). There is no bounding box.
    """
    about = {"encoding": "WKB", "geometry_types": [kind] if len(frame) else []}
    geo = {
        "version": _VERSION,
        "primary_column": "geometry",
        "columns": {"geometry": about},
    }
    frame.write_parquet(file, compression="zstd", metadata={"geo": json.dumps(geo)})
