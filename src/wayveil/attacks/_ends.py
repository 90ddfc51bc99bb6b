"""What attackers have in common who know an exact point at which a trajectory begins or ends."""

from __future__ import annotations

from abc import abstractmethod
from typing import Literal, NamedTuple

import numpy as np

from wayveil.attacks._units import OfUnit, groups
from wayveil.chance import Chance
from wayveil.kernels import ragged
from wayveil.kernels.arrays import Floats, Ints
from wayveil.kernels.mixing import mixed
from wayveil.kernels.radix import distinct_pairs
from wayveil.kinds import Guesses, Knowledge
from wayveil.shapes import Trajectories, steps

_SIEVE_BITS = np.uint64(16)


class Ends(NamedTuple):
    """Exact points, one or more of each target."""

    lat: Floats
    lon: Floats
    t: Ints
    offsets: Ints


class EndKnown(OfUnit):
    """Find the trajectories that hold somebody's known point, and say what of them is theirs."""

    risk = "linkability"
    item = "point"

    known: Literal["first", "last"] = "first"
    """Which point of each trajectory is known."""

    @abstractmethod
    def points(self, offsets: Ints, trips: Ints) -> tuple[Ints, Ints]:
        """Give the points said to be theirs, trajectory after trajectory, and how many each has."""

    def knows(self, original: Trajectories, rng: Chance) -> Knowledge:
        """Look where everybody sets out, or arrives."""
        names, person = groups(original, self.unit)
        trips = np.argsort(person, kind="stable")
        first, after = original.offsets[trips], original.offsets[trips + 1]
        rows = first if self.known == "first" else after - 1
        clues = (original.lat[rows], original.lon[rows], original.t[rows])
        return Knowledge(names, Ends(*clues, ragged.offsets_of(np.bincount(person))))

    def guess(self, clues: Ends, released: Trajectories, rng: Chance) -> Guesses:
        """Find the trajectories that hold the known points."""
        clue, point = _matches(clues, released)
        asked = ragged.group_of_rows(clues.offsets)[clue]
        who, trips = distinct_pairs(asked, released.of_point[point])
        rows, lengths = self.points(released.offsets, trips)
        counts = np.bincount(who, lengths, len(clues.offsets) - 1).astype(np.int64)
        return Guesses(rows, ragged.offsets_of(counts))


def _matches(clues: Ends, released: Trajectories) -> tuple[Ints, Ints]:
    """Pair each known point with the released points that equal it, in place and time."""
    known = mixed(steps(clues.lat), steps(clues.lon), clues.t)
    order = np.argsort(known, kind="stable")
    published = mixed(steps(released.lat), steps(released.lon), released.t)
    sieve = np.zeros(1 << int(_SIEVE_BITS), np.bool_)
    sieve[known >> (np.uint64(64) - _SIEVE_BITS)] = True
    likely = np.flatnonzero(sieve[published >> (np.uint64(64) - _SIEVE_BITS)])
    low = np.searchsorted(known[order], published[likely])
    high = np.searchsorted(known[order], published[likely], side="right")
    return order[ragged.rows_between(low, high)], np.repeat(likely, high - low)
