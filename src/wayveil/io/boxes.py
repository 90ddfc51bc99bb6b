"""Cells as files: Parquet, CSV and GeoJSON, and back."""

from __future__ import annotations

import json
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Final

import numpy as np

from wayveil import clock
from wayveil.cells import EDGES, Cells
from wayveil.errors import InputError
from wayveil.io.endings import format_by_ending
from wayveil.io.files import existing, whole
from wayveil.kernels import ragged
from wayveil.kernels.arrays import Ints
from wayveil.shapes import STEPS_PER_DEGREE, Names

if TYPE_CHECKING:
    import polars as pl

ENDINGS: Final = {".parquet": "parquet", ".csv": "csv", ".geojson": "geojson", ".json": "geojson"}
_ISO: Final = "%Y-%m-%dT%H:%M:%S%.3fZ"
_TIMES: Final = ("start", "end")


def write_cells(cells: Cells, path: str | Path, *, force: bool = False) -> None:
    """Write cells to a file, which appears whole or not at all."""
    write = {"parquet": _write_parquet, "csv": _write_csv, "geojson": _write_geojson}
    format = cells_format(path)
    with whole(path, force=force) as partial, partial.open("wb") as file:
        write[format](cells, file)


def read_cells(path: str | Path) -> Cells:
    """Read cells that `write_cells` wrote, whatever has sorted the rows since."""
    import polars as pl

    readers = {"parquet": _read_parquet, "csv": _read_csv, "geojson": _read_geojson}
    read = readers[cells_format(path)]
    blob = existing(path).read_bytes()
    try:
        return _cells(read(BytesIO(blob)))
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
        raise _damaged(path) from None
    except pl.exceptions.PolarsError:  # it would quote values
        raise _damaged(path) from None


def frame(cells: Cells) -> pl.DataFrame:
    """Give cells as a data frame, edges in degrees."""
    import polars as pl

    ids = cells.names.ids
    names = (pl.Series(cells.id) if ids is None else ids)[cells.id[cells.of_row]]
    times = (pl.Series(name, getattr(cells, name)) for name in _TIMES)
    edges = (pl.Series(name, getattr(cells, name) / STEPS_PER_DEGREE) for name in EDGES)
    moments = (column.cast(pl.Datetime("ms", "UTC")) for column in times)
    return pl.DataFrame([names.alias("trajectory_id"), *moments, *edges])


def cells_format(path: str | Path) -> str:
    """Tell the format of cells from the ending of a name."""
    return format_by_ending(path, ENDINGS, "cells")


def _damaged(path: str | Path) -> InputError:
    return InputError(f"{path} holds no cells of wayveil, or is damaged.")


def _write_parquet(cells: Cells, file: BinaryIO) -> None:
    frame(cells).write_parquet(file, compression="zstd")


def _write_csv(cells: Cells, file: BinaryIO) -> None:
    frame(cells).write_csv(file, datetime_format=_ISO, float_scientific=False)


def _write_geojson(cells: Cells, file: BinaryIO) -> None:
    """Write a feature a line: a box with its trajectory and times."""
    file.write(b'{"type": "FeatureCollection", "features": [')
    comma = ""
    for row in frame(cells).iter_rows(named=True):
        south, north, west, east = (row.pop(name) for name in EDGES)
        ring = [[west, south], [east, south], [east, north], [west, north], [west, south]]
        row |= {name: clock.iso(round(row[name].timestamp() * 1000)) for name in _TIMES}
        shape = {"type": "Polygon", "coordinates": [ring]}
        feature = {"type": "Feature", "properties": row, "geometry": shape}
        file.write(f"{comma}\n{json.dumps(feature)}".encode())
        comma = ","
    file.write(b"\n]}\n")


def _read_parquet(blob: BytesIO) -> pl.DataFrame:
    import polars as pl

    return pl.read_parquet(blob)


def _read_csv(blob: BytesIO) -> pl.DataFrame:
    import polars as pl

    text = pl.read_csv(blob, infer_schema=False)
    times = (pl.col(name).str.to_datetime(_ISO, time_unit="ms", time_zone="UTC") for name in _TIMES)
    return text.with_columns(*times, pl.col(EDGES).cast(pl.Float64))


def _read_geojson(blob: BytesIO) -> pl.DataFrame:
    import polars as pl

    features = json.loads(blob.read())["features"]
    return pl.DataFrame([_row(feature) for feature in features])


def _row(feature: dict[str, Any]) -> dict[str, Any]:
    west, south = feature["geometry"]["coordinates"][0][0]
    east, north = feature["geometry"]["coordinates"][0][2]
    row = dict(feature["properties"])
    times = {name: clock.from_iso(row[name]) for name in _TIMES}
    return {**row, **times, "south": south, "north": north, "west": west, "east": east}


def _cells(rows: pl.DataFrame) -> Cells:
    """Put cells together; a column that cells do not have, or lack, is a fault."""
    import polars as pl

    if set(rows.columns) != {"trajectory_id", *_TIMES, *EDGES} or any(rows.null_count().row(0)):
        raise ValueError
    rows = rows.with_columns(pl.col("trajectory_id").cast(pl.String)).sort("trajectory_id", "start")
    names = rows["trajectory_id"].unique(maintain_order=True)
    lengths = rows["trajectory_id"].rle().struct.field("len").to_numpy()
    number = np.arange(len(names), dtype=np.int32)
    start, end = (rows[name].cast(pl.Int64).to_numpy() for name in _TIMES)
    south, north, west, east = (_steps(rows[name]) for name in EDGES)
    offsets = ragged.offsets_of(lengths.astype(np.int64))
    return Cells(start, end, south, north, west, east, offsets, number, number, Names(ids=names))


def _steps(degrees: pl.Series) -> Ints:
    whole: Ints = np.rint(degrees.to_numpy() * STEPS_PER_DEGREE).astype(np.int64)
    return whole
