"""Every number of a published Markov chain counts k people or more."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from wayveil import clock
from wayveil.kernels.arrays import Codes, Ints
from wayveil.kinds import Claim, Tessellation, Verdict
from wayveil.model import BEFORE, Model
from wayveil.part import K, by_default
from wayveil.record import Record
from wayveil.shapes import Trajectories

if TYPE_CHECKING:
    import polars as pl

_DAY: Final = clock.MS_PER_DAY


class KPerTransition(Claim):
    """Every published move, beginning and time spent in a cell is of at least k different units.

    Anyone can see that no published number is below k. That the numbers are true is found by
    counting again, from the original: who made each move, how often, and how long those stayed
    whose next move is published or who were not seen to leave. Numbers are exact, so they must be
    equal: a time that also counts moves that were left out is not.
    """

    checkable_by = "anyone (numbers); the holder of original and record (that they are true)"
    about = Model

    k: K = 5
    """Fewest units behind each number."""

    tessellation: Tessellation = by_default("square")
    """The cells."""

    @property
    def adversary(self) -> str:
        """Who is kept from something."""
        return f"anyone who knows how fewer than {self.k - 1} of the units went"

    def promise(self, unit: str) -> str:
        """Say it in a sentence."""
        who = {"user": "people", "trajectory": "trajectories"}[unit]
        return f"Every published move and time is that of at least {self.k} different {who}."

    def check(
        self,
        released: Model,
        record: Record | None = None,
        original: Trajectories | None = None,
    ) -> Verdict:
        """Look at the numbers, then count again."""
        units = np.append(released.moves.units, released.stays.units)
        fewest = int(units.min(initial=self.k))
        if fewest < self.k:
            return Verdict("no", self.k, fewest, "units behind the smallest number")
        if record is None or original is None:
            return Verdict("needs original", self.k, fewest, "numbers hold; counting needs both")
        cells = self.tessellation.cells(original.lat, original.lon)
        untrue = _untrue(released, _visits(released, original, cells, record.owner[original.id]))
        if untrue:
            return Verdict("no", 0, untrue, "numbers that are not those of the original")
        return Verdict.of(fewest, self.k, "units behind the smallest number; counted again")


def _visits(released: Model, original: Trajectories, cells: Ints, owner: Codes) -> pl.DataFrame:
    """List the visits: who, by which path, from when until when, and whether one follows."""
    import polars as pl

    points = pl.DataFrame({"trip": original.of_point, "cell": cells, "t": original.t})
    trip, cell, t = pl.col("trip"), pl.col("cell"), pl.col("t")
    runs = points.group_by(pl.struct(trip, cell).rle_id().alias("run"), maintain_order=True).agg(
        trip.first(), cell.first(), t.first().alias("start"), t.last().alias("last")
    )
    goes_on = ((trip.shift(-1) == trip) & (cell.shift(-1) >= 0)).fill_null(False)
    comes_from = ((trip.shift(1) == trip) & (cell.shift(1) >= 0)).fill_null(False)
    runs = runs.with_columns(
        goes_on=goes_on,
        end=pl.when(goes_on).then(pl.col("start").shift(-1)).otherwise("last"),
        at0=cell,
        at1=pl.when(comes_from).then(cell.shift(1)).otherwise(BEFORE),
        bin=pl.col("start") % _DAY // released.bin_ms,
        owner=pl.Series(owner)[runs["trip"]],
    )
    for back in range(2, released.order + 1):
        longer = pl.when(pl.col("at1") == BEFORE).then(BEFORE).otherwise(_previous(back))
        runs = runs.with_columns(longer.alias(f"at{back}"))
    return runs.filter(cell >= 0)


def _previous(back: int) -> pl.Expr:
    import polars as pl

    return pl.col(f"at{back - 1}").shift(1)


def _untrue(released: Model, visits: pl.DataFrame) -> int:
    """How many published numbers are not those that the visits give."""
    import polars as pl

    keys = ["bin", *(f"at{back}" for back in range(released.order + 1))]
    moves = _moves(released)
    counted = visits.group_by(keys).agg(units=pl.col("owner").n_unique(), amount=pl.len())
    once = moves.unique(keys)
    told = visits.select(keys).join(once, on=keys, how="left", maintain_order="left")
    listed = told["units"].is_not_null()
    ends = visits["goes_on"].not_() | listed.shift(-1, fill_value=False)
    spent = _spent(visits.filter(ends), released)
    stayed = spent.group_by("bin", "at0").agg(
        units=pl.col("owner").n_unique(), amount=pl.col("ms").sum()
    )
    return _differing(moves, counted, keys) + _differing(_stays(released), stayed, ["bin", "at0"])


def _spent(visits: pl.DataFrame, released: Model) -> pl.DataFrame:
    """List who spent how long in which cell, apart for each time of day."""
    import polars as pl

    step, length = released.step_ms, released.bin_ms
    floored = visits.select("at0", "owner", pl.col("start", "end") // step * step)
    lengths = ((first, min(first + length, _DAY)) for first in range(0, _DAY, length))
    parts = [
        floored.with_columns(
            pl.lit(first // length, pl.Int64).alias("bin"),
            (_until("end", first, last) - _until("start", first, last)).alias("ms"),
        )
        for first, last in lengths
    ]
    return pl.concat(part.filter(pl.col("ms") > 0) for part in parts)


def _until(moment: str, first: int, last: int) -> pl.Expr:
    """How many ms have passed within a time of day, of all days up to a moment."""
    import polars as pl

    t = pl.col(moment)
    return (t // _DAY) * (last - first) + (t % _DAY - first).clip(0, last - first)


def _differing(published: pl.DataFrame, counted: pl.DataFrame, keys: list[str]) -> int:
    """How many published rows are not counted the same."""
    import polars as pl

    both = published.join(counted, on=keys, how="left", suffix="_again")
    same = (pl.col("units") == pl.col("units_again")) & (pl.col("amount") == pl.col("amount_again"))
    return both.filter(~same.fill_null(False)).height


def _moves(released: Model) -> pl.DataFrame:
    """List the published moves: time of day, the cell arrived at, and those before it."""
    import polars as pl

    moves = released.moves
    path = np.append(released.places.code, BEFORE)[moves.path]
    cells = {f"at{back}": path[:, -1 - back] for back in range(released.order + 1)}
    return pl.DataFrame({"bin": moves.bin, **cells, "units": moves.units, "amount": moves.times})


def _stays(released: Model) -> pl.DataFrame:
    """List the published times: time of day, cell, units and ms."""
    import polars as pl

    stays = released.stays
    cell = released.places.code[stays.cell]
    return pl.DataFrame({"bin": stays.bin, "at0": cell, "units": stays.units, "amount": stays.ms})
