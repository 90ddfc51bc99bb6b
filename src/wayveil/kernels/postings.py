"""Who holds which things, so that whoever holds several at once is found by leaps."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from wayveil.kernels import ragged
from wayveil.kernels.arrays import Ints
from wayveil.kernels.compiled import compiled
from wayveil.kernels.radix import distinct


class Postings(NamedTuple):
    """Lists of holders by thing.

    Thing k is held by the groups `holders[first[k]:first[k + 1]]`, in order and each once.
    """

    holders: Ints
    first: Ints


def postings(groups: Ints, things: Ints, n_groups: int, n_things: int) -> Postings:
    """List who holds each thing."""
    held, holders = np.divmod(distinct(things * n_groups + groups), max(n_groups, 1))
    return Postings(holders, ragged.offsets_of(np.bincount(held, minlength=n_things)))


def sole_holders(index: Postings, wanted: Ints) -> Ints:
    """Give for each row of things the one group that holds them all; -1 if none or several do.

    A thing of -1 is held by nobody.
    """
    found = np.full(len(wanted), -1)
    real = np.flatnonzero((wanted >= 0).all(axis=1))
    things = wanted[real]
    rarest_first = np.argsort(index.first[things + 1] - index.first[things], axis=1)
    found[real] = _sole(index, np.take_along_axis(things, rarest_first, axis=1))
    return found


@compiled
def _sole(index: Postings, wanted: Ints) -> Ints:
    found = np.full(len(wanted), -1)
    for question in range(len(wanted)):
        things = wanted[question]
        at = index.first[things]
        holder = _next_common(index, things, at)
        if holder >= 0:
            at[0] += 1
            found[question] = holder if _next_common(index, things, at) < 0 else -1
    return found


@compiled
def _next_common(index: Postings, things: Ints, at: Ints) -> int:
    """Go on in all lists to the next group that is in each, and give it; -1 if there is none.

    Each list in turn leaps to the group that the others have come to, or beyond it.
    """
    agreed, which, holder = 0, 0, -1
    while agreed < len(things):
        end = index.first[things[which] + 1]
        at[which] = _leap(index.holders, at[which], end, holder)
        if at[which] == end:
            return -1
        agreed = agreed + 1 if index.holders[at[which]] == holder else 1
        holder = index.holders[at[which]]
        which = (which + 1) % len(things)
    return holder


@compiled
def _leap(holders: Ints, low: int, end: int, holder: int) -> int:
    """Give the first place from `low` on with this group or a later one: in doubling steps."""
    step = 1
    while low + step < end and holders[low + step] < holder:
        low += step
        step *= 2
    return low + int(np.searchsorted(holders[low : min(low + step, end)], holder))
