"""The shape of a Markov chain: how often one cell followed another, and for how long."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar, Final

import numpy as np

from wayveil.chance import Chance
from wayveil.clock import MS_PER_DAY, MS_PER_SECOND
from wayveil.errors import Infeasible, InputError, InternalError
from wayveil.kernels import chain, ragged
from wayveil.kernels.arrays import Floats, Ints, Mask
from wayveil.kernels.radix import distinct
from wayveil.likeness import Likeness
from wayveil.shapes import Names, Shape, Trajectories, rounded, steps

if TYPE_CHECKING:
    from scipy.sparse import csr_array

#: In a path: not on the map yet.
BEFORE: Final = -1


@dataclass(frozen=True, eq=False, repr=False)
class Places:
    """The cells that a model is about: a code each, and its centre in steps of 1e-7 degrees."""

    code: Ints
    lat: Floats
    lon: Floats

    @classmethod
    def of(cls, code: Ints, lat: Floats, lon: Floats) -> Places:
        """Round centres to what is published."""
        if not ((np.abs(lat) <= 90) & (np.abs(lon) <= 180)).all():
            raise InternalError("a centre is off the earth.")
        return cls(code, rounded(lat), rounded(lon))

    def __len__(self) -> int:
        return len(self.code)

    def take(self, which: Ints) -> Places:
        """Keep these, in this order."""
        return Places(self.code[which], self.lat[which], self.lon[which])


@dataclass(frozen=True, eq=False, repr=False)
class Moves:
    """How often a path was gone: the cells before, oldest first, and the one arrived at.

    `path[i]` holds places in the list of cells, or -1 before the beginning: a path of nothing
    before and x says how often trajectories begin in x. `bin[i]` is the time of day of the
    arriving point.
    """

    bin: Ints
    path: Ints
    units: Ints
    times: Ints

    def take(self, which: Ints | Mask) -> Moves:
        """Keep these, in this order."""
        return Moves(self.bin[which], self.path[which], self.units[which], self.times[which])


@dataclass(frozen=True, eq=False, repr=False)
class Stays:
    """How long a cell was stayed in at a time of day, in ms, and by how many units."""

    bin: Ints
    cell: Ints
    units: Ints
    ms: Ints

    def take(self, which: Ints | Mask) -> Stays:
        """Keep these, in this order."""
        return Stays(self.bin[which], self.cell[which], self.units[which], self.ms[which])


@dataclass(frozen=True, eq=False, repr=False)
class Model(Shape):
    """A continuous-time Markov chain on cells, as the counts that it is estimated from.

    (Dahne 2019, 5.1.) Where a trajectory begins follows λ; it stays in x for an exponential time
    of the rate q_x and goes on to y with the probability π_xy. λ and Π are shares of `moves`, and
    q_x = N_x / T_x: how often x was left for a published cell, over the time that those who did,
    and those who were never seen to leave, were there. (The thesis prints the inverse, the mean
    holding time.) With an `order` n, what comes next depends on the n last cells. Times of day are
    `bin_ms` long, counted from midnight UTC; times were rounded down to multiples of `step_ms`.
    """

    shape: ClassVar[str] = "model"
    covers: ClassVar[tuple[str, ...]] = (
        "cells", "centres", "paths", "units", "times", "time spent", "lengths of times",
    )  # fmt: skip

    places: Places
    moves: Moves
    stays: Stays
    step_ms: int = 1
    bin_ms: int = MS_PER_DAY

    def __post_init__(self) -> None:
        path = self.moves.path
        if path.ndim != 2 or path.shape[1] < 2 or not (1 <= self.bin_ms <= MS_PER_DAY):
            raise InternalError("a model needs paths of two cells or more, and times of day.")
        for rows in (self.moves, self.stays):
            if len({len(column) for column in vars(rows).values()}) > 1:
                raise InternalError("the columns of a model differ in length.")
            if ((rows.bin < 0) | (rows.bin >= self.n_bins)).any() or (rows.units < 1).any():
                raise InternalError("there is no such time of day, or nobody was there.")
        _check_moves(self.moves, len(self.places))
        _check_stays(self.stays, len(self.places))

    @property
    def order(self) -> int:
        """On how many cells depends what comes next."""
        return int(self.moves.path.shape[1]) - 1

    @property
    def n_bins(self) -> int:
        """How many times of day there are."""
        return -(-MS_PER_DAY // self.bin_ms)

    @property
    def begins(self) -> Mask:
        """Which moves are beginnings."""
        begins: Mask = self.moves.path[:, -2] == BEFORE
        return begins

    def at(self, bin: int) -> Model:
        """Give the part of one time of day, as a model of its own."""
        moves = self.moves.take(self.moves.bin == bin)
        stays = self.stays.take(self.stays.bin == bin)
        return replace(self, moves=moves, stays=stays)

    def starts(self) -> Floats:
        """Give λ: with what probability a trajectory begins in each cell."""
        moves = self.moves.take(self.begins)
        count = self._by_bin(moves.bin, moves.path[:, -1], moves.times).sum(axis=0)
        share: Floats = count / max(1.0, float(count.sum()))
        return share

    def counts(self) -> csr_array[np.float64]:
        """Give N: how often each cell was followed by each, whatever was before."""
        from scipy.sparse import coo_array

        moves, n = self.moves.take(~self.begins), len(self.places)
        where = moves.path[:, -2], moves.path[:, -1]
        return coo_array((moves.times.astype(np.float64), where), shape=(n, n)).tocsr()

    def jump_chain(self) -> csr_array[np.float64]:
        """Give Π: with what probability each cell is followed by each; 1 for itself if by none."""
        from scipy.sparse import diags_array

        counts = self.counts()
        left: Floats = np.asarray(counts.sum(axis=1)).ravel()
        shares = diags_array(1 / np.maximum(left, 1)) @ counts + diags_array((left == 0) * 1.0)
        return shares.tocsr()

    def left(self) -> Floats:
        """Give N_x: how often each cell was left, by time of day."""
        moves = self.moves.take(~self.begins)
        return self._by_bin(moves.bin, moves.path[:, -2], moves.times)

    def time_spent(self) -> Floats:
        """Give T_x: how long each cell was stayed in, in seconds, by time of day."""
        return self._by_bin(self.stays.bin, self.stays.cell, self.stays.ms) / MS_PER_SECOND

    def rates(self) -> Floats:
        """Give q: how often a second each cell is left by who is there, by time of day.

        NaN where no time is published.
        """
        left, spent = self.left(), self.time_spent()
        rates: Floats = np.full(left.shape, np.nan)
        np.divide(left, spent, out=rates, where=spent > 0)
        return rates

    def stationary(self) -> Floats:
        """Give the share of time that somebody who walks on for ever spends in each cell.

        Of the largest class of cells that all reach each other; the jump chain's own distribution
        over q, all times of day taken together.
        """
        if not len(self.places):
            raise Infeasible("a model without cells has no stationary distribution.")
        spent = self.time_spent().sum(axis=0)
        left = self.left().sum(axis=0)
        usual = spent.sum() / left.sum() if left.sum() else 1.0
        holding = np.divide(spent, left, out=np.full(len(left), usual), where=left > 0)
        share: Floats = chain.stationary(self.jump_chain()) * holding
        return share / float(share.sum())

    def next_place(self, recent: Sequence[int]) -> tuple[Ints, Floats]:
        """Say where one goes who was last in these cells: codes, the likeliest first, and chances.

        As many of them count as the order says; nothing is said where nothing is published.
        """
        place = {code: at for at, code in enumerate(self.places.code.tolist())}
        if any(code not in place for code in recent):
            return np.empty(0, np.int64), np.empty(0)
        known = [place[code] for code in recent][-self.order :]
        context = [BEFORE] * (self.order - len(known)) + known
        fits = (self.moves.path[:, :-1] == context).all(axis=1)
        rows = self.moves.take(fits)
        count = np.bincount(rows.path[:, -1], rows.times, len(self.places))
        order = np.argsort(-count, kind="stable")[: np.count_nonzero(count)]
        return self.places.code[order], count[order] / count.sum()

    def compare(self, other: Model) -> list[Likeness]:
        """Say what of two models is equal and what not: λ, transitions, Π, T and q."""
        if (self.order, self.bin_ms) != (other.order, other.bin_ms):
            raise InputError("models of different orders or times of day cannot be compared.")
        one, two = self._quantities(), other._quantities()
        return [Likeness.of(what, one[what], two[what]) for what in one]

    def sample(
        self, rng: Chance, n: int, *, duration: float, first_ms: int = 0, days: int = 1
    ) -> Trajectories:
        """Let n who do not exist walk along the chain, each for so many seconds.

        They begin by λ, on one of the days at a time that is uniform in its time of day, and are
        seen at the centre of each cell when they arrive there. A trajectory ends early where
        nothing that is published says how it could go on.
        """
        begins = np.flatnonzero(self.begins)
        if not len(begins) or not len(self.stays.ms):
            raise Infeasible("this model does not say where to begin, or for how long to stay.")
        luck, ways = rng.numpy(), self._ways()
        total = np.append(0.0, np.cumsum(self.moves.times[begins]))
        zero = np.zeros(n, np.int64)
        first = begins[chain.drawn(total, zero, zero + len(begins), luck.random(n))]
        day = luck.integers(0, days, n) * float(MS_PER_DAY)
        t = first_ms + day + self._moments(first, luck)
        begun = chain.Walkers(np.arange(n), ways.place[first], ways.then[first], t)
        walked = list(chain.walk(ways, begun, t + duration * MS_PER_SECOND, luck))
        return self._table(chain.gathered(walked), n)

    def _moments(self, rows: Ints, luck: np.random.Generator) -> Floats:
        """Draw the times of day of some beginnings."""
        start = self.moves.bin[rows] * self.bin_ms
        length = np.minimum(self.bin_ms, MS_PER_DAY - start)
        return (start + np.floor(luck.random(len(rows)) * length)).astype(np.float64)

    def _ways(self) -> chain.Ways:
        """Lay the moves out for walking; they are in order."""
        path = self.moves.path
        both = np.concatenate([path[:, :-1], path[:, 1:]])
        number = ragged.numbered(*both.T)
        contexts, rows = int(number.max(initial=-1)) + 1, len(path)
        span = self.moves.bin * contexts + number[:rows]
        begin = np.searchsorted(span, np.arange(self.n_bins * contexts + 1))
        total = np.append(0.0, np.cumsum(self.moves.times))
        usual = np.nansum(self.left()) / self.time_spent().sum()
        rates = np.where(np.isnan(self.rates()), usual, self.rates()) / MS_PER_SECOND
        return chain.Ways(
            begin, contexts, number[rows:], path[:, -1], total, rates, self.bin_ms, MS_PER_DAY
        )

    def _table(self, seen: chain.Walkers, n: int) -> Trajectories:
        import polars as pl

        order = np.lexsort((seen.t, seen.who))
        place, number = seen.place[order], np.arange(n, dtype=np.int32)
        names = Names(pl.Series("id", number), pl.Series("user", number))
        return Trajectories(
            self.places.lat[place],
            self.places.lon[place],
            np.rint(seen.t[order]).astype(np.int64),
            ragged.offsets_of(np.bincount(seen.who, minlength=n)),
            number,
            number,
            names,
        )

    def _by_bin(self, bin: Ints, cell: Ints, amount: Ints) -> Floats:
        shape = self.n_bins, len(self.places)
        added = np.bincount(bin * shape[1] + cell, amount, shape[0] * shape[1])
        return added.astype(np.float64).reshape(shape)

    def _quantities(self) -> dict[str, tuple[Ints, Floats]]:
        """Give each quantity as numbers with keys: the time of day and the codes of cells."""
        begins, codes = self.begins, self.places.code
        keys = np.column_stack([self.moves.bin, codes[self.moves.path]])
        keys[:, 1:][self.moves.path == BEFORE] = BEFORE
        spent = np.column_stack([self.stays.bin, codes[self.stays.cell]])
        times = self.moves.times.astype(np.float64)
        _, context = np.unique(keys[:, :-1], axis=0, return_inverse=True)
        chances = times / np.bincount(context.ravel(), times)[context.ravel()]
        rates = self.rates()[self.stays.bin, self.stays.cell]
        return {
            "λ, beginnings": (keys[begins], times[begins]),
            "transitions": (keys[~begins], times[~begins]),
            "Π": (keys[~begins], chances[~begins]),
            "T in s": (spent, self.stays.ms / MS_PER_SECOND),
            "q per s": (spent, rates),
        }

    def in_order(self) -> Model:
        """Sort cells by code, moves by time of day and path, and keep only cells that are used."""
        used = distinct(np.append(self.moves.path.ravel(), self.stays.cell))
        used = used[used != BEFORE]
        used = used[np.argsort(self.places.code[used], kind="stable")]
        place = np.full(len(self.places) + 1, BEFORE)
        place[used] = np.arange(len(used))
        moves = replace(self.moves, path=place[self.moves.path])
        stays = replace(self.stays, cell=place[self.stays.cell])
        by_path = np.lexsort((*moves.path.T[::-1], moves.bin))
        by_cell = np.lexsort((stays.cell, stays.bin))
        return replace(
            self,
            places=self.places.take(used),
            moves=moves.take(by_path),
            stays=stays.take(by_cell),
        )

    def columns(self) -> tuple[str, ...]:
        """Name the columns of a file."""
        parts = {"cells": self.places, "moves": self.moves, "stays": self.stays}
        columns = [f"{name}.{column}" for name, part in parts.items() for column in vars(part)]
        return ("step_ms", "bin_ms", *columns)

    def sealed(self) -> Iterable[Ints]:
        """Give every number that is published; all is in order."""
        yield np.array([self.step_ms, self.bin_ms, self.order, len(self.places)])
        yield from (self.places.code, steps(self.places.lat), steps(self.places.lon))
        for rows in (self.moves, self.stays):
            yield from (column.ravel() for column in vars(rows).values())

    def size(self) -> dict[str, int]:
        """Count the rows; a total of what they count would undo what was left out."""
        return {"cells": len(self.places), "moves": len(self.moves.bin)}

    def __repr__(self) -> str:
        return f"<Model: order {self.order}, {len(self.places):,} cells>"

    def _repr_html_(self) -> str:
        told = f"order {self.order}, {len(self.places):,} cells, {len(self.moves.bin):,} moves"
        return f"<table><caption>wayveil.Model</caption>{told}</table>"


def _check_moves(moves: Moves, cells: int) -> None:
    """Raise if a path does not lead from cell to cell, or was gone by more than went it."""
    path = moves.path
    before, after = path[:, :-1], path[:, 1:]
    if ((path < BEFORE) | (path >= cells)).any() or (path[:, -1] == BEFORE).any():
        raise InternalError("a path leads nowhere.")
    if ((after == BEFORE) & (before != BEFORE)).any():
        raise InternalError("a path begins twice.")
    if ((before == after) & (after != BEFORE)).any():
        raise InternalError("a path stays where it is.")
    if (moves.times < moves.units).any():
        raise InternalError("a path was gone less often than by how many.")


def _check_stays(stays: Stays, cells: int) -> None:
    """Raise if time is spent nowhere, or none is."""
    if ((stays.cell < 0) | (stays.cell >= cells)).any() or (stays.ms < stays.units).any():
        raise InternalError("a time is spent nowhere, or is none.")
