"""Everybody merged with k - 1 others, each by their own choice: for millions of people."""

from __future__ import annotations

from typing import Annotated, ClassVar

import numpy as np
from pydantic import Field

from wayveil.cells import Cells
from wayveil.chance import Chance
from wayveil.clusterings._gathering import check_feasible
from wayveil.joined import joined
from wayveil.kernels.arrays import Ints
from wayveil.kernels.merging import Samples
from wayveil.kinds import Anonymizer, Claim, Draft
from wayveil.methods._candidates import likely_pairs, priced
from wayveil.methods._merged import merged
from wayveil.methods._picking import picks
from wayveil.part import K, Metres, Seconds
from wayveil.shapes import Tracks, Trajectories
from wayveil.slots import Slots

_CHAIN = 4


class KPick(Anonymizer):
    """Merge everybody with k - 1 others who are cheap to merge with, and let k records fit each.

    (paper 004, III, for the merge; the proxy is that of k-scale, INFOCOM 2026.) All trips of a
    person are joined first. Exact costs are worked out only with those whose mean ± deviation in
    time and space is most alike. Each person begins one record and is picked for k - 1 others, so
    that k records hold all of their points; which of its k members a record stands for is drawn
    by lot, each as likely as the next. Records differ, unlike those of `kmerge_groups`: who knows
    nearly everybody's points may tell who is in which record, but not which record is whose; and
    who knows which record is somebody's may tell whose some others are.
    """

    releases: ClassVar[type[Tracks]] = Cells

    k: K = 2
    """How many people (or trajectories) are merged in each record, and fit it."""

    space: Annotated[Metres, Field(ge=1, le=100_000)] = 100
    """Side of a slot of space: no box is smaller."""

    time: Annotated[Seconds, Field(ge=1, le=86_400)] = 60
    """Length of a slot of time: no box is shorter."""

    neighbours: Annotated[int, Field(ge=1, le=10_000)] = 50
    """With how many of similar extent the cost of a merge is worked out, for each."""

    def claims(self) -> tuple[Claim, ...]:
        """Promise k records that fit everybody, and that no box is made up."""
        return Claim.named("one_k", k=self.k), Claim.named("boxes_visited")

    def __call__(self, data: Trajectories, rng: Chance) -> Draft[Cells]:
        """Join, pick, merge, and draw whose record is whose."""
        check_feasible(data, self.k)
        people = joined(data)
        slots = Slots.over(data, self.space, self.time)
        members, boxes, lengths = self._merged(slots.of(people.data))
        number = np.arange(len(lengths), dtype=np.int32)
        released = slots.cells(boxes, lengths, number, number)
        return Draft(released, people.origin(_owners(members, rng)))

    def _merged(self, samples: Samples) -> tuple[Ints, Ints, Ints]:
        """Give the members of record j in column j, the boxes of all, and how many each has."""
        members = self._members(samples)
        return members, *merged(samples, members.T)

    def _members(self, samples: Samples) -> Ints:
        """Give the members of record j in column j; each row is a permutation."""
        n = len(samples.offsets) - 1
        steps = _CHAIN * self.k
        while True:
            pairs = likely_pairs(samples, max(self.neighbours, self.k), steps)
            found = picks(priced(samples, pairs), self.k - 1)
            if found is not None:
                return np.vstack([np.arange(n), found])
            steps *= 4  # once everybody may pick everybody there are always enough


def _owners(members: Ints, rng: Chance) -> Ints:
    """Draw for whom each record stands, so that everybody owns one of those that they are in.

    Row r of the members is a permutation. Whoever changes from one row to another in one record
    must do so in others too, along a cycle; each cycle is drawn for by itself. Row r is taken
    with probability 1 / (r + 1) in place of those before it, which makes all k equally likely.
    """
    owners: Ints = members[0]
    lot = rng.spawn("owners")
    for r in range(1, len(members)):
        count, cycle = _cycles(owners, members[r])
        owners = np.where((lot.random(count) * (r + 1) < 1)[cycle], members[r], owners)
    return owners


def _cycles(one: Ints, other: Ints) -> tuple[int, Ints]:
    """Number the cycles of records: who is in one permutation's is in the next by the other."""
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    n = len(one)
    follows = np.argsort(other, kind="stable")[one]
    edges = coo_array((np.ones(n, np.int8), (np.arange(n), follows)), shape=(n, n))
    count, cycle = connected_components(edges, directed=False)
    return count, cycle.astype(np.int64)
