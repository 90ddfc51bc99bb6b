"""A few places and times are enough to be alone."""

from __future__ import annotations

from typing import Annotated, Final, NamedTuple

import numpy as np
from pydantic import Field

from wayveil.attacks._units import OfUnit, all_of, groups, place_in
from wayveil.chance import Chance
from wayveil.clock import MS_PER_SECOND
from wayveil.kernels import ragged
from wayveil.kernels.arrays import Ints
from wayveil.kernels.postings import postings, sole_holders
from wayveil.kernels.radix import ranked
from wayveil.kinds import Guesses, Knowledge, Tessellation
from wayveil.parallel import in_parallel
from wayveil.part import Seconds, by_default
from wayveil.shapes import Trajectories

#: Into how many shares questions are split among threads.
_SHARES: Final = 16


class Visits(NamedTuple):
    """Who was in which cell in which interval: one row for each visit, by group."""

    group: Ints
    cell: Ints
    bin: Ints


class Clues(NamedTuple):
    """Cells and intervals, so many of each target, row after row."""

    cell: Ints
    bin: Ints


class Unicity(OfUnit):
    """Find whoever alone was in a few known places at known times. (de Montjoye et al. 2013)

    Of each target, some of its pairs of cell and interval are known: drawn at random, all
    different. It is found if exactly one in the release has all of them; otherwise the attacker
    says nothing. On raw data the success is the paper's unicity. Targets with fewer pairs than
    asked for are left out and counted. With 2 points, of the trips A B C, A B D and A C D
    (letters are pairs) whoever is known by B and C is found, whoever by A and B is not.
    (Unique in the Crowd, Scientific Reports 3, 1376)
    """

    risk = "singling out"

    points: Annotated[int, Field(ge=1, le=1000)] = 4
    """How many pairs of place and time are known of each target."""

    tiles: Tessellation = by_default("square")
    """The cells that places are known by."""

    interval: Seconds = 3600
    """Length of the intervals that times are known by; 0 if only places are known."""

    def knows(self, original: Trajectories, rng: Chance) -> Knowledge:
        """Draw the pairs."""
        names, group = groups(original, self.unit)
        seen = self._visits(original, group)
        order = np.lexsort((rng.random(len(seen.group)), seen.group))
        has = np.bincount(seen.group, minlength=len(names))
        enough = np.flatnonzero(has >= self.points)
        first = ragged.offsets_of(has)[enough]
        rows = order[(first[:, None] + np.arange(self.points)).ravel()]
        clues = Clues(seen.cell[rows], seen.bin[rows])
        return Knowledge(names[enough], clues, left_out=len(names) - len(enough))

    def guess(self, clues: Clues, released: Trajectories, rng: Chance) -> Guesses:
        """Name whoever is the only one to have all pairs."""
        names, group = groups(released, self.unit)
        seen = self._visits(released, group)
        thing, known = _ranked(seen, clues)
        index = postings(seen.group, thing, len(names), int(thing.max(initial=0)) + 1)
        parts = np.array_split(known.reshape(-1, self.points), _SHARES)
        found = np.concatenate(in_parallel(lambda part: sole_holders(index, part), parts))
        return all_of(found[found >= 0], (found >= 0).astype(np.int64), group)

    def _visits(self, data: Trajectories, group: Ints) -> Visits:
        """List each group's pairs, each once."""
        cell = self.tiles.cells(data.lat, data.lon)
        step = round(self.interval * MS_PER_SECOND)
        bin = data.t // step if step else np.zeros_like(data.t)
        who, inside = group[data.of_point], cell >= 0
        rows = np.lexsort((bin, cell, who))
        rows = rows[inside[rows]]
        return Visits(*(column[rows][_new(who, cell, bin, rows)] for column in (who, cell, bin)))


def _new(who: Ints, cell: Ints, bin: Ints, rows: Ints) -> Ints:
    """Give the places in an order where a pair comes for the first time."""
    fresh = np.ones(len(rows), np.bool_)
    fresh[1:] = False
    for column in (who, cell, bin):
        ordered = column[rows]
        fresh[1:] |= ordered[1:] != ordered[:-1]
    return np.flatnonzero(fresh)


def _ranked(seen: Visits, clues: Clues) -> tuple[Ints, Ints]:
    """Number the pairs of a release 0, 1, ...; give those of the clues, -1 where nobody was."""
    cells, cell = ranked(seen.cell)
    bins, bin = ranked(seen.bin)
    pairs, thing = ranked(cell * len(bins) + bin)
    where, when = place_in(cells, clues.cell), place_in(bins, clues.bin)
    known = place_in(pairs, where * len(bins) + when)
    return thing, np.where((where >= 0) & (when >= 0), known, -1)
