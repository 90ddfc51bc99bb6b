"""Background knowledge: a few places of somebody's, matched with everybody's. (scikit-mobility)

The eight attacks of scikit-mobility differ in what is known beside the place, and in who fits it;
here these are two class variables and two short methods. What they share is one index and one
search. (Pellungrini et al. 2017, A Data Mining Approach to Assess Privacy Risk in Human Mobility
Data, ACM TIST 9, 3)
"""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal, NamedTuple

import numpy as np
from pydantic import Field

from wayveil.attacks._units import OfUnit, all_of, groups, place_in
from wayveil.chance import Chance
from wayveil.kernels import ragged
from wayveil.kernels.arrays import Floats, Ints
from wayveil.kernels.holdings import (
    OFTEN,
    Holdings,
    Known,
    Rule,
    fitting,
    holdings,
    listed,
    telling,
)
from wayveil.kernels.radix import order_by
from wayveil.kinds import Guesses, Knowledge, Tessellation
from wayveil.part import by_default
from wayveil.shapes import Trajectories


class Clues(NamedTuple):
    """Cells, intervals and amounts; those of target i are `offsets[i]` to `offsets[i + 1]`."""

    cell: Ints
    bin: Ints
    amount: Floats
    offsets: Ints


class Seen(NamedTuple):
    """Points on the tiles, group after group and in the order of time, as numbered things.

    Thing k is a cell and an interval, `cells[pairs[k] // len(bins)]` and
    `bins[pairs[k] % len(bins)]`.
    """

    group: Ints
    thing: Ints
    cells: Ints
    bins: Ints
    pairs: Ints


def foremost(index: Holdings, kind: Ints, often: Floats, n: int) -> Holdings:
    """Leave each group the n things of each kind that come most often, the first of equal ones."""
    who = ragged.group_of_rows(index.own)
    order = np.lexsort((index.things, -often, kind, who))
    runs = ragged.numbered(who[order], kind[order])
    rank = np.arange(len(order)) - np.searchsorted(runs, runs)
    top = np.sort(order[rank < n])
    keys = who[top] * (len(index.first) - 1) + index.things[top]
    return listed(keys, index.amounts[top], len(index.own) - 1, len(index.first) - 1)


class Background(OfUnit):
    """Find everybody who fits a few known places of somebody."""

    risk = "singling out"
    #: Who fits what is known.
    rule: ClassVar[int] = OFTEN
    #: Whether single points are known, or cells with what all points in them come to.
    by_point: ClassVar[bool] = True

    known: Annotated[int, Field(ge=1, le=20)] = 2
    """How many are known of each target; all, of targets that have fewer."""

    instance: Literal["random", "worst"] = "random"
    """Which are known: some at random, or those that fit the fewest in the original."""

    tiles: Tessellation = by_default("square")
    """The cells that places are known by."""

    def bins(self, t: Ints) -> Ints:
        """Give the intervals that times are known by: one for all, unless times are known."""
        return np.broadcast_to(np.int64(0), t.shape)

    def rows(self, data: Trajectories, group: Ints) -> tuple[Ints, Ints, Ints]:
        """Give rows in the order of time: the group, the cell (-1: none) and the interval."""
        who, cell = group[data.of_point], self.tiles.cells(data.lat, data.lon)
        bin = self.bins(data.t)
        if (group[1:] > group[:-1]).all():  # one trajectory each: they are in order as they are
            return who, cell, bin
        order = order_by(who, data.t)
        return who[order], cell[order], bin[order]

    def summed(self, index: Holdings, seen: Seen) -> Holdings:
        """Give what is known of whole cells: how many points are in them."""
        return index

    def different(self, index: Holdings) -> Ints:
        """Give rows among which all choices are that differ: one of a thing is like another."""
        if not self.by_point:
            return np.arange(len(index.things))
        rank = np.arange(len(index.rows)) - np.repeat(index.begin[:-1], np.diff(index.begin))
        return np.sort(index.rows[rank < self.known])

    def allowance(self) -> float:
        """Give how far amounts may lie apart, as a share of what is held."""
        return 0.0

    def knows(self, original: Trajectories, rng: Chance) -> Knowledge:
        """Choose what is known."""
        names, group = groups(original, self.unit)
        seen = self._seen(original, group)
        index = self._index(seen, len(names))
        rows, counts, _ = self._chosen(seen, index, rng)
        some = self._material(seen, index)
        about = np.flatnonzero(counts)
        where, when = np.divmod(seen.pairs[some.things[rows]], max(len(seen.bins), 1))
        offsets = ragged.offsets_of(counts[about])
        clues = Clues(seen.cells[where], seen.bins[when], some.amounts[rows], offsets)
        return Knowledge(names[about], clues, left_out=len(names) - len(about))

    def guess(self, clues: Clues, released: Trajectories, rng: Chance) -> Guesses:
        """Name all who fit."""
        names, group = groups(released, self.unit)
        seen = self._seen(released, group)
        where, when = place_in(seen.cells, clues.cell), place_in(seen.bins, clues.bin)
        thing = place_in(seen.pairs, where * len(seen.bins) + when)
        thing = np.where((where >= 0) & (when >= 0), thing, -1)
        known = Known(thing, clues.amount, clues.offsets)
        found, counts = fitting(self._index(seen, len(names)), known, self._rule())
        return all_of(found, counts, group)

    def risks(self, data: Trajectories) -> Floats:
        """Give each target's risk: 1 / how many fit the knowledge that fits the fewest.

        This is what scikit-mobility's `assess_risk` computes; 0 for who is on no tile. Its mean
        over the targets is the attack's success on raw data, where `instance` is "worst".
        """
        names, group = groups(data, self.unit)
        seen = self._seen(data, group)
        _, _, fewest = self._worst(seen, self._index(seen, len(names)))
        risks: Floats = np.where(fewest > 0, 1 / np.maximum(fewest, 1), 0)
        return risks

    def _rule(self) -> Rule:
        return Rule(self.rule, self.allowance())

    def _seen(self, data: Trajectories, group: Ints) -> Seen:
        who, cell, bin = self.rows(data, group)
        on = cell >= 0
        return _numbered(who, cell, bin) if on.all() else _numbered(who[on], cell[on], bin[on])

    def _index(self, seen: Seen, n: int) -> Holdings:
        return self.summed(holdings(seen.group, seen.thing, n, len(seen.pairs)), seen)

    def _material(self, seen: Seen, index: Holdings) -> Known:
        """List all there is to know of each group."""
        if not self.by_point:
            return Known(index.things, index.amounts, index.own)
        offsets = np.searchsorted(seen.group, np.arange(len(index.own)))
        return Known(seen.thing, np.ones(len(seen.thing)), offsets)

    def _chosen(self, seen: Seen, index: Holdings, rng: Chance) -> tuple[Ints, Ints, Ints]:
        if self.instance == "worst":
            return self._worst(seen, index)
        offsets = self._material(seen, index).offsets
        rows, counts = drawn(offsets, self.known, rng)
        return rows, counts, counts

    def _worst(self, seen: Seen, index: Holdings) -> tuple[Ints, Ints, Ints]:
        """Choose what fits the fewest; rare things are tried first."""
        some = self._material(seen, index)
        rows = self.different(index)
        who = ragged.group_of_rows(some.offsets)[rows]
        order = rows[order_by(who, np.diff(index.first)[some.things[rows]])]
        offsets = ragged.offsets_of(np.bincount(who, minlength=len(index.own) - 1))
        return telling(index, some, order, offsets, self.known, self._rule())


def _numbered(who: Ints, cell: Ints, bin: Ints) -> Seen:
    """Number the pairs of cell and interval; runs of one pair are looked up once."""
    starts = np.ones(len(cell), np.bool_)
    starts[1:] = (cell[1:] != cell[:-1]) | (bin[1:] != bin[:-1])
    lengths = np.diff(np.append(np.flatnonzero(starts), len(cell)))
    some, when = cell[starts], bin[starts]
    cells, bins = np.unique(some), np.unique(when)
    code = np.searchsorted(cells, some) * len(bins) + np.searchsorted(bins, when)
    pairs = np.unique(code)
    return Seen(who, np.repeat(np.searchsorted(pairs, code), lengths), cells, bins, pairs)


def drawn(offsets: Ints, size: int, rng: Chance) -> tuple[Ints, Ints]:
    """Draw so many different rows of each group, all where there are fewer; in their order."""
    has = np.diff(offsets)
    picks = np.full((len(has), size), np.iinfo(np.int64).max)
    for j in range(size):
        pick = (rng.random(len(has)) * np.maximum(has - j, 1)).astype(np.int64)
        for before in range(j):  # the picks so far, in order, are stepped over
            pick += pick >= picks[:, before]
        picks[:, j] = np.where(j < has, pick, picks[:, j])
        picks[:, : j + 1].sort(axis=1)
    counts = np.minimum(has, size)
    kept = np.arange(size) < counts[:, None]
    return (picks + offsets[:-1, None])[kept], counts
