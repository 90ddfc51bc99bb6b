"""Rows that say something for the first time."""

from __future__ import annotations

from typing import Any

from wayveil.kernels.arrays import Mask


def firsts(**columns: Any) -> Mask:
    """Mark the first row of each combination of values."""
    import polars as pl

    rows = pl.DataFrame(columns)
    marks: Mask = rows.select(pl.struct(pl.all()).is_first_distinct()).to_series().to_numpy()
    return marks
