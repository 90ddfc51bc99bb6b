"""Habits: people are known by what they did, and looked for in what they did later."""

from __future__ import annotations

from abc import abstractmethod
from typing import Annotated, Any, NamedTuple

import numpy as np
from pydantic import Field

from wayveil.attacks._units import all_of, groups
from wayveil.chance import Chance
from wayveil.clock import MS_PER_DAY
from wayveil.joined import joined
from wayveil.kernels import ragged
from wayveil.kernels.arrays import Floats, Ints, Mask
from wayveil.kinds import Attack, Guesses, Knowledge, Tessellation, Unit
from wayveil.part import by_default
from wayveil.shapes import Trajectories

#: How many people are compared with everybody at a time.
_BLOCK = 512


class Habits(NamedTuple):
    """Features, each a pair of cells, and their shares: person after person they add up to 1."""

    one: Ints
    other: Ints
    share: Floats
    who: Ints


class Clues(NamedTuple):
    """The habits of so many people before a moment."""

    habits: Habits
    people: int
    moment: int


class Halves(Attack):
    """Recognize people by what they did in the first half of the time, in the second half.

    The habits of each target before the middle of the data's time are known, and compared with
    those of each released record from then on: most alike is the one with the largest
    Bhattacharyya coefficient, the sum over features of sqrt(p q) of the two shares.
    """

    risk = "linkability"

    tiles: Tessellation = by_default("square")
    """The cells that places are known by."""

    days: Annotated[int, Field(ge=1, le=366)] = 2
    """On how many days a target must have been seen; others are left out."""

    @property
    def target(self) -> Unit:
        """Whom the clues are about: habits are people's."""
        return "user"

    @abstractmethod
    def features(self, people: Trajectories) -> tuple[Ints, Ints, Ints, Floats]:
        """Give features of a table with one record a person: of which record, and weights."""

    def knows(self, original: Trajectories, rng: Chance) -> Knowledge:
        """Learn the habits of those who were seen on enough days of the first half."""
        moment = (int(original.t.min()) + int(original.t.max()) + 1) // 2
        people = joined(original).data
        before = people.where(people.t < moment)
        regular = before.take(_days(before) >= self.days)
        habits = self._habits(regular)
        known, who = np.unique(habits.who, return_inverse=True)
        about = people.owner[known].astype(np.int64)
        clues = Clues(habits._replace(who=who), len(about), moment)
        return Knowledge(about, clues, left_out=len(people) - len(about))

    def guess(self, clues: Clues, released: Trajectories, rng: Chance) -> Guesses:
        """Name whose habits in the second half are most alike."""
        _, group = groups(released, "user")
        people = joined(released).data
        found, counts = _most_alike(clues, self._habits(people.where(people.t >= clues.moment)))
        return all_of(found, counts, group)

    def _habits(self, people: Trajectories) -> Habits:
        """Add up equal features, and divide by what each person has of all."""
        row, one, other, weight = self.features(people)
        on = (one >= 0) & (other >= 0) & (weight > 0)
        who = people.id.astype(np.int64)[row[on]]
        one, other = one[on], other[on]
        number = ragged.numbered(who, one, other)
        _, first = np.unique(number, return_index=True)
        total = np.bincount(number, weight[on])
        who = who[first]
        share = total / np.bincount(who, total)[who]
        return Habits(one[first], other[first], share, who)


def _days(data: Trajectories) -> Ints:
    """Count the days on which each trajectory has points."""
    day = data.t // MS_PER_DAY
    new: Mask = ragged.first_of_group(data.offsets)
    new[1:] |= day[1:] != day[:-1]
    return np.bincount(data.of_point[new], minlength=len(data))


def _most_alike(clues: Clues, theirs: Habits) -> tuple[Ints, Ints]:
    """Give for each target those most like it, of those who are like it at all."""
    from scipy import sparse

    mine = clues.habits
    feature = ragged.numbered(
        *(np.append(*pair) for pair in zip(mine[:2], theirs[:2], strict=True))
    )
    room = int(feature.max(initial=0)) + 1
    ours, others = feature[: len(mine.one)], feature[len(mine.one) :]
    n = int(theirs.who.max(initial=0)) + 1
    known = sparse.csr_array((np.sqrt(mine.share), (mine.who, ours)), (clues.people, room))
    found = sparse.csr_array((np.sqrt(theirs.share), (theirs.who, others)), (n, room)).T.tocsr()
    best = [_best(known[i : i + _BLOCK] @ found) for i in range(0, max(clues.people, 1), _BLOCK)]
    return np.concatenate([who for who, _ in best]), np.concatenate([count for _, count in best])


def _best(alike: Any) -> tuple[Ints, Ints]:
    """Give the largest entries of each row, and how many there are."""
    row = ragged.group_of_rows(alike.indptr)
    most = np.zeros(alike.shape[0])
    np.maximum.at(most, row, alike.data)
    top = alike.data >= most[row] * (1 - 1e-12)
    who, row = alike.indices[top].astype(np.int64), row[top]
    order = np.lexsort((who, row))
    return who[order], np.bincount(row, minlength=alike.shape[0])
