"""The shape of a heat map or of a table of journeys: how many there are of what, in each cell."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import ClassVar, Final, Literal, TypeAlias

import numpy as np

from wayveil.errors import InternalError
from wayveil.kernels import ragged
from wayveil.kernels.arrays import Floats, Ints
from wayveil.kernels.numbering import numbered
from wayveil.shapes import STEPS_PER_DEGREE, Outlines, Shape, rounded, steps

#: What `amount` counts: points, stays in a cell, or trajectories from one cell to another.
Counted: TypeAlias = Literal["locations", "visits", "trips"]
_M2_PER_KM2: Final = 1e6
#: From the south pole to the north pole, and once around.
NORTH_STEPS: Final = 180 * STEPS_PER_DEGREE
EAST_STEPS: Final = 360 * STEPS_PER_DEGREE


def on_globe(lat: Floats, lon: Floats) -> tuple[Ints, Ints]:
    """Give places in steps of 1e-7 degrees, counted from the south pole and the antimeridian.

    The north pole belongs to the last step before it, and 180 degrees east to the first.
    """
    north = np.minimum(steps(lat) + NORTH_STEPS // 2, NORTH_STEPS - 1)
    return north, (steps(lon) + EAST_STEPS // 2) % EAST_STEPS


@dataclass(frozen=True, eq=False, repr=False)
class Tiles:
    """Cells of the earth: a code each, and its outline in whole steps of 1e-7 degrees."""

    code: Ints
    outlines: Outlines

    @classmethod
    def of(cls, code: Ints, outlines: Outlines) -> Tiles:
        """Round outlines to what is published."""
        lat, lon = rounded(outlines.lat), rounded(outlines.lon)
        return cls(code, replace(outlines, lat=lat, lon=lon))

    def __len__(self) -> int:
        return len(self.code)

    def take(self, which: Ints) -> Tiles:
        """Keep these tiles, in this order."""
        return Tiles(self.code[which], self.outlines.take(which))

    def edges(self) -> tuple[Ints, Ints, Ints, Ints]:
        """Give the corners as `on_globe` gives places, and the offsets of rings and cells."""
        drawn = self.outlines
        north, east = steps(drawn.lat) + NORTH_STEPS // 2, steps(drawn.lon) + EAST_STEPS // 2
        return north, east, drawn.rings, drawn.cells


@dataclass(frozen=True, eq=False, repr=False)
class Counts(Shape):
    """Rows of numbers about places: different units, and locations, visits or trips.

    Row i is about the tiles `tile[offsets[i]:offsets[i + 1]]`: together they are one cell, or, of
    trips, they are origin and destination. `area` is a cell's true area in m²; pairs have none.
    Where there are times, a row is about `start[i]` up to `end[i]`, in ms UTC, or in ms since
    midnight UTC of every day if `daily`.
    """

    shape: ClassVar[str] = "counts"
    covers: ClassVar[tuple[str, ...]] = (
        "cells", "outlines", "units", "amounts", "areas", "start", "end",
    )  # fmt: skip

    of: Counted
    tiles: Tiles
    tile: Ints
    offsets: Ints
    units: Ints
    amount: Ints
    area: Ints | None = None
    start: Ints | None = None
    end: Ints | None = None
    daily: bool = False

    def __post_init__(self) -> None:
        rows = len(self.units)
        columns = (self.amount, self.offsets[1:], *self._optional().values())
        if any(len(column) != rows for column in columns):
            raise InternalError("the columns of counts differ in length.")
        if self.pairs and (np.diff(self.offsets) != 2).any():
            raise InternalError("trips that are not from one tile to one.")
        if self.pairs != (self.area is None) or (self.start is None) != (self.end is None):
            raise InternalError("counts have an area or are pairs, and a start needs an end.")

    def __len__(self) -> int:
        return len(self.units)

    @property
    def pairs(self) -> bool:
        """Whether a row is about an origin and a destination."""
        return self.of == "trips"

    @property
    def row_of_tile(self) -> Ints:
        """The row that each entry of `tile` belongs to."""
        return ragged.group_of_rows(self.offsets)

    @property
    def density(self) -> Floats:
        """How many there are per km² of each row's cell."""
        assert self.area is not None, "trips lie in no area"
        density: Floats = self.amount / (self.area / _M2_PER_KM2)
        return density

    def in_order(self) -> Counts:
        """Sort by tiles and time: an order that tells nothing, and that can be had again."""
        first, last = self.offsets[:-1], self.offsets[1:] - 1
        codes = self.tiles.code[self.tile]
        start = np.zeros(len(self), np.int64) if self.start is None else self.start
        return self.take(np.lexsort((start, codes[last], codes[first])))

    def take(self, which: Ints) -> Counts:
        """Keep these rows, in this order, and the tiles that they are about."""
        entries = self.tile[ragged.rows_of(self.offsets, which)]
        used, tile = numbered(entries)
        return replace(
            self,
            tiles=self.tiles.take(used),
            tile=tile,
            offsets=ragged.offsets_of(np.diff(self.offsets)[which]),
            units=self.units[which],
            amount=self.amount[which],
            area=None if self.area is None else self.area[which],
            start=None if self.start is None else self.start[which],
            end=None if self.end is None else self.end[which],
        )

    def _optional(self) -> dict[str, Ints]:
        columns = {"area": self.area, "start": self.start, "end": self.end}
        return {name: column for name, column in columns.items() if column is not None}

    def columns(self) -> tuple[str, ...]:
        """Name the columns of a file."""
        place = ("origin", "destination", "origin_parts") if self.pairs else ("cells",)
        times = () if self.start is None else ("start", "end")
        area = () if self.pairs else ("area_m2", "per_km2")
        return (*place, *times, "units", self.of, *area, "geometry")

    def sealed(self) -> Iterable[Ints]:
        """Give every number that is published, row by row; rows are in order."""
        entries = self.tiles.take(self.tile)
        drawn = entries.outlines
        yield from (self.offsets, entries.code, drawn.cells, drawn.rings)
        yield from (steps(drawn.lat), steps(drawn.lon))
        yield from (self.units, self.amount, *self._optional().values())

    def size(self) -> dict[str, int]:
        """Count the rows; a total of what they count would undo what was left out."""
        return {"rows": len(self)}

    def __repr__(self) -> str:
        return f"<Counts: {self.of} in {len(self):,} rows>"

    def _repr_html_(self) -> str:
        return f"<table><caption>wayveil.Counts of {self.of}</caption>{len(self):,} rows</table>"
