"""Reading: any table of positions becomes `Trajectories`, or a message that says how to mend it."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar

from wayveil import progress, units
from wayveil.errors import InputError, ParameterError
from wayveil.io import times
from wayveil.io.assemble import Assembly
from wayveil.io.columns import roles as roles_of
from wayveil.io.faults import refuse, tally
from wayveil.io.opening import opened
from wayveil.io.pieces import Piece, check_types, piece
from wayveil.io.source import Parsed, Source
from wayveil.io.times import Clockwork
from wayveil.record import Tally
from wayveil.shapes import Trajectories

T = TypeVar("T")
R = TypeVar("R")
_WORKERS: Final = 2


@dataclass(frozen=True)
class Understanding:
    """How to read a table: what the flags say."""

    columns: Mapping[str, str] = field(default_factory=dict)
    """Role (trajectory, user, time, lat, lon, or a usual name of one) -> name of its column."""

    time_format: str | None = None
    """A pattern of strptime, or one of s, ms, us, ns for times counted since 1970."""

    tz: str | None = None
    """The zone of times that do not name one; UTC if not given."""

    split_gap: float | None = None
    """Seconds without a point after which a user's next trajectory begins."""

    skip_bad_rows: bool = False
    """Leave bad rows out, and count them, instead of refusing the table."""

    format: str | None = None
    """csv or parquet, where the name does not say it."""


@dataclass(frozen=True)
class Loaded:
    """A table that was read, and how it was understood."""

    data: Trajectories
    columns: dict[str, str]
    notes: tuple[str, ...]
    skipped: Tally


def read(
    source: Any,
    *,
    columns: Mapping[str, str] | None = None,
    time_format: str | None = None,
    tz: str | None = None,
    split_gap: float | str | None = None,
    skip_bad_rows: bool = False,
    format: str | None = None,
) -> Trajectories:
    """Read trajectories from a file, a stream or a data frame.

    >>> import polars as pl
    >>> frame = pl.DataFrame({"uid": [1, 1], "t": [0, 60], "lat": [37.1, 37.2], "lon": [0, 0]})
    >>> read(frame)
    <Trajectories: trajectories 1, points 2, users 1, days 1970-01-01 to 1970-01-01>
    """
    gap = units.quantity(split_gap, "s") if isinstance(split_gap, str) else split_gap
    how = Understanding(columns or {}, time_format, tz, gap, skip_bad_rows, format)
    return load(source, how).data


def load(source: Any, understanding: Understanding | None = None) -> Loaded:
    """Read trajectories, and tell how the source was understood."""
    import polars as pl

    how = understanding or Understanding()
    works = times.asked(how.time_format, how.tz)
    if how.split_gap is not None and not 0 < how.split_gap < float("inf"):
        raise ParameterError("a split gap must be longer than nothing, and must end.")
    progress.stage("reading")
    with opened(source, how.format) as table:
        try:
            return _understood(table, how, works)
        except pl.exceptions.PolarsError:  # it would quote values
            raise InputError(
                f"{table.header.source} cannot be understood as a table of positions.",
                "Please tell us how it was made, but do not send it.",
            ) from None


def _understood(table: Source, how: Understanding, works: Clockwork) -> Loaded:
    source = table.header.source
    roles = roles_of(table.header, how.columns)
    if how.split_gap is not None and "trajectory" in roles:
        raise InputError(
            f"a split gap cuts the track of a user, but {source} has a column for trajectory.",
            "Leave --split-gap out.",
        )
    assembly = Assembly(roles, how.skip_bad_rows, table.as_text)
    for part in _pieces(table, roles, works):
        assembly.add(part)
        progress.advance(part.faults.rows)
    if not how.skip_bad_rows:
        refuse(assembly.faults, source, roles)
    data = assembly.trajectories(how.split_gap)
    notes = (*table.notes, *assembly.notes())
    return Loaded(data, roles, notes, tally(assembly.faults, roles))


def _pieces(table: Source, roles: Mapping[str, str], works: Clockwork) -> Iterator[Piece]:
    """Understand block after block; the first times there are settle how times are written."""
    blocks = iter(table.blocks())
    early: list[Parsed] = []
    for block in blocks:
        early.append(table.parse(block, roles))
        if times.any_in(early[-1].frame[roles["time"]]):
            break
    sample = early[-1].frame
    check_types(sample, roles, table.header.source)
    settled = times.settle(works, sample[roles["time"]])
    table.notes += times.notes(settled, sample[roles["time"]])
    while early:
        yield piece(early.pop(0), roles, settled)
    yield from _side_by_side(lambda block: piece(table.parse(block, roles), roles, settled), blocks)


def _side_by_side(work: Callable[[T], R], items: Iterable[T]) -> Iterator[R]:
    """Work on a few items at once, and give the results in order."""
    waiting: deque[Future[R]] = deque()
    with ThreadPoolExecutor(_WORKERS) as pool:
        for item in items:
            waiting.append(pool.submit(work, item))
            if len(waiting) > _WORKERS:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
