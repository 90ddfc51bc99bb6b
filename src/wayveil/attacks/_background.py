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

from wayveil.attacks._things import Things, things
from wayveil.attacks._units import OfUnit, all_of, groups
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

    Those of group g are `thing[offsets[g]:offsets[g + 1]]`.
    """

    thing: Ints
    offsets: Ints
    what: Things


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
        return np.zeros(1, np.int64)

    def rows(self, data: Trajectories, group: Ints) -> tuple[Ints, Ints, Ints]:
        """Give the cell (-1: none) and the time of each group's rows, in order, and offsets."""
        cell, t = self.tiles.cells(data.lat, data.lon), data.t
        order, offsets = in_time(data, group)
        return (cell, t, offsets) if order is None else (cell[order], t[order], offsets)

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
        some, rows, counts = self._chosen(seen, rng)
        about = np.flatnonzero(counts)
        offsets = ragged.offsets_of(counts[about])
        clues = Clues(*seen.what.named(some.things[rows]), some.amounts[rows], offsets)
        return Knowledge(names[about], clues, left_out=len(names) - len(about))

    def guess(self, clues: Clues, released: Trajectories, rng: Chance) -> Guesses:
        """Name all who fit."""
        _, group = groups(released, self.unit)
        seen = self._seen(released, group)
        known = Known(seen.what.find(clues.cell, clues.bin), clues.amount, clues.offsets)
        found, counts = fitting(self._index(seen), known, self._rule())
        return all_of(found, counts, group)

    def risks(self, data: Trajectories) -> Floats:
        """Give each target's risk: 1 / how many fit the knowledge that fits the fewest.

        This is what scikit-mobility's `assess_risk` computes; 0 for who is on no tile. Its mean
        over the targets is the attack's success on raw data, where `instance` is "worst".
        """
        seen = self._seen(data, groups(data, self.unit)[1])
        _, _, fewest = self._worst(seen, self._index(seen))
        risks: Floats = np.where(fewest > 0, 1 / np.maximum(fewest, 1), 0)
        return risks

    def _rule(self) -> Rule:
        return Rule(self.rule, self.allowance())

    def _seen(self, data: Trajectories, group: Ints) -> Seen:
        cell, t, offsets = self.rows(data, group)
        on = cell >= 0
        if not on.all():
            cell, t, offsets = cell[on], t[on], ragged.offsets_of(on.astype(np.int64))[offsets]
        what, thing = things(cell, self.bins(t))
        return Seen(thing, offsets, what)

    def _index(self, seen: Seen) -> Holdings:
        return self.summed(holdings(seen.thing, seen.offsets, len(seen.what)), seen)

    def _material(self, seen: Seen, index: Holdings) -> Known:
        """List all there is to know of each group."""
        if not self.by_point:
            return Known(index.things, index.amounts, index.own)
        return _points(seen)

    def _chosen(self, seen: Seen, rng: Chance) -> tuple[Known, Ints, Ints]:
        """Choose rows of what there is to know; to draw single points takes no index."""
        blind = self.by_point and self.instance == "random"
        index = None if blind else self._index(seen)
        some = _points(seen) if index is None else self._material(seen, index)
        if index is None or self.instance == "random":
            return some, *drawn(some.offsets, self.known, rng)
        return some, *self._worst(seen, index)[:2]

    def _worst(self, seen: Seen, index: Holdings) -> tuple[Ints, Ints, Ints]:
        """Choose what fits the fewest; rare things are tried first."""
        some = self._material(seen, index)
        rows = self.different(index)
        who = ragged.group_of_rows(some.offsets)[rows]
        order = rows[order_by(who, np.diff(index.first)[some.things[rows]])]
        offsets = ragged.offsets_of(np.bincount(who, minlength=len(index.own) - 1))
        return telling(index, some, order, offsets, self.known, self._rule())


def _points(seen: Seen) -> Known:
    """List all points as what there is to know."""
    return Known(seen.thing, np.ones(len(seen.thing)), seen.offsets)


def in_time(data: Trajectories, group: Ints) -> tuple[Ints | None, Ints]:
    """Give the order in which each group's points follow each other, and the groups' offsets.

    None stands for the order that they are in. Points are sorted only where trajectories of one
    group overlap in time.
    """
    offsets = ragged.offsets_of(np.bincount(group, data.lengths).astype(np.int64))
    first, last = data.t[data.offsets[:-1]], data.t[data.offsets[1:] - 1]
    trips = np.lexsort((first, group))
    same = group[trips[1:]] == group[trips[:-1]]
    if (same & (first[trips[1:]] <= last[trips[:-1]])).any():
        return order_by(group[data.of_point], data.t), offsets
    in_order = (trips[1:] > trips[:-1]).all()
    return None if in_order else ragged.rows_of(data.offsets, trips), offsets


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
