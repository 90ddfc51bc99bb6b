"""Futures that change hands: trajectories as pieces, each in the slot that its holder had then."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from wayveil.kernels.arrays import Codes, Floats, Ints
from wayveil.kernels.compiled import compiled


class Hands(NamedTuple):
    """Where each trajectory goes on, and up to which of its points it has been handed out."""

    slot: Ints
    at: Ints
    end: Ints


class Pieces(NamedTuple):
    """Runs of points, `first` to `last` (not included), and the slot that each belongs to."""

    slot: Ints
    first: Ints
    last: Ints


def hands(offsets: Ints) -> Hands:
    """Begin with every trajectory in its own slot."""
    return Hands(np.arange(len(offsets) - 1), offsets[:-1].copy(), offsets[1:].copy())


def rest(now: Hands) -> Pieces:
    """Hand out what is left at the end."""
    return Pieces(now.slot, now.at, now.end)


@compiled
def exchange(
    now: Hands, members: Codes, offsets: Ints, when: Ints, t: Ints, luck: Floats
) -> Pieces:
    """Hand out what each member did before its meeting, then let the members draw for the slots.

    `luck` is uniform in [0, 1), one for each member: any permutation is as likely as any other.
    """
    n = len(members)
    slot, first, last = np.empty(n, np.int64), np.empty(n, np.int64), np.empty(n, np.int64)
    for g in range(len(when)):
        for k in range(offsets[g], offsets[g + 1]):
            who = members[k]
            slot[k], first[k] = now.slot[who], now.at[who]
            while now.at[who] < now.end[who] and t[now.at[who]] < when[g]:
                now.at[who] += 1
            last[k] = now.at[who]
        for k in range(offsets[g + 1] - 1, offsets[g], -1):
            other = offsets[g] + int(luck[k] * (k - offsets[g] + 1))
            one, two = members[k], members[other]
            now.slot[one], now.slot[two] = now.slot[two], now.slot[one]
    return Pieces(slot, first, last)
