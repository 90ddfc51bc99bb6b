"""Parquet: columns as they are; with a geometry among them where the file is GeoParquet."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import BinaryIO, Final

from wayveil.errors import InputError
from wayveil.io.blocks import Counted
from wayveil.io.geometry import flattened
from wayveil.io.geometry_column import layer
from wayveil.io.points import table
from wayveil.io.source import FrameSource
from wayveil.shapes import Trajectories

_MARK: Final = b"PAR1"


def source(stream: Counted, name: str, path: Path | None) -> FrameSource:
    """Open a table of Parquet."""
    import polars as pl

    if not stream.head:
        raise InputError(f"{name} is empty.", "Not even a header is there.")
    if not stream.head.startswith(_MARK):
        raise InputError(f"{name} is not Parquet.", "If it is text, add --format csv.")
    # A path is mapped rather than read whole; its name is no pattern and tells no columns.
    place = path or BytesIO(stream.everything())
    try:
        about = pl.read_parquet_metadata(place).get("geo")
        frame = pl.read_parquet(place, glob=False, hive_partitioning=False)
    except (pl.exceptions.PolarsError, pl.exceptions.PanicException, OSError):
        raise InputError(
            f"{name} is Parquet, but damaged or cut short.", "Fetch or write it again."
        ) from None
    where = layer(frame, about, name)
    if where is None:
        return FrameSource(frame, name)
    return FrameSource.of(flattened(frame, where, name), name)


def write(data: Trajectories, file: BinaryIO) -> None:
    """Write the columns, and no metadata."""
    table(data).write_parquet(file, compression="zstd")
