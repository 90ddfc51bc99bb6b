"""Times: however they are written, whole milliseconds since 1970 in UTC.

How a column is written is settled once, on a sample of its first rows, and then holds for all.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, Literal

import numpy as np

from wayveil import clock
from wayveil.errors import InputError, ParameterError
from wayveil.io.faults import Faults
from wayveil.io.fixed import fixed_times
from wayveil.kernels.arrays import Ints, Mask

if TYPE_CHECKING:
    import polars as pl

#: Microseconds in one unit of an epoch; floats hold no more than microseconds anyway.
UNITS: Final = {"s": 1e6, "ms": 1e3, "us": 1.0, "ns": 1e-3}
UNIT_NAMES: Final = {
    "s": "seconds", "ms": "milliseconds", "us": "microseconds", "ns": "nanoseconds",
}  # fmt: skip
#: An epoch below each of these is taken for that unit; the first lies in the year 5138.
_UP_TO: Final = (("s", 1e11), ("ms", 1e14), ("us", 1e17), ("ns", float("inf")))
_DAY_FIRST, _MONTH_FIRST = "day/month/year", "month/day/year"
_SAMPLE: Final = 2_000
_NOT_TIMES: Final = "are not times"
_ZONED: Final = r"%[#:]*z|%\+| UTC$|[^%]Z$"


@dataclass(frozen=True)
class Clockwork:
    """How the times of a column are written."""

    pattern: str | None = None
    unit: str | None = None
    tz: str | None = None
    guessed: bool = False

    @property
    def zoned(self) -> bool:
        """Whether the times name their zone."""
        return re.search(_ZONED, self.pattern or "") is not None

    def text(self, values: pl.Series) -> pl.Series:
        """Read text as moments; what does not fit becomes null."""
        import polars as pl

        assert self.pattern is not None
        try:
            return values.str.to_datetime(self.pattern, time_unit="us", strict=False)
        except pl.exceptions.PolarsError:
            raise ParameterError("the time format cannot be used.", _FORMAT_HELP) from None

    def quick(self, values: pl.Series) -> pl.Series | None:
        """Read the commonest layouts fast, where every value has them."""
        import polars as pl

        layout = _QUICK.fullmatch(self.pattern or "")
        if layout is None:
            return None
        ms = fixed_times(values, layout["mark"], layout["gap"], bool(layout["zone"]))
        if ms is None:
            return None
        return pl.Series(ms).cast(pl.Datetime("ms", "UTC" if layout["zone"] else None))


_QUICK: Final = re.compile(r"%Y(?P<mark>[-/])%m(?P=mark)%d(?P<gap>[T ])%H:%M:%S%\.f(?P<zone>%#z)?")
_FORMAT_HELP: Final = 'Write it as in --time-format "%d/%m/%Y %H:%M:%S", or one of s, ms, us, ns.'


@dataclass
class Moments:
    """The times of some rows in milliseconds, and how many were told twice by their clock."""

    ms: Ints
    ambiguous: int = 0


def asked(time_format: str | None, tz: str | None) -> Clockwork:
    """Understand what the flags say."""
    if tz is not None:
        _check_zone(tz)
    if time_format is None:
        return Clockwork(tz=tz, guessed=True)
    if time_format in UNITS:
        return Clockwork(unit=time_format, tz=tz)
    if "%" not in time_format:
        raise ParameterError("the time format has no % in it.", _FORMAT_HELP)
    # Python's %f after a point is what polars calls %.f.
    return Clockwork(pattern=time_format.replace(".%f", "%.f"), tz=tz)


def any_in(column: pl.Series) -> bool:
    """Tell whether there is any value, be it a time or not."""
    import polars as pl

    there = column.drop_nulls()
    return len(there) > 0 and (there.dtype != pl.String or (there.str.strip_chars() != "").any())


def settle(works: Clockwork, column: pl.Series) -> Clockwork:
    """Find out how a column is written, as far as the flags do not say."""
    if not works.guessed or column.dtype.is_temporal():
        return works
    sample = _sample(column)
    if column.dtype.is_numeric():
        return _by_size(works, sample)
    text = sample.str.strip_chars()
    choices = [replace(works, pattern=pattern) for pattern in _patterns()]
    scores = [choice.text(text).count() for choice in choices]
    numbers = _as_numbers(text)
    if numbers.count() > max(scores):
        return _by_size(works, numbers.drop_nulls())
    return choices[int(np.argmax(scores))]


def notes(works: Clockwork, column: pl.Series) -> list[str]:
    """Say what was understood of the times without being told."""
    if column.dtype.is_temporal():
        naive = getattr(column.dtype, "time_zone", None) is None
    else:
        naive = works.pattern is not None and not works.zoned
    if naive and works.tz is None:
        return ["times have no zone: read as UTC"]
    told = [] if naive or works.tz is None else ["times name their own zone: tz was not needed"]
    if works.guessed and works.unit and not column.dtype.is_temporal():
        told.append(f"times are numbers: read as {UNIT_NAMES[works.unit]} since 1970")
    return told


def milliseconds(column: pl.Series, works: Clockwork, faults: Faults) -> Moments:
    """Read a column of times, marking what is none."""
    import polars as pl

    if column.dtype.is_temporal():
        return _from_moments(column, column.is_null().to_numpy(), works, faults)
    if column.dtype.is_numeric() and works.unit is not None:
        return _from_numbers(column, column.is_null().to_numpy(), works.unit, faults)
    text = column.cast(pl.String)
    quick = works.quick(text)
    if quick is not None:
        return _from_moments(quick, np.zeros(len(text), np.bool_), works, faults)
    text = text.str.strip_chars()
    blank: Mask = (text.is_null() | (text == "").fill_null(True)).to_numpy()
    if works.unit is not None:
        return _from_numbers(_as_numbers(text), blank, works.unit, faults)
    moments = works.text(text)
    wrong = moments.is_null().to_numpy() & ~blank
    if wrong.any():
        _signs(text.filter(pl.Series(wrong)), works, faults)
    return _from_moments(moments, blank, works, faults)


def _from_numbers(numbers: pl.Series, blank: Mask, unit: str, faults: Faults) -> Moments:
    faults.mark("time", "are blank", blank)
    faults.mark("time", _NOT_TIMES, numbers.is_null().to_numpy() & ~blank)
    if numbers.dtype.is_float():
        micros = np.rint(numbers.fill_null(np.nan).to_numpy() * UNITS[unit])
        sound = np.abs(micros) < 2**62
        faults.mark("time", _NOT_TIMES, ~sound & ~faults.bad)
        return _bounded(np.where(sound, micros, 0).astype(np.int64) // 1000, faults)
    fitting = numbers.cast(int, strict=False)
    faults.mark("time", _NOT_TIMES, (fitting.is_null() & numbers.is_not_null()).to_numpy())
    whole = fitting.fill_null(0).to_numpy()
    if unit != "s":
        return _bounded(whole // {"ms": 1, "us": 1000, "ns": 1_000_000}[unit], faults)
    # Clipped first, so that seconds too large to be a time do not overflow into one that is.
    most = clock.LATEST_MS // 1000 + 1
    return _bounded(np.clip(whole, -most, most) * 1000, faults)


def _from_moments(column: pl.Series, blank: Mask, works: Clockwork, faults: Faults) -> Moments:
    """Bring moments of any unit and zone to milliseconds in UTC."""
    import polars as pl

    faults.mark("time", "are blank", blank)
    moments = column.cast(pl.Datetime("us")) if column.dtype == pl.Date else column
    ambiguous = 0
    naive = moments.dtype.time_zone is None and not works.zoned  # type: ignore[attr-defined]
    if naive and works.tz is not None:
        moments, ambiguous = _placed(moments, works.tz)
    faults.mark("time", _NOT_TIMES, moments.is_null().to_numpy() & ~blank)
    per_ms = {"ms": 1, "us": 1_000, "ns": 1_000_000}[moments.dtype.time_unit]  # type: ignore[attr-defined]
    ticks = moments.to_physical().fill_null(0).to_numpy()
    out = _bounded(ticks // per_ms if per_ms > 1 else ticks, faults)
    return Moments(out.ms, ambiguous)


def _placed(moments: pl.Series, tz: str) -> tuple[pl.Series, int]:
    """Put clock times into their zone; of an hour that comes twice, the earlier."""

    def put(which: Literal["earliest", "latest"]) -> pl.Series:
        local = moments.dt.replace_time_zone(tz, ambiguous=which, non_existent="null")
        return local.dt.convert_time_zone("UTC")

    earliest = put("earliest")
    return earliest, int((earliest != put("latest")).sum())


def _bounded(ms: Ints, faults: Faults) -> Moments:
    outside = (ms < clock.EARLIEST_MS) | (ms > clock.LATEST_MS)
    faults.mark("time", "are outside the years 1 to 9999", outside)
    return Moments(ms)


def _as_numbers(text: pl.Series) -> pl.Series:
    """Read text as whole numbers where all are, else as floats."""
    import polars as pl

    whole = text.cast(pl.Int64, strict=False)
    floats = text.cast(pl.Float64, strict=False)
    return whole if whole.null_count() == floats.null_count() else floats


def _sample(column: pl.Series) -> pl.Series:
    """Pick values from all over the column."""
    there = column.drop_nulls()
    return there.gather_every(max(1, len(there) // _SAMPLE))


def _by_size(works: Clockwork, numbers: pl.Series) -> Clockwork:
    _refuse_packed(numbers)
    size = abs(float(numbers.median() or 0))  # type: ignore[arg-type]
    return replace(works, unit=next(unit for unit, most in _UP_TO if size < most))


def _refuse_packed(numbers: pl.Series) -> None:
    """Refuse 20080608 and 20080608071447, which would pass for times since 1970."""
    import polars as pl

    if not len(numbers) or not numbers.dtype.is_integer():
        return
    text = numbers.cast(pl.String)
    for pattern, width in (("%Y%m%d%H%M%S", 14), ("%Y%m%d", 8)):
        dated = text.str.contains(f"^(19|20)[0-9]{{{width - 2}}}$")
        if dated.all() and text.str.to_datetime(pattern, strict=False).count() == len(text):
            raise InputError(
                "the times look like dates packed into numbers.",
                f'Try --time-format "{pattern}", or --time-format s (ms, us, ns) if they are '
                "counted since 1970.",
            )


def _patterns() -> Iterator[str]:
    for date in ("%Y-%m-%d", "%Y/%m/%d"):
        for gap in ("T", " "):
            for time in ("%H:%M:%S%.f", "%H:%M"):
                for zone in ("", "%#z", " UTC"):
                    yield f"{date}{gap}{time}{zone}"
        yield date
    for time in ("%H%M%S%.f", "%H%M"):
        for zone in ("", "%#z"):
            yield f"%Y%m%dT{time}{zone}"


def _signs(odd: pl.Series, works: Clockwork, faults: Faults) -> None:
    """See how the values that are no times under this format may have been meant."""
    for order, day in ((_DAY_FIRST, "%d/%m/%Y"), (_MONTH_FIRST, "%m/%d/%Y")):
        for split in "/.-":
            for time in (" %H:%M:%S%.f", " %H:%M", ""):
                pattern = day.replace("/", split) + time
                count = Clockwork(pattern=pattern).text(odd).count()
                said = pattern.replace("%S%.f", "%S")
                faults.sign("time", f'Most look like {order}; try --time-format "{said}".', count)
    if not works.guessed:
        return
    others = [p for p in _patterns() if Clockwork(pattern=p).zoned != works.zoned]
    zones = max(Clockwork(pattern=pattern).text(odd).count() for pattern in others)
    faults.sign("time", "mixed zones", zones)
    alike = max(Clockwork(pattern=pattern).text(odd).count() for pattern in _patterns())
    faults.sign("time", "other times", max(alike - zones, _as_numbers(odd).count()))


def _check_zone(tz: str) -> None:
    from zoneinfo import ZoneInfo, available_timezones

    try:
        ZoneInfo(tz)
    except (ValueError, OSError, KeyError):
        from difflib import get_close_matches

        near = get_close_matches(tz, available_timezones(), 1)
        hint = f"Did you mean {near[0]}?" if near else "Write it as in Europe/Madrid."
        raise ParameterError(f"the time zone '{tz}' is not known.", hint) from None
