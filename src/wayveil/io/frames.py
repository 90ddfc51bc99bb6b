"""Data frames of other libraries, column by column, with or without Arrow."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from wayveil.errors import InputError
from wayveil.io.columns import COUNTED
from wayveil.io.geometry import Flat, corners_of, flattened, laid_out
from wayveil.io.geometry_column import Layer, layer
from wayveil.io.source import FrameSource

if TYPE_CHECKING:
    import polars as pl

_NAME: Final = "the data frame"


def is_frame(source: Any) -> bool:
    """Tell whether this is some kind of data frame."""
    marks = ("__arrow_c_stream__", "__dataframe__", "collect_schema", "to_point_gdf")
    return any(hasattr(source, mark) for mark in marks) or _like_pandas(source)


def frame_source(source: Any) -> FrameSource:
    """Open any data frame: with columns for the place, or with a geometry."""
    if hasattr(source, "to_point_gdf"):
        source = _points_of_moving(source)
    if hasattr(source, "collect_schema"):
        source = frame_of(source)
    elif _like_pandas(source) and _geometries(source):
        return FrameSource.of(_from_geopandas(source), _NAME)
    frame = frame_of(source)
    where = layer(frame, _metadata(source), _NAME)
    if where is None:
        return FrameSource(frame, _NAME)
    return FrameSource.of(flattened(frame, where, _NAME), _NAME)


def frame_of(source: Any) -> pl.DataFrame:
    """Turn any data frame into one of polars."""
    import polars as pl

    if isinstance(source, pl.LazyFrame):
        return source.collect()
    if isinstance(source, pl.DataFrame):
        return source
    try:
        if _like_pandas(source):
            return _from_pandas(source)
        if hasattr(source, "__arrow_c_stream__"):
            return pl.DataFrame(source)
        return pl.from_dataframe(source)
    except (pl.exceptions.PolarsError, TypeError, ValueError, ImportError, OverflowError):
        raise InputError(
            f"this {type(source).__name__} cannot be read as a table.",
            "Give a data frame of polars, pandas or GeoPandas, an Arrow table, or a path.",
        ) from None


def _like_pandas(source: Any) -> bool:
    return all(hasattr(source, mark) for mark in ("columns", "dtypes", "iloc", "index"))


def _geometries(frame: Any) -> list[Any]:
    """List the columns of GeoPandas that hold geometries."""
    return [name for name, kind in frame.dtypes.items() if str(kind) == "geometry"]


def _from_geopandas(frame: Any) -> Flat:
    """Take the geometry that a GeoDataFrame works on, and the columns that are none."""
    try:
        active = frame.geometry
    except AttributeError:
        raise InputError(
            "the data frame has geometries, but none that it works on.",
            "Choose one: frame.set_geometry('NAME').",
        ) from None
    rest = _from_pandas(frame.drop(columns=_geometries(frame)))
    corners = corners_of(np.asarray(active.array, object), _NAME)
    return laid_out(rest, corners, Layer(str(active.name), "shapes", active.crs), _NAME)


def _points_of_moving(source: Any) -> Any:
    """Give the points of a trajectory, or of a collection of them, of MovingPandas."""
    try:
        points = source.to_point_gdf(return_orig_tz=True)
        id = source.get_traj_id_col()
    except (TypeError, ValueError, AttributeError, IndexError):
        raise InputError(
            f"this {type(source).__name__} cannot be turned into points.",
            "Is it empty? Otherwise give the data frame that it was made of.",
        ) from None
    if id not in points.columns:
        points = points.assign(**{id: source.id})
    points.index.name = points.index.name or "t"
    return points.rename(columns={id: COUNTED})


def _metadata(source: Any) -> bytes | None:
    """Give what a table of pyarrow keeps from a file of GeoParquet."""
    about = getattr(getattr(source, "schema", None), "metadata", None)
    return about.get(b"geo") if isinstance(about, Mapping) else None


def _from_pandas(frame: Any) -> pl.DataFrame:
    import polars as pl

    if any(name is not None for name in frame.index.names):
        frame = frame.reset_index()
    names = [str(name) for name in frame.columns]
    columns = [_column(frame.iloc[:, place], name) for place, name in enumerate(names)]
    if len(set(names)) < len(names):
        raise InputError("the data frame has two columns of one name.", "Rename one of them.")
    return pl.DataFrame(columns)


def _column(values: Any, name: str) -> pl.Series:
    """Turn one column of pandas into one of polars; what is missing becomes null."""
    import polars as pl

    kind = getattr(values.dtype, "kind", "O")
    if isinstance(values.dtype, np.dtype) and kind in "iufb":
        return pl.Series(name, values.to_numpy(), nan_to_null=True)
    if kind == "M":
        return _moments(values, name)
    if kind in "iub" and not values.isna().any():
        return pl.Series(name, values.to_numpy(dtype=f"{kind}8" if kind != "b" else "bool"))
    return _objects(values.astype(object).where(values.notna(), None).tolist(), name)


def _moments(values: Any, name: str) -> pl.Series:
    """Turn moments of any unit into polars, those with a zone into UTC."""
    import polars as pl

    zoned = getattr(values.dt, "tz", None) is not None
    if zoned:
        values = values.dt.tz_convert("UTC").dt.tz_localize(None)
    ticks = values.to_numpy(dtype=f"datetime64[{_unit(values)}]")
    column = pl.Series(name, ticks)
    return column.dt.replace_time_zone("UTC") if zoned else column


def _unit(values: Any) -> str:
    unit: str = getattr(values.dt, "unit", "ns")
    return "ms" if unit == "s" else unit


def _objects(values: list[Any], name: str) -> pl.Series:
    """Turn Python objects into a column: of one type if they are, else as text."""
    import polars as pl

    try:
        column = pl.Series(name, values, strict=True)
    except (TypeError, ValueError, OverflowError, pl.exceptions.PolarsError):
        column = pl.Series(name, [], dtype=pl.Object)
    if len(column) == len(values) and column.dtype != pl.Object:
        return column
    return pl.Series(name, [None if v is None else str(v) for v in values], dtype=pl.String)
