"""Where people go next from where they are, and when."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, ClassVar, Final

import numpy as np
from pydantic import Field

from wayveil import clock
from wayveil.analyses._cells import column, enough, tallied
from wayveil.analyses._visits import Visits, within
from wayveil.chance import Chance
from wayveil.kernels.arrays import Ints, Mask
from wayveil.kinds import Analysis, Claim, Outcome, Tessellation
from wayveil.model import BEFORE, Model, Moves, Places, Stays
from wayveil.part import K, Seconds
from wayveil.record import Tally
from wayveil.shapes import Shape, Trajectories
from wayveil.tiled import Tiled

if TYPE_CHECKING:
    import polars as pl

_DAY: Final = clock.MS_PER_DAY


class MarkovModel(Tiled, Analysis):
    """Estimate a Markov chain on tiles: where people begin, go next, and stay how long.

    (Dahne 2019, 5.1.) Successive points in one tile are one visit. λ_x is the share of trajectories
    that begin in x, π_xy the share of the visits to x that y follows, and q_x = N_x / T_x the rate
    at which x is left: how often it was, over all time that was spent there, also in visits that
    end with their trajectory. (The thesis prints the inverse.) What is published are the counts
    behind these, each of k units or more: a move from tile to tile, a beginning, the time spent in
    a tile. There are no totals, and a visit counts for the time spent in a tile only if the move
    that ended it is published: so nothing that was left out follows from what was not.

    SwapMob on a partition keeps λ, the moves and the times as they are, if the tiles here are made
    of whole cells of that partition and times are rounded down to its interval (`time_step`).
    """

    releases: ClassVar[type[Shape]] = Model

    k: K = 5
    """Fewest units behind each number."""

    order: Annotated[int, Field(ge=1, le=5)] = 1
    """How many of the last tiles have a say in which comes next."""

    time_of_day: Annotated[Seconds, Field(ge=900, le=86_400)] = 86_400
    """Length of the times of day (UTC) that are modelled apart, by when a move arrives."""

    time_step: Annotated[Seconds, Field(ge=0.001, le=86_400)] = 0.001
    """Round times down to multiples of this before time spent is added up."""

    def claims(self) -> tuple[Claim, ...]:
        """Numbers are of k units, tiles of a fixed grid, and nothing is said twice."""
        tiles = self.tiles()
        return (
            Claim.named("k_per_transition", k=self.k, tessellation=tiles),
            Claim.named("disjoint_transitions", tessellation=tiles),
        )

    def __call__(self, data: Trajectories, rng: Chance) -> Outcome:
        """Estimate, and leave out what too few went or stayed."""
        model, removed = self._estimated(data, self.k)
        return Outcome(model, removed)

    def whole(self, data: Trajectories) -> Model:
        """Estimate with all that there is, also what one person did: for your eyes only."""
        return self._estimated(data, 1)[0]

    @property
    def _bin_ms(self) -> int:
        return clock.milliseconds(self.time_of_day)

    def _estimated(self, data: Trajectories, k: int) -> tuple[Model, Tally]:
        tiles, step_ms = self.tiles(), clock.milliseconds(self.time_step)
        visits = Visits.of(data, tiles.cells(data.lat, data.lon), step_ms)
        away = Tally.of("outside the tiles", 0, data.n_points - int(visits.points.sum()))
        keys = self._keys(visits)
        moves, few = enough(tallied(keys, visits.owner, visits.points), k, "moves")
        stays = self._stays(visits, visits.by_exit(_listed(keys, moves)))
        model = Model(
            *_rows(moves, stays.filter(stays["units"] >= k), tiles),
            step_ms=step_ms,
            bin_ms=self._bin_ms,
        )
        return model.in_order(), away + few

    def _keys(self, visits: Visits) -> dict[str, Ints]:
        """Name the time of day in which each visit begins, and the path that led there."""
        bin = visits.arrived % _DAY // self._bin_ms
        return {"bin": bin, **{f"at{i}": c for i, c in enumerate(visits.paths(self.order))}}

    def _stays(self, visits: Visits, told: Mask) -> pl.DataFrame:
        """Add up the time that visits spent in each tile at each time of day, as `points`."""
        parts = [
            _spent(visits, told, first, self._bin_ms) for first in range(0, _DAY, self._bin_ms)
        ]
        bin, row, ms = (np.concatenate(columns) for columns in zip(*parts, strict=True))
        return tallied({"bin": bin, "cell": visits.cell[row]}, visits.owner[row], ms)


def _spent(visits: Visits, told: Mask, first: int, length: int) -> tuple[Ints, Ints, Ints]:
    """Give the visits that spent any time at a time of day, and how much, in ms."""
    ms = within(visits.start, visits.end, first, min(first + length, _DAY))
    row = np.flatnonzero(told & (ms > 0))
    return np.full(len(row), first // length), row, ms[row]


def _listed(keys: dict[str, Ints], moves: pl.DataFrame) -> Mask:
    """Say of each visit whether the move that led there is in the table."""
    import polars as pl

    names = list(keys)
    listed = moves.select(*names, pl.lit(True).alias("listed"))
    found = pl.DataFrame(keys).join(listed, on=names, how="left", maintain_order="left")
    return found["listed"].fill_null(False).to_numpy()


def _rows(
    moves: pl.DataFrame, stays: pl.DataFrame, tiles: Tessellation
) -> tuple[Places, Moves, Stays]:
    """Name cells by their places in one list."""
    path = moves.select([name for name in moves.columns if name.startswith("at")]).to_numpy()
    cell = column(stays, "cell")
    codes = np.unique(np.append(path, cell))
    codes = codes[codes != BEFORE]
    place = np.where(path == BEFORE, BEFORE, np.searchsorted(codes, path))
    return (
        Places.of(codes, *tiles.centres(codes)),
        Moves(column(moves, "bin"), place, column(moves, "units"), column(moves, "amount")),
        Stays(
            column(stays, "bin"),
            np.searchsorted(codes, cell),
            column(stays, "units"),
            column(stays, "points"),
        ),
    )
