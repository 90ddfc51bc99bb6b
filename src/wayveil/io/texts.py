"""Columns written as text, whole columns at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from wayveil.shapes import Trajectories

if TYPE_CHECKING:
    import polars as pl

#: How a time is written wherever it is text.
ISO: Final = "%Y-%m-%dT%H:%M:%S%.3fZ"


def joined(*parts: Any) -> pl.Series:
    """Join columns and constant texts side by side."""
    import polars as pl

    columns = [pl.lit(part) if isinstance(part, str) else pl.Series(part) for part in parts]
    return pl.select(pl.concat_str(columns)).to_series()


def joined_by_trajectory(data: Trajectories, *parts: Any, mark: str = ",") -> pl.Series:
    """Join what belongs to the points of each trajectory into one text."""
    import polars as pl

    frame = pl.DataFrame({"of": data.of_point, "text": joined(*parts)})
    return frame.group_by("of", maintain_order=True).agg(pl.col("text").str.join(mark))["text"]


def as_json(frame: pl.DataFrame) -> pl.Series:
    """Write each row as an object of JSON."""
    import polars as pl

    moments = [name for name, kind in frame.schema.items() if isinstance(kind, pl.Datetime)]
    frame = frame.with_columns(pl.col(moments).dt.strftime(ISO))
    return frame.select(pl.struct(pl.all()).struct.json_encode()).to_series()
