"""A few places and times are enough to be alone."""

from __future__ import annotations

from typing import Annotated, Final, NamedTuple

import numpy as np
from pydantic import Field

from wayveil.attacks._things import Things, things
from wayveil.attacks._units import OfUnit, all_of, groups
from wayveil.chance import Chance
from wayveil.clock import MS_PER_SECOND
from wayveil.kernels import ragged
from wayveil.kernels.arrays import Ints
from wayveil.kernels.postings import postings, sole_holders
from wayveil.kernels.radix import distinct_pairs
from wayveil.kinds import Guesses, Knowledge, Tessellation
from wayveil.parallel import in_parallel
from wayveil.part import Seconds, by_default
from wayveil.shapes import Trajectories

#: Into how many shares questions are split among threads.
_SHARES: Final = 16


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
        what, who, pairs = self._visits(original, group)
        order = np.lexsort((rng.random(len(who)), who))
        has = np.bincount(who, minlength=len(names))
        enough = np.flatnonzero(has >= self.points)
        first = ragged.offsets_of(has)[enough]
        rows = order[(first[:, None] + np.arange(self.points)).ravel()]
        clues = Clues(*what.named(pairs[rows]))
        return Knowledge(names[enough], clues, left_out=len(names) - len(enough))

    def guess(self, clues: Clues, released: Trajectories, rng: Chance) -> Guesses:
        """Name whoever is the only one to have all pairs."""
        names, group = groups(released, self.unit)
        what, who, pairs = self._visits(released, group)
        index = postings(who, pairs, len(names), len(what))
        parts = np.array_split(what.find(*clues).reshape(-1, self.points), _SHARES)
        found = np.concatenate(in_parallel(lambda part: sole_holders(index, part), parts))
        return all_of(found[found >= 0], (found >= 0).astype(np.int64), group)

    def _visits(self, data: Trajectories, group: Ints) -> tuple[Things, Ints, Ints]:
        """List each group's pairs, each once and in order: what there is, who, and what of it."""
        cell = self.tiles.cells(data.lat, data.lon)
        on = np.flatnonzero(cell >= 0)
        step = round(self.interval * MS_PER_SECOND)
        bin = data.t[on] // step if step else np.zeros(1, np.int64)
        what, pair = things(cell[on], bin)
        return what, *distinct_pairs(group[data.of_point[on]], pair)
