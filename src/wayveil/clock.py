"""Times are whole milliseconds since 1970 in UTC; this is where they turn into words."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Final

MS_PER_SECOND: Final = 1_000
MS_PER_DAY: Final = 86_400_000

#: Years 1 to 9999, the times that dates can be written for.
EARLIEST_MS: Final = -62_135_596_800_000
LATEST_MS: Final = 253_402_300_799_999


def milliseconds(seconds: float) -> int:
    """Give seconds as whole milliseconds."""
    return round(seconds * MS_PER_SECOND)


def day(ms: int) -> str:
    """Name the UTC day of a time: precise enough for a summary, too coarse to find anyone."""
    return datetime.fromtimestamp(ms / MS_PER_SECOND, UTC).date().isoformat()


def iso(ms: int) -> str:
    """Write a time to the millisecond, in UTC.

    >>> iso(1_212_909_287_123), from_iso("2008-06-08T07:14:47.123Z")
    ('2008-06-08T07:14:47.123Z', 1212909287123)
    """
    second, rest = divmod(ms, MS_PER_SECOND)
    return f"{datetime.fromtimestamp(second, UTC):%Y-%m-%dT%H:%M:%S}.{rest:03}Z"


def from_iso(text: str) -> int:
    """Read a time that `iso` wrote."""
    since = datetime.fromisoformat(text) - datetime.fromtimestamp(0, UTC)
    return since // timedelta(milliseconds=1)


def duration(seconds: float) -> str:
    """Write a duration for people.

    >>> duration(0.0021), duration(75), duration(7300)
    ('2 ms', '1 min 15 s', '2 h 2 min')
    """
    if seconds < 1:
        return f"{seconds * 1000:.0f} ms"
    if seconds < 60:
        return f"{seconds:.1f} s"
    minutes, rest = divmod(round(seconds), 60)
    if minutes < 60:
        return f"{minutes} min {rest} s"
    return f"{minutes // 60} h {minutes % 60} min"
