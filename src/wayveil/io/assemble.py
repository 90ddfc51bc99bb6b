"""Pieces into one table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from wayveil import clock
from wayveil.io import sorting
from wayveil.io.columns import shown
from wayveil.io.faults import Faults
from wayveil.io.pieces import Piece
from wayveil.kernels import ragged
from wayveil.kernels.arrays import Floats, Ints
from wayveil.shapes import Names, Trajectories

if TYPE_CHECKING:
    import polars as pl

    from wayveil.io.ids import Runs


Column = TypeVar("Column", Floats, Ints)


class Assembly:
    """Collects pieces as they come, then sorts once."""

    def __init__(self, roles: Mapping[str, str], skip: bool, as_text: bool) -> None:
        self._roles, self._skip, self._as_text = roles, skip, as_text
        self.faults = Faults.none(0)
        self._lat: list[Floats] = []
        self._lon: list[Floats] = []
        self._t: list[Ints] = []
        self._runs: list[Runs] = []
        self._extra: list[pl.DataFrame] = []
        self._lengths: list[int] = []
        self._ambiguous = 0
        self._notes: list[str] = []

    def add(self, part: Piece) -> None:
        """Keep what a piece holds; once a table is sure to be refused, its counts only."""
        self.faults.merge(part.faults)
        self._ambiguous += part.ambiguous
        if self.faults.values and not self._skip:
            return
        self._lat.append(part.lat)
        self._lon.append(part.lon)
        self._t.append(part.t)
        self._runs.append(part.runs)
        self._extra.append(part.extra)
        self._lengths.append(len(part.t))

    def trajectories(self, split_gap: float | None) -> Trajectories:
        """Sort all rows by trajectory and time."""
        grouped = sorting.groups(self._runs, self._lengths)
        self._runs.clear()
        t = _joined(self._t)
        order = sorting.order(grouped, t)
        t = order.of(t)
        lat, lon = order.of(_joined(self._lat)), order.of(_joined(self._lon))
        codes = np.arange(len(grouped.names), dtype=np.int32)
        names = Names(grouped.names, grouped.owners)
        owner = grouped.owner.astype(np.int32)
        extra = self._extras(order)
        data = Trajectories(lat, lon, t, order.offsets, codes, owner, names, extra)
        self._tell(grouped, order, data)
        return data if split_gap is None else _split(data, split_gap)

    def notes(self) -> tuple[str, ...]:
        """Say what was understood in silence."""
        return tuple(self._notes)

    def _extras(self, order: sorting.Order) -> pl.DataFrame | None:
        import polars as pl

        frame = pl.concat(self._extra, how="vertical_relaxed")
        self._extra.clear()
        if not frame.width:
            return None
        ordered = frame if order.rows is None else frame[order.rows]
        return _typed(ordered) if self._as_text else ordered

    def _tell(self, grouped: sorting.Groups, order: sorting.Order, data: Trajectories) -> None:
        if not data.n_points:
            self._notes.append("there are no rows")
        if order.rows is not None:
            self._notes.append("rows were not sorted: sorted by trajectory and time")
        if grouped.told_apart:
            self._notes.append("trajectory ids repeat across users: told apart by user")
        same = (data.t[1:] == data.t[:-1]) & ~ragged.first_of_group(data.offsets)[1:]
        if same.any():
            self._notes.append(
                f"{_points(int(same.sum()))} a time with the one before: kept in file order"
            )
        if self._ambiguous:
            column = shown(self._roles["time"])
            self._notes.append(
                f"{self._ambiguous:,} values of column {column} fall into the hour that comes "
                "twice when clocks go back: read as the earlier one"
            )


def _typed(frame: pl.DataFrame) -> pl.DataFrame:
    """Take text for numbers where a whole column is numbers, and writing them gives it back."""
    return frame.select(_as_numbers(column) for column in frame.iter_columns())


def _as_numbers(column: pl.Series) -> pl.Series:
    import polars as pl

    for kind in (pl.Int64, pl.Float64):
        numbers = column.cast(kind, strict=False)
        if numbers.count() and numbers.null_count() == column.null_count():
            same = kind == pl.Float64 or (numbers.cast(pl.String) == column).all()
            if same and not column.str.contains(r"^[+-]?0[0-9]").any():
                return numbers
    return column


def _points(count: int) -> str:
    return "1 point shares" if count == 1 else f"{count:,} points share"


def _joined(parts: list[Column]) -> Column:
    """Join columns, letting go of the parts."""
    whole = np.concatenate(parts)
    parts.clear()
    return whole


def _split(data: Trajectories, gap: float) -> Trajectories:
    """Cut each user's track where nothing was heard for longer than the gap."""
    import polars as pl

    starts = ragged.first_of_group(data.offsets)
    starts[1:] |= np.diff(data.t) > clock.milliseconds(gap)
    cut = data.cut(starts)
    first = np.searchsorted(cut.id, cut.id, side="left")
    count = pl.Series(np.arange(len(cut)) - first + 1)
    assert cut.names.ids is not None
    users = cut.names.ids[cut.id].cast(pl.String)
    names = Names((users + "#" + count.cast(pl.String)).alias("trajectory"), cut.names.owners)
    codes = np.arange(len(cut), dtype=np.int32)
    return Trajectories(cut.lat, cut.lon, cut.t, cut.offsets, codes, cut.owner, names, cut.extra)
