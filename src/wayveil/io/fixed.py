"""Times of one fixed layout, `2008-06-08T07:14:47.123Z` or nearly so, read as whole columns.

Six times as fast as a general parser, for the layout that most files have. Whatever does not fit
exactly is left to the general parser.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
import numpy.typing as npt

from wayveil.kernels.arrays import Ints

if TYPE_CHECKING:
    import polars as pl

_SHORTEST: Final = 19
_LONGEST: Final = 30
_DIGITS: Final = (0, 1, 2, 3, 5, 6, 8, 9, 11, 12, 14, 15, 17, 18)
_MS_PER_DAY: Final = 86_400_000

Bytes = npt.NDArray[np.uint8]


def fixed_times(text: pl.Series, date_mark: str, gap: str, zoned: bool) -> Ints | None:
    """Give milliseconds since 1970, or None unless every value has the same layout and is sound."""
    import polars as pl

    sizes = text.str.len_bytes()
    width = sizes.max()
    if text.null_count() or not isinstance(width, int) or sizes.min() != width:
        return None
    if not _SHORTEST <= width <= _LONGEST or (width == _SHORTEST + 1 and not zoned):
        return None
    raw = np.frombuffer(text.str.join("").cast(pl.Binary).item(), np.uint8)
    columns = np.ascontiguousarray(raw.reshape(-1, width).T)
    end = width - zoned
    if (zoned and (columns[-1] != ord("Z")).any()) or end == _SHORTEST + 1:
        return None
    digits = columns - np.uint8(ord("0"))  # what is no digit wraps around to more than 9
    places = [*_DIGITS, *range(_SHORTEST + 1, end)]
    if any(digits[place].max() > 9 for place in places) or not _marked(
        columns, date_mark, gap, end
    ):
        return None
    return _milliseconds(digits, end)


def _marked(columns: Bytes, date_mark: str, gap: str, end: int) -> bool:
    marks = {4: date_mark, 7: date_mark, 10: gap, 13: ":", 16: ":"}
    if end > _SHORTEST:
        marks[_SHORTEST] = "."
    return all((columns[place] == ord(mark)).all() for place, mark in marks.items())


def _milliseconds(digits: Bytes, end: int) -> Ints | None:
    """Put the digits together, unless a month, day, hour, minute or second does not exist."""
    month, day = _pair(digits, 5), _pair(digits, 8)
    hour, minute, second = _pair(digits, 11), _pair(digits, 14), _pair(digits, 17)
    year = _pair(digits, 0).astype(np.int64) * 100 + _pair(digits, 2)
    if month.min() < 1 or month.max() > 12 or day.min() < 1 or year.min() < 1:
        return None
    if hour.max() > 23 or minute.max() > 59 or second.max() > 59:
        return None
    months = (year * 12 + month - (1970 * 12 + 1)).astype("datetime64[M]")
    days = months.astype("datetime64[D]") + (day - np.uint8(1))
    if (days.astype("datetime64[M]") != months).any():
        return None
    out: Ints = days.astype(np.int64) * _MS_PER_DAY
    out += (hour.astype(np.int32) * 60 + minute) * 60_000
    out += second.astype(np.int32) * 1000
    for place, worth in zip(
        range(_SHORTEST + 1, min(end, _SHORTEST + 4)), (100, 10, 1), strict=False
    ):
        out += digits[place].astype(np.int32) * worth
    return out


def _pair(digits: Bytes, place: int) -> Bytes:
    pair: Bytes = digits[place] * np.uint8(10) + digits[place + 1]
    return pair
