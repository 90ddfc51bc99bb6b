"""GeoJSON: a point in each feature, or a line with times as kepler.gl draws them."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Final

from wayveil.errors import InputError
from wayveil.io.blocks import Counted
from wayveil.io.features import FeatureSource
from wayveil.io.points import decimals, one_row_each, refuse_single_points, table
from wayveil.io.texts import as_json, joined, joined_by_trajectory
from wayveil.shapes import Trajectories

if TYPE_CHECKING:
    import polars as pl

_ROWS: Final = 1 << 18
_LEAST_MS: Final = 10**11


def source(stream: Counted, name: str, path: Path | None) -> FeatureSource:
    """Open features of GeoJSON or MF-JSON: they are told apart as they come."""
    return FeatureSource(stream, name)


def write(data: Trajectories, file: BinaryIO) -> None:
    """Write each point as a feature."""
    frame = table(data)
    frame = frame.with_columns(decimals(data.lat).alias("lat"), decimals(data.lon).alias("lon"))
    write_collection(file, map(_points, frame.iter_slices(_ROWS)))


def write_lines(data: Trajectories, file: BinaryIO) -> None:
    """Write each trajectory as a line of `[lon, lat, 0, ms since 1970]`, for kepler.gl."""
    refuse_single_points(data, "geojson-lines")
    if data.n_points and data.t.min() < _LEAST_MS:
        raise InputError(
            "times before March 1973, in milliseconds, would be taken for seconds by kepler.gl.",
            "Write mfjson, or a format of points.",
        )
    lines = one_row_each(data, "geojson-lines")
    corner = ["[", decimals(data.lon), ",", decimals(data.lat), ",0,", data.t, "]"]
    head = '{"type":"Feature","geometry":{"type":"LineString","coordinates":['
    texts = joined(
        head, joined_by_trajectory(data, *corner), ']},"properties":', as_json(lines), "}"
    )
    write_collection(file, [texts])


def write_collection(file: BinaryIO, texts: Iterable[pl.Series]) -> None:
    """Write features, one in a line."""
    file.write(b'{"type":"FeatureCollection","features":[')
    mark = b"\n"
    for part in texts:
        if len(part):
            file.write(mark + part.str.join(",\n").item().encode())
            mark = b",\n"
    file.write(b"\n]}\n")


def _points(part: pl.DataFrame) -> pl.Series:
    head = '{"type":"Feature","geometry":{"type":"Point","coordinates":['
    properties = as_json(part.drop("lat", "lon"))
    return joined(head, part["lon"], ",", part["lat"], ']},"properties":', properties, "}")
