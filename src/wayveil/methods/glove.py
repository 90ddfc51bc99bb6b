"""Whoever is easiest to blur into one is merged first."""

from __future__ import annotations

from typing import Annotated, ClassVar

import numpy as np
from pydantic import Field

from wayveil import progress
from wayveil.cells import Cells
from wayveil.chance import Chance
from wayveil.clusterings._gathering import check_feasible
from wayveil.joined import joined
from wayveil.kernels import stretch
from wayveil.kernels.arrays import Floats, Ints
from wayveil.kinds import Anonymizer, Claim, Draft
from wayveil.part import K, Metres, Seconds
from wayveil.shapes import Tracks, Trajectories
from wayveil.slots import Slots


class Glove(Anonymizer):
    """Merge, again and again, the two records that take the least stretching, until k share each.

    (Gramaglia, Fiore 2015, as compared with in paper 004, V-B.) The effort for two records is the
    mean, over the boxes of the longer one, of how far it and its nearest box in the other must be
    stretched to hold each other: time in shares of `most_time`, space of `most_space`, each at
    most 1, weighed by people. All pairs are compared: for some thousand people. For the cheapest
    boxes of a group that is known see `kmerge_groups`, which never costs more.
    """

    releases: ClassVar[type[Tracks]] = Cells

    k: K = 2
    """Fewest people (or trajectories) who share a record."""

    space: Annotated[Metres, Field(ge=1, le=100_000)] = 100
    """Side of a slot of space: no box is smaller."""

    time: Annotated[Seconds, Field(ge=1, le=86_400)] = 60
    """Length of a slot of time: no box is shorter."""

    most_space: Annotated[Metres, Field(ge=1, le=10_000_000)] = 20_000
    """Stretching farther than this is no worse."""

    most_time: Annotated[Seconds, Field(ge=1, le=31_536_000)] = 28_800
    """Stretching longer than this is no worse."""

    def claims(self) -> tuple[Claim, ...]:
        """Promise k-anonymity, and that no box is made up."""
        return Claim.named("k_anonymous", k=self.k), Claim.named("boxes_visited")

    def __call__(self, data: Trajectories, rng: Chance) -> Draft[Cells]:
        """Join, merge while anybody lacks company, and give every member a copy."""
        check_feasible(data, self.k)
        people = joined(data)
        slots = Slots.over(data, self.space, self.time)
        limits = np.array([self.most_time / self.time, self.most_space / self.space])
        tight, counts = slots.tightest(people.data)
        records = np.split(tight, np.cumsum(counts)[:-1])
        groups = Merging(records, limits).until(self.k)
        group = np.empty(len(people.data), np.int64)
        for place, (_, members) in enumerate(groups):
            group[members] = place
        boxes = np.concatenate([found for found, _ in groups])
        lengths = np.array([len(found) for found, _ in groups])
        number = np.arange(len(groups), dtype=np.int32)
        released = slots.cells(boxes, lengths, number, number).take(group)
        return Draft(released, people.origin(np.arange(len(people.data))))


class Merging:
    """Records that are still to be merged, and the effort for each pair of them."""

    def __init__(self, records: list[Ints], limits: Floats) -> None:
        n = len(records)
        self._records, self._limits = records, limits
        self._members = [[who] for who in range(n)]
        self._efforts = np.full((n, n), np.inf)
        for who in progress.track(range(n), "comparing records"):
            self._compare(who, np.arange(who))

    def until(self, k: int) -> list[tuple[Ints, list[int]]]:
        """Merge until each has k members; give the records with their members."""
        done: list[int] = []
        open_ones = np.ones(len(self._records), np.bool_)
        progress.stage("merging", len(self._records))
        while open_ones.sum() > 1:
            one, other = np.unravel_index(np.argmin(self._efforts), self._efforts.shape)
            self._join(int(one), int(other))
            open_ones[other] = False
            if len(self._members[one]) >= k:
                open_ones[one] = False
                self._close(int(one))
                done.append(int(one))
                progress.advance(len(self._members[one]))
            else:
                others = np.flatnonzero(open_ones)
                self._compare(int(one), others[others != one])
        for left in np.flatnonzero(open_ones).tolist():
            nearest = min(done, key=lambda each: self._effort(each, left))
            self._join(nearest, left)
        return [(self._records[each], self._members[each]) for each in done]

    def _share(self, one: int, other: int) -> float:
        mine, theirs = len(self._members[one]), len(self._members[other])
        return mine / (mine + theirs)

    def _effort(self, one: int, other: int) -> float:
        pair = self._records[one], self._records[other]
        return stretch.effort(*pair, self._share(one, other), self._limits)

    def _compare(self, who: int, others: Ints) -> None:
        efforts = [self._effort(who, other) for other in others.tolist()]
        self._efforts[who, others] = self._efforts[others, who] = efforts

    def _close(self, who: int) -> None:
        self._efforts[who] = self._efforts[:, who] = np.inf

    def _join(self, one: int, other: int) -> None:
        pair = self._records[one], self._records[other]
        self._records[one] = stretch.together(*pair, self._share(one, other), self._limits)
        self._members[one] = self._members[one] + self._members[other]
        self._close(other)
