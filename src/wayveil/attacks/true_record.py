"""Which of the records that fit somebody is theirs."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar, Literal

import numpy as np

from wayveil.attacks._units import OfUnit
from wayveil.cells import Cells
from wayveil.chance import Chance
from wayveil.fitting import fits
from wayveil.joined import joined
from wayveil.kernels import ragged
from wayveil.kernels.arrays import Floats, Ints
from wayveil.kernels.boxes import box_of
from wayveil.kinds import Guesses, Knowledge
from wayveil.shapes import Names, Tracks, Trajectories

_PAIRS_AT_ONCE = 5_000


class TrueRecord(OfUnit):
    """Know all points of somebody, and choose among the records that fit them.

    Every record that holds all points fits; by one of them the person is named, and that is the
    one looked for. With `by` "lot" all are named: what is found then is what k records that look
    alike would give. With another, the one that stands out is: finding more by it than by lot
    shows that the true record is not like the others.
    """

    risk = "linkability"
    about: ClassVar[type[Tracks]] = Cells

    by: Literal["lot", "finest", "coarsest", "most_boxes", "fewest_boxes", "centred"] = "lot"
    """What is thought to mark the true record: nothing; the smallest or the largest boxes, in
    space and time; the most or the fewest; or points in the middle of their boxes."""

    def knows(self, original: Trajectories, rng: Chance) -> Knowledge:
        """Watch everybody all the time."""
        each = original if self.unit == "user" else original.renumbered().each_alone()
        people = joined(each).data
        codes = people.owner.astype(np.int64)
        return Knowledge(codes, replace(people, owner=people.id, names=Names()))

    def guess(self, clues: Trajectories, released: Cells, rng: Chance) -> Guesses:
        """Look for the records that fit, and name the one that stands out."""
        person, record = fits(released.boxes(), clues.positions())
        marked = self._marks(clues, released, person, record)
        least = np.full(len(clues), np.inf)
        np.minimum.at(least, person, marked)
        stays = marked <= least[person]
        counts = np.bincount(person[stays], minlength=len(clues))
        return Guesses(record[stays], ragged.offsets_of(counts))

    def _marks(
        self, clues: Trajectories, released: Cells, person: Ints, record: Ints
    ) -> Floats | Ints:
        """Give for each pair how little it stands out."""
        if self.by == "lot":
            return np.zeros(len(person))
        if self.by == "centred":
            return _off_centre(clues, released, person, record)
        sign = 1 if self.by in ("finest", "fewest_boxes") else -1
        by_number = self.by in ("most_boxes", "fewest_boxes")
        return sign * (released.lengths if by_number else _volumes(released))[record]


def _volumes(cells: Cells) -> Floats:
    """Add up how long each box is times how wide and high."""
    long = (cells.end - cells.start).astype(np.float64)
    wide = cells.east - cells.west + cells.north - cells.south + 1
    return np.add.reduceat(long * wide, cells.offsets[:-1])


def _off_centre(clues: Trajectories, cells: Cells, person: Ints, record: Ints) -> Floats:
    """Give how far from the middle of their boxes somebody's points lie, on average.

    In shares of the box, from 0 to 1/2 for each of north and time.
    """
    found = np.empty(len(person))
    for start in range(0, len(person), _PAIRS_AT_ONCE):
        some = slice(start, start + _PAIRS_AT_ONCE)
        points, held = clues.take(person[some]).positions(), cells.take(record[some])
        box = box_of(held.boxes(), points)
        high, long = held.north - held.south + 1, held.end - held.start
        north = np.abs((points.lat - held.south[box]) / high[box] - 0.5)
        late = np.abs((points.t - held.start[box]) / long[box] - 0.5)
        found[some] = np.add.reduceat(north + late, points.offsets[:-1]) / np.diff(points.offsets)
    return found
