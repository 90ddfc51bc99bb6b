"""Ids of any type: which rows belong together, and in which order their names come."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from wayveil.io.faults import Faults
from wayveil.kernels.arrays import Ints, Mask

if TYPE_CHECKING:
    import polars as pl

#: Rows a run on average, from which on repeated keys are not worth looking for in each block.
_FEW: Final = 4
_WHOLE: Final = r"^(0|-?[1-9][0-9]{0,37})$"
_AS_FLOAT: Final = r"^(0|-?[1-9][0-9]{0,15})\.0$"


@dataclass(frozen=True)
class Runs:
    """Neighbouring rows of one key: where each run starts, and the place of its key in `keys`."""

    keys: pl.DataFrame
    places: Ints
    starts: Ints


def runs(table: pl.DataFrame, faults: Faults | None = None) -> Runs:
    """Find the runs of equal keys; blank and broken keys are marked, if anyone asks."""
    import polars as pl

    starts = _starts(table)
    columns = []
    for column in table[starts].iter_columns():
        clean, blank, broken = _clean(column)
        columns.append(clean)
        if faults is not None:
            lengths = np.diff(np.append(starts, len(table)))
            faults.mark(column.name, "are blank", np.repeat(blank, lengths))
            faults.mark(column.name, "are fractions, so no ids", np.repeat(broken, lengths))
    names = pl.DataFrame(columns)
    if len(starts) * _FEW < len(table):
        return Runs(names, np.arange(len(names)), starts)
    keys = names.unique(maintain_order=True)
    return Runs(keys, _places(names, keys), starts)


def _starts(table: pl.DataFrame) -> Ints:
    mark = np.zeros(len(table), np.bool_)
    mark[:1] = True
    for column in table.iter_columns():
        mark[1:] |= column[1:].ne_missing(column[:-1]).to_numpy()
    return np.flatnonzero(mark)


def _places(names: pl.DataFrame, keys: pl.DataFrame) -> Ints:
    numbered = keys.with_row_index("#place")
    joined = names.join(
        numbered, on=names.columns, how="left", nulls_equal=True, maintain_order="left"
    )
    return joined["#place"].cast(int).to_numpy()


def _clean(column: pl.Series) -> tuple[pl.Series, Mask, Mask]:
    """Give ids as whole numbers or text, and mark the blank and the broken."""
    import polars as pl

    broken = np.zeros(len(column), np.bool_)
    if column.dtype.is_float():
        numbers = column.fill_nan(None).cast(pl.Float64)
        values = numbers.fill_null(0).to_numpy()
        broken = ~((np.abs(values) < 2**63) & (values == np.floor(values)))
        column = numbers.cast(pl.Int64, strict=False)
        return column, column.is_null().to_numpy() & ~broken, broken
    if column.dtype.is_integer():
        return column, column.is_null().to_numpy(), broken
    text = _text(column)
    blank = text.is_null() | (text.str.strip_chars() == "").fill_null(True)
    return text, blank.to_numpy(), broken


def _text(column: pl.Series) -> pl.Series:
    import polars as pl

    if column.dtype == pl.Binary:
        try:
            return column.cast(pl.String)
        except pl.exceptions.PolarsError:
            return column.bin.encode("hex")
    return column.cast(pl.String)


def natural(names: pl.Series) -> tuple[pl.Series, Ints]:
    """Sort names, numbers by size and text by letter; give them once, and each one's rank."""
    import polars as pl

    names = _numbers(names)
    wide = names.dtype == pl.String and len(names) > 0 and _all_match(names, _WHOLE)
    values = names.cast(pl.Int128) if wide else names
    table = pl.DataFrame({"name": values, "place": np.arange(len(values))}).sort("name")
    ordered = table["name"]
    fresh = np.ones(len(ordered), np.bool_)
    fresh[1:] = ordered[1:].ne_missing(ordered[:-1]).to_numpy()
    ranks = np.empty(len(ordered), np.int64)
    ranks[table["place"].to_numpy()] = np.cumsum(fresh) - 1
    distinct = ordered.filter(pl.Series(fresh)).alias(names.name)
    return distinct.cast(pl.String) if wide else distinct, ranks


def _numbers(names: pl.Series) -> pl.Series:
    """Take text for numbers if every name is one, written as we would write it."""
    import polars as pl

    if names.dtype == pl.String:
        if _all_match(names, _AS_FLOAT):
            names = names.str.strip_suffix(".0")
        if not _all_match(names, _WHOLE):
            return names
    for kind in (pl.Int64, pl.UInt64):
        numbers = names.cast(kind, strict=False)
        if not numbers.null_count():
            return numbers
    return names.cast(pl.String)


def _all_match(names: pl.Series, pattern: str) -> bool:
    """Test a few first: most text fails at once."""
    few = names.head(100).str.contains(pattern).all()
    return bool(few and names.str.contains(pattern).all()) and len(names) > 0
