"""Trajectories that are entwined: k people for a while, and then others."""

from __future__ import annotations

from typing import Annotated, ClassVar, NamedTuple

import numpy as np
from pydantic import Field, model_validator

from wayveil import clock, progress
from wayveil.cells import Cells
from wayveil.chance import Chance
from wayveil.errors import Infeasible
from wayveil.joined import Joined, joined
from wayveil.kernels import merging, ragged
from wayveil.kernels.arrays import Ints, Mask
from wayveil.kinds import Anonymizer, Claim, Draft
from wayveil.methods._covers import Covers
from wayveil.methods._epochs import Epochs
from wayveil.methods._hiding import hidden
from wayveil.methods._spectral import clusters
from wayveil.parallel import in_parallel
from wayveil.part import K, Metres, Seconds
from wayveil.record import Company, Origin, Tally
from wayveil.shapes import Tracks, Trajectories
from wayveil.slots import Slots


class KteHide(Anonymizer):
    """Hide everybody among k people for a time tau, and among others after. (paper 004, Alg. 2)

    All trips of a person are joined, and time is cut into epochs of epsilon. In each window of
    tau + epsilon everybody's record is merged with those of k - 1 others, into boxes that all of
    them visited, so that whoever watches somebody for a time tau finds k records that fit. No two
    people are merged in another window again: to follow a record further does not help. Who
    cannot be hidden is suppressed in that window, and the record goes on under a fresh id.
    """

    releases: ClassVar[type[Tracks]] = Cells

    k: K = 2
    """Fewest people whose records fit what is known of one."""

    tau: Annotated[Seconds, Field(ge=1, le=30 * 86_400)] = 3600
    """For how long somebody is watched; a multiple of epsilon."""

    epsilon: Annotated[Seconds, Field(ge=1, le=30 * 86_400)] = 3600
    """Length of an epoch: what may be learned beyond tau; a multiple of the slot of time."""

    space: Annotated[Metres, Field(ge=1, le=100_000)] = 100
    """Side of a slot of space: no box is smaller."""

    time: Annotated[Seconds, Field(ge=1, le=86_400)] = 60
    """Length of a slot of time: no box is shorter."""

    @model_validator(mode="after")
    def _nests(self) -> KteHide:
        slot, epoch, watch = map(clock.milliseconds, (self.time, self.epsilon, self.tau))
        if epoch % slot or watch % epoch:
            raise ValueError("tau must be a multiple of epsilon, and epsilon of time")
        return self

    def claims(self) -> tuple[Claim, ...]:
        """Promise k^tau,epsilon-anonymity, and that no box is made up; measure what leaks."""
        return (
            Claim.named("kte_anonymous", k=self.k, tau=self.tau, epsilon=self.epsilon),
            Claim.named("boxes_visited"),
            Claim.named("leakage", tau=self.tau, epsilon=self.epsilon),
        )

    def __call__(self, data: Trajectories, rng: Chance) -> Draft[Cells]:
        """Join, cluster, hide, and merge epoch by epoch."""
        people, slots = joined(data), Slots.over(data, self.space, self.time)
        epsilon = clock.milliseconds(self.epsilon)
        length = clock.milliseconds(self.tau) // epsilon + 1
        epochs = Epochs.of(people.data, slots, epsilon, length)
        covers = hidden(epochs, clusters(epochs, rng.spawn("clusters")), self.k)
        records = Records.of(covers)
        if not len(records.person):
            raise Infeasible(
                f"nobody can be hidden among k = {self.k} people of the same active hours.",
                "Ask for a smaller k or tau, or give more people.",
            )
        boxes, counts = merged(covers, records.pieces)
        lengths = np.add.reduceat(counts, records.offsets[:-1])
        number = np.arange(len(lengths), dtype=np.int32)
        released = slots.cells(boxes, lengths, number, number)
        return Draft(released, records.origin(covers, people, epsilon), _tally(covers, people))


class Records(NamedTuple):
    """What is published: pieces that are not suppressed, in records by person and time.

    Record j has the pieces `pieces[offsets[j]:offsets[j + 1]]`. Where a piece was suppressed, the
    record ends and another begins.
    """

    pieces: Ints
    offsets: Ints
    person: Ints

    @classmethod
    def of(cls, covers: Covers) -> Records:
        """Cut at what is suppressed."""
        epochs = covers.epochs
        pieces = np.flatnonzero(covers.seen[epochs.person, epochs.epoch])
        person = epochs.person[pieces]
        fresh = np.ones(len(pieces), np.bool_)
        fresh[1:] = (np.diff(pieces) > 1) | (np.diff(person) > 0)
        starts = np.flatnonzero(fresh)
        return cls(pieces, np.append(starts, len(pieces)), person[starts])

    def origin(self, covers: Covers, people: Joined, epsilon: int) -> Origin:
        """Say who each record stands for, and who hides in it when."""
        own = people.origin(self.person)
        return Origin(own.sources, own.offsets, company=self._company(covers, people, epsilon))

    def _company(self, covers: Covers, people: Joined, epsilon: int) -> Company:
        epochs = covers.epochs
        record = np.full(len(epochs.person), -1)
        record[self.pieces] = ragged.group_of_rows(self.offsets)
        rows = []
        for m in range(epochs.windows):
            seen = covers.seen[:, covers.during(m)]
            ends = m + np.argmax(seen, 1), m + seen.shape[1] - 1 - np.argmax(seen[:, ::-1], 1)
            for parent in covers.parent[m]:
                ones = np.flatnonzero(parent >= 0)
                first, last = (epochs.piece[ones, end[ones]] for end in ends)
                rows.append((record[first], parent[ones], epochs.real[first], epochs.real[last]))
        holder, guest, first, last = (np.concatenate(column) for column in zip(*rows, strict=True))
        order = np.lexsort((first, holder))
        counts = np.bincount(holder, minlength=len(self.person))
        source = people.trips[people.offsets[guest[order]]]
        return Company(source, first[order], last[order], ragged.offsets_of(counts), epsilon)


def merged(covers: Covers, pieces: Ints) -> tuple[Ints, Ints]:
    """Merge each piece with those that hide in it; give all boxes, and how many each has."""
    progress.stage("merging")
    parts = np.array_split(pieces, max(1, len(pieces) // 20_000))

    def work(part: Ints) -> tuple[Ints, Ints]:
        members, offsets = together(covers, part)
        return merging.merged_each(covers.epochs.samples, members, offsets)

    boxes, counts = zip(*in_parallel(work, parts), strict=True)
    return np.concatenate(boxes), np.concatenate(counts)


def together(covers: Covers, pieces: Ints) -> tuple[Ints, Ints]:
    """List each piece and those that hide in it in the windows that its epoch lies in."""
    table = covers.company(pieces)
    present: Mask = table >= 0
    return table[present], ragged.offsets_of(present.sum(axis=1))


def _tally(covers: Covers, people: Joined) -> Tally:
    """Count the points that are suppressed, and the trips of people of whom nothing is left."""
    epochs = covers.epochs
    samples = np.diff(epochs.samples.offsets)
    hidden_points = int(samples[~covers.seen[epochs.person, epochs.epoch]].sum())
    gone = ~covers.seen.any(axis=1)
    trips = int(np.diff(people.offsets)[gone].sum())
    return Tally.of("not k - 1 others to hide among", trips, hidden_points)
