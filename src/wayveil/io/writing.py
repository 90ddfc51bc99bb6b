"""Writing: the columns of a release, and nothing else."""

from __future__ import annotations

import gzip
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Final, cast

from wayveil import progress
from wayveil.errors import InputError
from wayveil.io.columns import plain
from wayveil.io.files import whole
from wayveil.io.opening import check_format, format_of
from wayveil.shapes import Trajectories, rounded

if TYPE_CHECKING:
    import polars as pl

_ISO: Final = "%Y-%m-%dT%H:%M:%S%.3fZ"
_ROWS: Final = 1 << 19
_FAST_GZIP: Final = 4


def table(data: Trajectories) -> pl.DataFrame:
    """Give the points as a data frame: id, perhaps user, time, place, and any extra columns."""
    import polars as pl

    columns = [_named(data.names.ids, data.id, data).alias("trajectory_id")]
    if data.has_owners:
        columns.append(_named(data.names.owners, data.owner, data).alias("user_id"))
    columns += [
        pl.Series("timestamp", data.t).cast(pl.Datetime("ms", "UTC")),
        pl.Series("lat", rounded(data.lat)),
        pl.Series("lon", rounded(data.lon)),
    ]
    if data.extra is not None:
        columns += _apart(data.extra, {plain(column.name) for column in columns})
    return pl.DataFrame(columns)


def write(
    data: Trajectories,
    target: Any,
    *,
    format: str | None = None,
    force: bool = False,
    private: bool = False,
) -> None:
    """Write trajectories to a file, to standard output (`-`) or to a stream.

    A file appears whole or not at all; a private one can be read by its owner only.
    """
    check_format(format)
    progress.stage("writing")
    if isinstance(target, str) and target == "-":
        _write(data, sys.stdout.buffer, format or "csv")
    elif isinstance(target, str | Path):
        format = format or format_of(target)
        with whole(target, force=force, private=private) as partial, partial.open("wb") as file:
            _write(data, file, format, zipped=str(target).lower().endswith(".gz"))
    elif hasattr(target, "write"):
        _write(data, target, format or "csv")
    else:
        raise InputError(
            f"nothing can be written to a {type(target).__name__}.",
            "Give a path, '-', or a file opened with mode 'wb'.",
        )


def _write(data: Trajectories, file: BinaryIO, format: str, zipped: bool = False) -> None:
    frame = table(data)
    if format == "parquet":
        frame.write_parquet(file, compression="zstd")
    elif zipped:
        # Neither name nor time of writing go into the file.
        with gzip.GzipFile("", "wb", _FAST_GZIP, file, mtime=0) as inner:
            _write_csv(frame, cast("BinaryIO", inner))
    else:
        _write_csv(frame, file)


def _write_csv(frame: pl.DataFrame, file: BinaryIO) -> None:
    """Write row block after row block, so that little is held as text at once."""
    file.write(frame.clear().write_csv().encode())
    for part in frame.iter_slices(_ROWS):
        text = part.write_csv(include_header=False, datetime_format=_ISO, float_scientific=False)
        file.write(text.encode())


def _named(names: pl.Series | None, codes: Any, data: Trajectories) -> pl.Series:
    """Give each point the name of its trajectory or owner."""
    import polars as pl

    of_point = codes[data.of_point]
    return pl.Series(of_point) if names is None else names[of_point]


def _apart(extra: pl.DataFrame, taken: set[str]) -> list[pl.Series]:
    """Rename extra columns that would pass for ours when the file is read again."""
    return [
        column.alias(f"{column.name}_extra") if plain(column.name) in taken else column
        for column in extra.iter_columns()
    ]
