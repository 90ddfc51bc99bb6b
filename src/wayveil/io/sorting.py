"""Rows into trajectories: sorted by trajectory and time, once, at the door."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from wayveil.io.ids import Runs, natural
from wayveil.kernels import ragged
from wayveil.kernels.arrays import Floats, Ints
from wayveil.kernels.numbering import numbered

if TYPE_CHECKING:
    import polars as pl


Column = TypeVar("Column", Floats, Ints)


@dataclass(frozen=True)
class Groups:
    """The distinct keys in their order: name and owner of each, and the runs that have it."""

    codes: Ints
    starts: Ints
    names: pl.Series
    owner: Ints
    owners: pl.Series | None
    told_apart: bool = False


@dataclass(frozen=True)
class Order:
    """Which row comes where; None if they are in order already."""

    rows: Ints | None
    offsets: Ints

    def of(self, column: Column) -> Column:
        """Give a column in the new order."""
        return column if self.rows is None else column[self.rows]


def groups(pieces: list[Runs], lengths: list[int]) -> Groups:
    """Number the keys of all pieces in their natural order."""
    import polars as pl

    keys = pl.concat([piece.keys for piece in pieces])
    columns = {column.name: natural(column) for column in keys.iter_columns()}
    key, owners = np.zeros(len(keys), np.int64), None
    if "user" in columns:
        owners, key = columns["user"]
    if "trajectory" in columns:
        key = columns["trajectory"][1] * (1 if owners is None else len(owners)) + key
    distinct, code_of_key = numbered(key)
    names, place = _names(columns, distinct)
    owner = np.arange(len(distinct)) if owners is None else distinct % max(len(owners), 1)
    codes, starts = _joined(pieces, lengths, code_of_key)
    repeated = len(place) > 0 and bool((np.diff(place) == 0).any())
    return Groups(codes, starts, names, owner, owners, repeated)


def _names(columns: dict[str, tuple[pl.Series, Ints]], distinct: Ints) -> tuple[pl.Series, Ints]:
    """Name each key: by its trajectory if that is known, else by its user."""
    if "trajectory" not in columns:
        return columns["user"][0][distinct].alias("user"), distinct
    users = len(columns["user"][0]) if "user" in columns else 1
    place = distinct // max(users, 1)
    return columns["trajectory"][0][place], place


def _joined(pieces: list[Runs], lengths: list[int], code_of_key: Ints) -> tuple[Ints, Ints]:
    """Join the runs of all pieces; a run that goes on in the next piece is one."""
    first_key = ragged.offsets_of(np.array([len(piece.keys) for piece in pieces], np.int64))
    first_row = ragged.offsets_of(np.array(lengths, np.int64))
    ahead = zip(pieces, first_key[:-1], first_row[:-1], strict=True)
    parts = [(code_of_key[p.places + k], p.starts + r) for p, k, r in ahead]
    codes = np.concatenate([codes for codes, _ in parts])
    starts = np.concatenate([starts for _, starts in parts])
    fresh = np.append(True, codes[1:] != codes[:-1])[: len(codes)]
    return codes[fresh], starts[fresh]


def order(grouped: Groups, t: Ints) -> Order:
    """Sort by trajectory and time; rows of equal times stay as they were."""
    ends = np.append(grouped.starts, len(t))
    lengths = np.diff(ends)
    n = len(grouped.names)
    totals = np.zeros(n, np.int64)
    np.add.at(totals, grouped.codes, lengths)
    offsets = ragged.offsets_of(totals)
    rows = None
    if (np.diff(grouped.codes) < 0).any():
        rows = ragged.rows_of(ends, np.argsort(grouped.codes, kind="stable"))
    return Order(_by_time(rows, t, offsets), offsets)


def _by_time(rows: Ints | None, t: Ints, offsets: Ints) -> Ints | None:
    """Sort those groups by time that are not yet."""
    placed = t if rows is None else t[rows]
    back = np.flatnonzero(placed[1:] < placed[:-1]) + 1
    back = back[~ragged.first_of_group(offsets)[back]]
    if not len(back):
        return rows
    wrong = np.unique(np.searchsorted(offsets, back, side="right") - 1)
    at = ragged.rows_of(offsets, wrong)
    group = np.repeat(wrong, np.diff(offsets)[wrong])
    rows = np.arange(len(t)) if rows is None else rows
    rows[at] = rows[at][np.lexsort((placed[at], group))]
    return rows
