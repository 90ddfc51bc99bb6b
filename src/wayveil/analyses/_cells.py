"""What analyses of cells share: counting, leaving out what counts too few, and the shape."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from wayveil.counts import Counted, Counts, Tiles
from wayveil.kernels import ragged
from wayveil.kernels.arrays import Codes, Ints
from wayveil.kernels.numbering import numbered
from wayveil.kinds import Tessellation
from wayveil.record import Tally

if TYPE_CHECKING:
    import polars as pl


def tallied(keys: Mapping[str, Ints], owner: Codes, points: Ints) -> pl.DataFrame:
    """Count, of rows with equal keys, rows (`amount`), different owners (`units`) and points."""
    import polars as pl

    names = list(keys)
    rows = pl.DataFrame({**keys, "owner": owner, "points": points}).group_by(names)
    units = pl.col("owner").n_unique()
    return rows.agg(pl.col("points").sum(), amount=pl.len(), units=units).sort(names)


def enough(table: pl.DataFrame, k: int, where: str) -> tuple[pl.DataFrame, Tally]:
    """Leave out the rows with fewer than k units, and tally their points."""
    kept, rest = table.filter(table["units"] >= k), table.filter(table["units"] < k)
    trips = int(rest["amount"].sum()) if "goal" in rest.columns else 0
    return kept, Tally.of(f"in {where} with fewer than {k} units", trips, int(rest["points"].sum()))


def column(table: pl.DataFrame, name: str) -> Ints:
    """Give a column as an array."""
    return table[name].cast(int).to_numpy()


def counts_of(of: Counted, tessellation: Tessellation, cells: Ints, table: pl.DataFrame) -> Counts:
    """Make counts of a table: row i is about the tile, or the pair of tiles, `cells[i]`."""
    codes, tile = numbered(cells.ravel())
    each = cells.size // max(1, len(table))
    area = None
    if of != "trips":
        area = np.rint(tessellation.areas(codes)).astype(np.int64)[tile]
    return Counts(
        of,
        Tiles.of(codes, tessellation.outlines(codes)),
        tile,
        ragged.offsets_of(np.full(len(table), each)),
        column(table, "units"),
        column(table, "amount"),
        area=area,
    )
