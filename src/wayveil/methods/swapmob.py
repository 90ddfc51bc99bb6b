"""Trajectories that cross exchange their futures."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from typing import Annotated, Final

import numpy as np
from pydantic import Field

from wayveil import progress
from wayveil.chance import Chance
from wayveil.kernels import ragged
from wayveil.kernels.arrays import Codes, Ints, Mask
from wayveil.kernels.exchange import Pieces, exchange, hands, rest
from wayveil.kernels.radix import order_of
from wayveil.kinds import Anonymizer, Claim, Draft, Groups, Meeting
from wayveil.part import by_default
from wayveil.record import Origin, Tally
from wayveil.shapes import Trajectories

_BLOCK: Final = 1_000_000


class SwapMob(Anonymizer):
    """Let trajectories that cross exchange their futures, by lot. (D4.10, 6.3.3.6; Dahne 2019)

    Each published trajectory is made of pieces of several people, cut where they met; all points
    stay true. Whoever meets draws by lot how to go on, so that nobody's past or future is
    more likely to be published as theirs than as that of another one of the group. That is no
    formal promise: who meets few others, or is alone for long, is published in long pieces.
    """

    meeting: Meeting = by_default("threshold")
    """When trajectories cross."""

    min_n_swap: Annotated[int, Field(ge=0, le=1_000_000)] | None = None
    """Remove trajectories that cross others less often; by default 1 with `threshold` and 0 with
    `partition`, where those that never cross are published as they are."""

    def claims(self) -> tuple[Claim, ...]:
        """Promise true points; measure what part of a trajectory is one person's, and its end."""
        unit = {"unit": "user"}
        return (
            Claim.named("true_points"),
            Claim.named("whole_trajectories"),
            Claim.named("attack_success", attack={"name": "own_share", "params": unit}),
            Claim.named("attack_success", attack={"name": "own_end", "params": unit}),
        )

    @property
    def least(self) -> int:
        """In how many groups a trajectory must be."""
        return self.meeting.min_n_swap if self.min_n_swap is None else self.min_n_swap

    def __call__(self, data: Trajectories, rng: Chance) -> Draft:
        """Find the meetings, leave out whoever has too few, and exchange."""
        groups, stay = lasting(self.meeting(data), data.owner, self.least)
        pieces = _joined(list(_exchanged(data, groups, rng)))
        swapped, rows = _assembled(data, pieces, stay)
        kept = np.flatnonzero(stay)
        gone = Tally.of(
            f"crossed others fewer than {self.least} times",
            len(data) - len(kept),
            data.n_points - swapped.n_points,
        )
        return Draft(swapped, Origin.one_each(kept, data.of_point[rows]), gone)


def lasting(groups: Groups, owner: Codes, least: int) -> tuple[Groups, Mask]:
    """Leave out trajectories in fewer groups than asked for, until nobody who stays is.

    Who leaves is missing in its groups; those in which one owner is left are no groups any more.
    """
    while True:
        stay: Mask = np.bincount(groups.members, minlength=len(owner)) >= least
        if stay[groups.members].all():
            return groups, stay
        groups = _without(groups, stay[groups.members], owner)


def _without(groups: Groups, keep: Mask, owner: Codes) -> Groups:
    """Keep some members, and the groups in which two owners are left."""
    group, members = ragged.group_of_rows(groups.offsets)[keep], groups.members[keep]
    first = np.searchsorted(group, group)
    mixed = np.zeros(len(groups), np.bool_)
    mixed[group[owner[members] != owner[members[first]]]] = True
    left = mixed[group]
    sizes = np.bincount(group[left], minlength=len(groups))
    return Groups(members[left], ragged.offsets_of(sizes[mixed]), groups.t[mixed])


def _exchanged(data: Trajectories, groups: Groups, rng: Chance) -> Iterator[Pieces]:
    """Let group after group draw, some million members at a time."""
    now, times = hands(data.offsets), data.t.copy()
    cuts = np.searchsorted(groups.offsets, np.arange(0, len(groups.members), _BLOCK)).tolist()
    progress.stage("swaps", len(groups))
    for low, high in pairwise([*cuts, len(groups)]):
        offsets = groups.offsets[low : high + 1]
        members = groups.members[offsets[0] : offsets[-1]]
        luck = rng.random(len(members))
        yield exchange(now, members, offsets - offsets[0], groups.t[low:high], times, luck)
        progress.advance(high - low)
    yield rest(now)


def _joined(pieces: list[Pieces]) -> Pieces:
    """Put pieces one after the other, without the empty ones."""
    slot, first, last = (np.concatenate(column) for column in zip(*pieces, strict=True))
    some = last > first
    return Pieces(slot[some], first[some], last[some])


def _assembled(data: Trajectories, pieces: Pieces, stay: Mask) -> tuple[Trajectories, Ints]:
    """Put the pieces of each slot together, in the order in which they were handed out.

    A slot begins with the beginning of its own trajectory, so that none is empty.
    """
    order = order_of(pieces.slot)
    order = order[stay[pieces.slot[order]]]
    first, last = pieces.first[order], pieces.last[order]
    lengths = np.zeros(len(data), np.int64)
    np.add.at(lengths, pieces.slot[order], last - first)
    rows = ragged.rows_between(first, last)
    swapped = replace(
        data,
        lat=data.lat[rows],
        lon=data.lon[rows],
        t=data.t[rows],
        offsets=ragged.offsets_of(lengths[stay]),
        id=data.id[stay],
        owner=data.owner[stay],
        extra=None if data.extra is None else data.extra[rows],
    )
    return swapped, rows
