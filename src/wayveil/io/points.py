"""Trajectories as they are written: a table of points, or one row for each trajectory."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from wayveil.errors import InputError
from wayveil.io.columns import plain, shown
from wayveil.kernels.arrays import Floats
from wayveil.shapes import STEPS_PER_DEGREE, Trajectories, rounded, steps

if TYPE_CHECKING:
    import polars as pl


def table(data: Trajectories) -> pl.DataFrame:
    """Give the points as a data frame: id, perhaps user, time, place, and any extra columns."""
    import polars as pl

    columns = list(_names(data, data.of_point))
    columns += [
        moments(data),
        pl.Series("lat", rounded(data.lat)),
        pl.Series("lon", rounded(data.lon)),
    ]
    if data.extra is not None:
        columns += _apart(data.extra, {plain(column.name) for column in columns})
    return pl.DataFrame(columns)


def moments(data: Trajectories) -> pl.Series:
    """Give the times of the points."""
    import polars as pl

    return pl.Series("timestamp", data.t).cast(pl.Datetime("ms", "UTC"))


def one_row_each(data: Trajectories, format: str) -> pl.DataFrame:
    """Give the id of each trajectory, and perhaps its user; extra columns belong to points."""
    import polars as pl

    if data.extra is not None:
        first = shown(data.extra.columns[0])
        raise InputError(
            f"{format} has one row for each trajectory, and no place for the values that each "
            f"point has in column {first}.",
            "Write a format of points, such as .csv, .parquet, .geoparquet or .geojson.",
        )
    return pl.DataFrame(list(_names(data, np.arange(len(data)))))


def refuse_single_points(data: Trajectories, format: str) -> None:
    """Refuse what cannot be drawn as lines."""
    single = int((data.lengths == 1).sum())
    if single:
        raise InputError(
            f"{single:,} of {len(data):,} trajectories have one point, which is no line of "
            f"{format}.",
            "Write a format of points, or mfjson, which takes them.",
        )


def decimals(degrees: Floats) -> pl.Series:
    """Write degrees with seven decimals and no exponent."""
    import polars as pl

    whole = steps(degrees)
    size = pl.Series(np.abs(whole))
    sign = pl.Series(np.where(whole < 0, "-", ""))
    digits = (size % STEPS_PER_DEGREE).cast(pl.String).str.zfill(7)
    return sign + (size // STEPS_PER_DEGREE).cast(pl.String) + "." + digits


def _names(data: Trajectories, of_row: Any) -> list[pl.Series]:
    columns = [_named(data.names.ids, data.id[of_row]).alias("trajectory_id")]
    if data.has_owners:
        columns.append(_named(data.names.owners, data.owner[of_row]).alias("user_id"))
    return columns


def _named(names: pl.Series | None, codes: Any) -> pl.Series:
    """Give the name that each code stands for."""
    import polars as pl

    return pl.Series(codes) if names is None else names[codes]


def _apart(extra: pl.DataFrame, taken: set[str]) -> list[pl.Series]:
    """Rename extra columns that would pass for ours when the file is read again."""
    return [
        column.alias(f"{column.name}_extra") if plain(column.name) in taken else column
        for column in extra.iter_columns()
    ]
