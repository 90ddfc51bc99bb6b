"""Every number that is published counts k people or more."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

import numpy as np

from wayveil import clock
from wayveil.counts import Counts, on_globe
from wayveil.kernels.arrays import Codes, Ints
from wayveil.kernels.outlines import located
from wayveil.kinds import Claim, Tessellation, Verdict
from wayveil.parallel import in_parallel, processors
from wayveil.part import K
from wayveil.record import Record
from wayveil.shapes import Trajectories

if TYPE_CHECKING:
    import polars as pl

#: A cell and a time that nothing published has.
NOWHERE: Final = np.iinfo(np.int64).min


class KPerCell(Claim):
    """Every published cell, or pair of cells, counts at least k different units.

    Anyone can see that no published number is below k. That the numbers are true is found by
    counting again: the units of the original that were in each cell, one by one. Numbers are exact,
    so they must be equal.
    """

    checkable_by = "anyone (numbers); the holder of original and record (that they are true)"
    about = Counts

    k: K = 5
    """Fewest units in each cell."""

    count: Literal["units", "locations"] = "units"
    """What there are k of: different units, or locations, which may all be of one."""

    tessellation: Tessellation | None = None
    """The cells, if they are tiles; else their published outlines say which points are theirs."""

    @property
    def adversary(self) -> str:
        """Who is kept from something."""
        if self.count == "locations":
            return "anyone who looks for a single location, and not for a person"
        return f"anyone who knows where fewer than {self.k - 1} of the units were"

    def promise(self, unit: str) -> str:
        """Say it in a sentence."""
        who = {"user": "people", "trajectory": "trajectories"}[unit]
        if self.count == "locations":
            return f"Every cell holds at least {self.k} locations, which may all be of one of them."
        return f"Every published number is about at least {self.k} different {who}."

    def check(
        self,
        released: Counts,
        record: Record | None = None,
        original: Trajectories | None = None,
    ) -> Verdict:
        """Look at the numbers, then count again."""
        counted = released.units if self.count == "units" else released.amount
        fewest = int(counted.min(initial=self.k))
        if fewest < self.k:
            return Verdict("no", self.k, fewest, f"{self.count} in the smallest cell")
        if record is None or original is None:
            return Verdict("needs original", self.k, fewest, "numbers hold; counting needs both")
        cells = _cells(released, original, self.tessellation)
        again = _units(released, original, cells, record.owner[original.id])
        untrue = int(np.count_nonzero(again != released.units))
        if untrue:
            return Verdict("no", 0, untrue, "rows whose units are not those of the original")
        return Verdict.of(fewest, self.k, f"{self.count} in the smallest cell; counted again")


def _cells(released: Counts, original: Trajectories, tessellation: Tessellation | None) -> Ints:
    """Give the code of the tile that each point of the original lies in."""
    if tessellation is not None:
        return tessellation.cells(original.lat, original.lon)
    tiles, places = released.tiles, on_globe(original.lat, original.lon)
    edges, parts = tiles.edges(), (np.array_split(place, processors()) for place in places)
    found = in_parallel(lambda at: located(at[0], at[1], *edges)[0], zip(*parts, strict=True))
    which = np.concatenate(found)
    return np.where(which >= 0, tiles.code[which], NOWHERE)


def _units(released: Counts, original: Trajectories, cells: Ints, owner: Codes) -> Ints:
    """Count the different owners of each row."""
    import polars as pl

    seen, rows = _sightings(released, original, cells, owner), _rows(released)
    keys = [name for name in rows.columns if name != "row"]
    found = seen.unique().join(rows, on=keys).group_by("row").agg(pl.col("owner").n_unique())
    units = np.zeros(len(released), np.int64)
    units[found["row"].to_numpy()] = found["owner"].to_numpy()
    return units


def _sightings(released: Counts, original: Trajectories, cells: Ints, owner: Codes) -> pl.DataFrame:
    """List who was where: from which tile to which, or in which tile and stretch of time."""
    import polars as pl

    if released.pairs:
        ends = original.offsets[:-1], original.offsets[1:] - 1
        return pl.DataFrame({"from": cells[ends[0]], "to": cells[ends[1]], "owner": owner})
    times = {} if released.start is None else {"start": _starts(released, original.t)}
    return pl.DataFrame({"cell": cells, **times, "owner": owner[original.of_point]})


def _starts(released: Counts, t: Ints) -> Ints:
    """Give the start of the published stretch of time that each moment lies in, or -1 ms."""
    assert released.start is not None
    assert released.end is not None
    t = t % clock.MS_PER_DAY if released.daily else t
    starts, firsts = np.unique(released.start, return_index=True)
    at = np.searchsorted(starts, t, side="right") - 1
    within = (at >= 0) & (t < released.end[firsts][at])
    return np.where(within, starts[at], NOWHERE)


def _rows(released: Counts) -> pl.DataFrame:
    """List the tiles of each row, with its start if it has one."""
    import polars as pl

    codes = released.tiles.code[released.tile]
    if released.pairs:
        return pl.DataFrame(
            {"from": codes[::2], "to": codes[1::2], "row": np.arange(len(released))}
        )
    row = released.row_of_tile
    times = {} if released.start is None else {"start": released.start[row]}
    return pl.DataFrame({"cell": codes, **times, "row": row})
