"""FlatGeobuf and GeoPackage, by way of GDAL (pyogrio)."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Final

import numpy as np

from wayveil.errors import InputError
from wayveil.io.blocks import Counted
from wayveil.io.geometry import flattened
from wayveil.io.geometry_column import Layer
from wayveil.io.optional import needed
from wayveil.io.points import table
from wayveil.io.source import FrameSource
from wayveil.io.wkb import points_as_wkb
from wayveil.shapes import Trajectories

if TYPE_CHECKING:
    import polars as pl

#: A file that begins otherwise could make GDAL open other files.
_MARKS: Final = {b"SQLite format 3\0": "GeoPackage", b"fgb\x03": "FlatGeobuf"}
_LAYER: Final = "points"
#: What GDAL calls UTC, beside each time.
_UTC: Final = 100
_EPOCH: Final = "1970-01-01T00:00:00.000Z"


def source(stream: Counted, name: str, path: Path | None) -> FrameSource:
    """Open the one layer of a file."""
    format = next((said for mark, said in _MARKS.items() if stream.head.startswith(mark)), None)
    if format is None:
        raise InputError(
            f"{name} is neither GeoPackage nor FlatGeobuf.", "Is it another file, or empty?"
        )
    import polars as pl

    pyogrio = needed("pyogrio", "geo", f"to read {format}")
    place = path or stream.everything()
    try:
        with _quietly():
            about, frame = _read(pyogrio, place, _only_layer(pyogrio, place, name))
    except (pyogrio.errors.DataSourceError, pl.exceptions.PolarsError, RuntimeError, OSError):
        raise InputError(
            f"{name} is {format}, but damaged or cut short.", "Fetch or write it again."
        ) from None
    layer = Layer(about["geometry_name"] or "wkb_geometry", "wkb", about["crs"])
    return FrameSource.of(flattened(frame, layer, name), name)


def write_flatgeobuf(data: Trajectories, file: BinaryIO) -> None:
    """Write points in their order: an index would sort them by place."""
    _write(data, file, "FlatGeobuf", SPATIAL_INDEX="NO")


def write_gpkg(data: Trajectories, file: BinaryIO) -> None:
    """Write points as the one layer of a GeoPackage."""
    _write(data, file, "GPKG")


@contextmanager
def _quietly() -> Iterator[None]:
    """Keep back the warnings of GDAL: they may quote values."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def _only_layer(pyogrio: Any, place: Any, name: str) -> str:
    layers = [layer for layer, kind in pyogrio.list_layers(place) if kind is not None]
    if len(layers) != 1:
        raise InputError(
            f"{name} has {len(layers)} layers with a geometry, where there should be one.",
            "Export the one that is meant to a file of its own.",
        )
    return str(layers[0])


def _read(pyogrio: Any, place: Any, layer: str) -> tuple[Any, pl.DataFrame]:
    import polars as pl

    settings = {"layer": layer, "use_pyarrow": False, "datetime_as_string": True}
    with pyogrio.raw.open_arrow(place, **settings) as (about, rows):
        return about, pl.DataFrame(rows)


def _write(data: Trajectories, file: BinaryIO, driver: str, **settings: str) -> None:
    """Write through memory; the file says nothing of when it was written."""
    pyogrio = needed("pyogrio", "geo", f"to write {driver}")
    frame = table(data)
    geometry = points_as_wkb(frame["lon"].to_numpy(), frame["lat"].to_numpy()).to_numpy()
    frame = frame.drop("lat", "lon")
    out = BytesIO()
    pyogrio.set_gdal_config_options({"OGR_CURRENT_DATE": _EPOCH})
    try:
        pyogrio.raw.write(
            out, geometry, [_plain(column) for column in frame.iter_columns()], frame.columns,
            driver=driver, layer=_LAYER, geometry_type="Point", crs="EPSG:4326",
            gdal_tz_offsets={"timestamp": np.full(len(frame), _UTC)}, **settings,
        )  # fmt: skip
    finally:
        pyogrio.set_gdal_config_options({"OGR_CURRENT_DATE": None})
    file.write(out.getbuffer())


def _plain(column: pl.Series) -> Any:
    """Give a column as GDAL takes it: numbers, times, else text."""
    import polars as pl

    if isinstance(column.dtype, pl.Datetime):
        return column.to_numpy().astype("datetime64[ms]")
    if column.dtype in (pl.Int64, pl.Int32, pl.Float64, pl.Boolean) and not column.null_count():
        return column.to_numpy()
    return column.cast(pl.String).to_numpy().astype(object)
