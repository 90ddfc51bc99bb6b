"""Who holds which things, both ways round, so that those who hold several are found at once."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from wayveil.kernels import ragged
from wayveil.kernels.arrays import Ints
from wayveil.kernels.compiled import compiled


class Postings(NamedTuple):
    """Lists of holders by thing, and of things by group.

    Thing k is held by `holders[first[k]:first[k + 1]]`, group g holds `things[own[g]:own[g + 1]]`;
    both are in order, and nothing is in them twice.
    """

    holders: Ints
    first: Ints
    things: Ints
    own: Ints


def postings(groups: Ints, things: Ints, n_groups: int, n_things: int) -> Postings:
    """List what each group holds, and who holds each thing."""
    pairs = np.unique(groups * n_things + things)
    held_by, held = pairs // n_things, pairs % n_things
    own = ragged.offsets_of(np.bincount(held_by, minlength=n_groups))
    first = ragged.offsets_of(np.bincount(held, minlength=n_things))
    return Postings(held_by[np.argsort(held, kind="stable")], first, held, own)


@compiled
def sole_holders(index: Postings, wanted: Ints, offsets: Ints) -> Ints:
    """Give for each list of things the one group that holds them all; -1 if none or several do.

    A thing of -1 is held by nobody.
    """
    found = np.full(len(offsets) - 1, -1)
    for question in range(len(found)):
        found[question] = _sole(index, wanted[offsets[question] : offsets[question + 1]])
    return found


@compiled
def _sole(index: Postings, wanted: Ints) -> int:
    rarest, fewest = -1, len(index.holders) + 1
    for thing in wanted:
        if thing < 0:
            return -1
        if index.first[thing + 1] - index.first[thing] < fewest:
            rarest, fewest = thing, index.first[thing + 1] - index.first[thing]
    sole = -1
    for holder in index.holders[index.first[rarest] : index.first[rarest + 1]]:
        if _holds_all(index, holder, wanted):
            if sole >= 0:
                return -1
            sole = holder
    return sole


@compiled
def _holds_all(index: Postings, holder: int, wanted: Ints) -> bool:
    own = index.things[index.own[holder] : index.own[holder + 1]]
    for thing in wanted:
        place = np.searchsorted(own, thing)
        if place == len(own) or own[place] != thing:
            return False
    return True
