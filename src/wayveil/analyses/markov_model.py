"""Where people go next from where they are, and when."""

from __future__ import annotations

from typing import Annotated, ClassVar, Final

import numpy as np
from pydantic import Field

from wayveil import clock
from wayveil.analyses._grouped import Grouped
from wayveil.analyses._visits import Visits, within
from wayveil.chance import Chance
from wayveil.kernels.arrays import Ints, Mask
from wayveil.kinds import Analysis, Claim, Outcome
from wayveil.model import Model, Moves, Places, Stays
from wayveil.part import K, Seconds
from wayveil.record import Tally
from wayveil.shapes import Shape, Trajectories
from wayveil.tiled import Tiled

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
        codes, visits = Visits.of(data, tiles.cells(data.lat, data.lon), step_ms).placed()
        away = Tally.of("outside the tiles", 0, data.n_points - int(visits.points.sum()))
        columns = [visits.arrived % _DAY // self._bin_ms, *visits.paths(self.order)]
        ways = Grouped.of(columns, visits.owner)
        told = (ways.units >= k)[ways.number]
        moves = _moves(columns, ways).take(ways.units >= k)
        stays = self._stays(visits, visits.by_exit(told))
        places = Places.of(codes, *tiles.centres(codes))
        model = Model(places, moves, stays.take(stays.units >= k), step_ms, self._bin_ms)
        few = f"in moves with fewer than {k} units"
        return model.in_order(), away + Tally.of(few, 0, int(visits.points[~told].sum()))

    def _stays(self, visits: Visits, told: Mask) -> Stays:
        """Add up the time that visits spent in each tile at each time of day."""
        parts = [
            _spent(visits, told, first, self._bin_ms) for first in range(0, _DAY, self._bin_ms)
        ]
        bin, row, ms = (np.concatenate(columns) for columns in zip(*parts, strict=True))
        cell = visits.cell[row]
        spots = Grouped.of([bin, cell], visits.owner[row])
        return Stays(bin[spots.first], cell[spots.first], spots.units, spots.added(ms))


def _moves(columns: list[Ints], ways: Grouped) -> Moves:
    """List the groups of visits that came by one path at one time of day."""
    bin, *path = (column[ways.first] for column in columns)
    return Moves(bin, np.column_stack(path), ways.units, ways.times)


def _spent(visits: Visits, told: Mask, first: int, length: int) -> tuple[Ints, Ints, Ints]:
    """Give the visits that spent any time at a time of day, and how much, in ms."""
    ms = within(visits.start, visits.end, first, min(first + length, _DAY))
    row = np.flatnonzero(told & (ms > 0))
    return np.full(len(row), first // length), row, ms[row]
