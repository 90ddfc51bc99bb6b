"""Everybody as somebody who watches them sees them: what is known, and which records are theirs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise

import numpy as np

from wayveil.cells import Cells
from wayveil.joined import joined
from wayveil.kernels import fitting, ragged
from wayveil.kernels.arrays import Ints, Mask
from wayveil.kernels.boxes import Boxes, Points
from wayveil.kernels.fitting import Spans
from wayveil.record import Company, Record
from wayveil.shapes import Trajectories

#: Pairs of person and record that are compared at one go.
_AT_ONCE = 200_000


@dataclass(frozen=True, eq=False)
class Watched:
    """All points of each person, by time, and the boxes of each record.

    `own` holds pairs of person and record, by person; `person_of` the first person of each record.
    A point is `known` (it is promised something) if it lies in a box of a record of its person's
    own; all others are suppressed, whoever suppressed them.
    """

    points: Points
    boxes: Boxes
    known: Mask
    own: tuple[Ints, Ints]
    person_of: Ints
    window: int

    @classmethod
    def of(cls, released: Cells, record: Record, original: Trajectories, window: int) -> Watched:
        """Join everybody's points, and look them up in their own records."""
        people = joined(replace(original, owner=record.owner)).data
        points, boxes = people.positions(), released.boxes()
        sources = record.owner[record.origin.sources]
        person = np.searchsorted(people.owner, sources).astype(np.int64)
        holder = ragged.group_of_rows(record.origin.offsets)
        pairs = np.unique(np.column_stack([person, holder]), axis=0)
        own = np.ascontiguousarray(pairs[:, 0]), np.ascontiguousarray(pairs[:, 1])
        known = fitting.held_by(boxes, points, *own)
        first = person[record.origin.offsets[:-1]]
        return cls(points, boxes, known, own, first, window)

    def __len__(self) -> int:
        return len(self.points.offsets) - 1

    @property
    def one_each(self) -> bool:
        """Whether each record is of one person."""
        return len(self.own[1]) == len(self.person_of)

    def fits(self, people: Ints, records: Ints) -> Spans:
        """Give the spans of windows that each record fits, of each pair; a group is a pair."""
        return Spans(
            *fitting.fitting(self.boxes, self.points, self.known, people, records, self.window)
        )

    def every_record(self, people: Ints) -> Iterator[tuple[Ints, Ints]]:
        """Pair people with all records, some people at a time."""
        records = np.arange(len(self.person_of))
        for some in np.array_split(people, -(-len(people) * len(records) // _AT_ONCE) or 1):
            yield np.repeat(some, len(records)), np.tile(records, len(some))

    def around(self, people: Ints, known: bool) -> Spans:
        """Give the spans of windows that hold a known point, or one that is not; by person."""
        rows = ragged.rows_of(self.points.offsets, people)
        person = np.repeat(people, np.diff(self.points.offsets)[people])
        some = self.known[rows] == known
        t = self.points.t[rows[some]]
        return fitting.united(Spans(person[some], t - self.window, t))

    def crowds(self, people: Ints, records: Ints) -> Ints:
        """Give for each person how many others, or they, fit in the worst window; by pairs.

        Only windows with a known point and no suppressed one count; of a person with several
        records that fit, one. The pairs are in the order of their people; some people are looked
        at after others, so that no more room is taken than for `_AT_ONCE` pairs.
        """
        least = np.full(len(self), np.iinfo(np.int64).max)
        for rows in _blocks(people):
            some = np.unique(people[rows])
            least[some] = self._crowds(people[rows], records[rows])[some]
        return least

    def _crowds(self, people: Ints, records: Ints) -> Ints:
        found = self.fits(people, records)
        whose = people[found.group] * len(self) + self.person_of[records[found.group]]
        cover = fitting.united(Spans(whose, found.first, found.last))
        cover = cover._replace(group=cover.group // len(self))
        asked = np.unique(people)
        known, hidden = self.around(asked, known=True), self.around(asked, known=False)
        return fitting.least_cover(cover, known, hidden, len(self))

    @cached_property
    def exposed(self) -> Mask:
        """Say of each point whether the window that starts there has a suppressed one."""
        hidden, ties = np.flatnonzero(~self.known), ragged.runs(self.points.t, self.points.offsets)
        place = np.searchsorted(hidden, np.repeat(ties[:-1], np.diff(ties)))
        following = np.append(hidden, len(self.known))[place]
        person = ragged.group_of_rows(self.points.offsets)
        at = np.minimum(following, len(self.known) - 1)
        soon = self.points.t[at] - self.points.t <= self.window
        found: Mask = (following < len(self.known)) & soon & (person[at] == person)
        return found

    def starts(self, who: int) -> Ints:
        """Give the windows of a person that start at a point, and have no suppressed one."""
        rows = slice(*self.points.offsets[who : who + 2])
        return np.unique(self.points.t[rows][~self.exposed[rows]])

    def company(self, company: Company, record: Record) -> tuple[Ints, Ints]:
        """Give the persons who hide in records, and these, as the publisher's record says."""
        owners = np.unique(record.owner)
        person = np.searchsorted(owners, record.owner[company.sources]).astype(np.int64)
        return person, ragged.group_of_rows(company.offsets)


def _blocks(people: Ints) -> Iterator[slice]:
    """Cut pairs in order of their people into blocks, nobody into two of them."""
    starts = np.flatnonzero(np.diff(people, prepend=-1))
    block = starts // _AT_ONCE
    cuts = [*starts[np.flatnonzero(np.diff(block, prepend=-1))].tolist(), len(people)]
    return (slice(*ends) for ends in pairwise(cuts))
