"""The shape of generalized trajectories: boxes in which somebody was at some time."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, ClassVar, Final

import numpy as np

from wayveil import clock
from wayveil.errors import InternalError
from wayveil.kernels import ragged
from wayveil.kernels.arrays import Codes, Ints, Mask
from wayveil.kernels.boxes import Boxes
from wayveil.shapes import Names, Tracks

if TYPE_CHECKING:
    import polars as pl

EDGES: Final = ("south", "north", "west", "east")


@dataclass(frozen=True, eq=False, repr=False)
class Cells(Tracks):
    """Boxes as read-only columns, sorted by (trajectory, time).

    Row r says that its trajectory was between `south[r]` and `north[r]`, `west[r]` and `east[r]`,
    in whole steps of 1e-7 degrees, at some time from `start[r]` on and before `end[r]`, in ms UTC.
    Edges belong to a box; longitudes may pass 180 so that `east` is never less than `west`. Boxes
    of one trajectory do not overlap in time.
    """

    shape: ClassVar[str] = "cells"
    row: ClassVar[str] = "cell"
    covers: ClassVar[tuple[str, ...]] = ("order of trajectories", "start", "end", *EDGES)

    start: Ints
    end: Ints
    south: Ints
    north: Ints
    west: Ints
    east: Ints
    offsets: Ints
    id: Codes
    owner: Codes
    names: Names = field(default_factory=Names)

    def __post_init__(self) -> None:
        if any(len(column) != len(self.start) for column in self._boxes()):
            raise InternalError("the columns of cells differ in length.")
        if len(self.offsets) != len(self.id) + 1 or self.offsets[-1] != len(self.start):
            raise InternalError("the offsets of cells do not fit their columns.")
        if (np.diff(self.offsets) < 1).any():
            raise InternalError("a trajectory has no cells.")
        if (self.end <= self.start).any() or (self.north < self.south).any():
            raise InternalError("a cell ends before it begins.")
        overlap = self.start[1:] < self.end[:-1]
        if len(self.start) and (overlap & ~ragged.first_of_group(self.offsets)[1:]).any():
            raise InternalError("cells of one trajectory overlap in time.")

    @property
    def n_cells(self) -> int:
        """How many boxes there are."""
        return len(self.start)

    def take(self, which: Ints | Mask) -> Cells:
        """Keep these trajectories, in this order."""
        chosen = np.flatnonzero(which) if which.dtype == np.bool_ else which.astype(np.int64)
        rows = ragged.rows_of(self.offsets, chosen)
        start, end, south, north, west, east = (column[rows] for column in self._boxes())
        offsets = ragged.offsets_of(self.lengths[chosen])
        ids, owner = self.id[chosen], self.owner[chosen]
        return Cells(start, end, south, north, west, east, offsets, ids, owner, self.names)

    def published(self, ids: pl.Series, extra: pl.DataFrame | None) -> Cells:
        """Leave users behind; there are no other columns."""
        number = np.arange(len(self), dtype=np.int32)
        return replace(self, id=number, owner=number, names=Names(ids=ids))

    def columns(self) -> tuple[str, ...]:
        """Name the columns of a file."""
        users = ("user_id",) if self.has_owners else ()
        return ("trajectory_id", *users, "start", "end", *EDGES)

    def sealed(self) -> Iterable[Ints]:
        """Give the boxes and the rank of each one's trajectory; rows are sorted by (id, time)."""
        return (*self._boxes(), self.of_row)

    def told(self) -> list[Ints]:
        """Give the boxes."""
        return list(self._boxes())

    def size(self) -> dict[str, int]:
        """Count trajectories and boxes."""
        return {"trajectories": len(self), "cells": self.n_cells}

    def summary(self) -> dict[str, str]:
        """Give counts and days, which may be shown where the data may not."""
        told = {name: f"{count:,}" for name, count in self.size().items()}
        if self.n_cells:
            told["days"] = f"{clock.day(int(self.start.min()))} to {clock.day(int(self.end.max()))}"
        return told

    def boxes(self) -> Boxes:
        """Give the columns as kernels take them."""
        return Boxes(*self._boxes(), self.offsets)

    def _boxes(self) -> tuple[Ints, Ints, Ints, Ints, Ints, Ints]:
        return self.start, self.end, self.south, self.north, self.west, self.east

    def __repr__(self) -> str:
        return f"<Cells: {', '.join(f'{n} {v}' for n, v in self.summary().items())}>"

    def _repr_html_(self) -> str:
        rows = "".join(f"<tr><th>{n}</th><td>{v}</td></tr>" for n, v in self.summary().items())
        return f"<table><caption>wayveil.Cells</caption>{rows}</table>"
