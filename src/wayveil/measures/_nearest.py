"""Who is nearest to whom, ties included, whatever the distance."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np

from wayveil import progress
from wayveil.distances.martinez2021 import Prepared
from wayveil.kernels import blocks, classes, ragged, search
from wayveil.kernels.arrays import Floats, Ints
from wayveil.kinds import Distance
from wayveil.parallel import in_parallel

#: Whoever is so much farther than the nearest is as near. (metres; or whatever the distance gives)
WITHIN: Final = 1e-6
#: So many are looked up together, in so many shares.
_TOGETHER, _SHARES = 4096, 16


class Ties(NamedTuple):
    """The nearest of one i are `members[offsets[i]:offsets[i + 1]]`; none, if nobody compares."""

    members: Ints
    offsets: Ints

    @classmethod
    def of(cls, found: list[tuple[Ints, Ints]]) -> Ties:
        """Put together what was found, as counts and members, one after another."""
        counts, members = (np.concatenate(column) for column in zip(*found, strict=True))
        return cls(members, ragged.offsets_of(counts))

    @property
    def pairs(self) -> tuple[Ints, Ints]:
        """Give the number of the one who looks, and who is found, from 0 on either side."""
        return ragged.group_of_rows(self.offsets), self.members


def nearest(distance: Distance, prepared: Any, ones: Ints, others: Ints) -> Ties:
    """Find for each of the ones all of the others that are nearest; nobody is in both.

    The others follow one another, and are counted from 0 in the answer.
    """
    progress.stage("nearest trajectories", len(ones))
    find = _by_block(prepared, others) if isinstance(prepared, Prepared) else None
    parts = []
    for low in range(0, len(ones), _TOGETHER):
        some = ones[low : low + _TOGETHER]
        if find is not None:
            parts += in_parallel(find, np.array_split(some, min(_SHARES, len(some))))
        else:
            parts += [tied(distance, prepared, int(i), others) for i in some]
        progress.advance(len(some))
    ties = Ties.of(parts)
    return ties._replace(members=ties.members - others[0])


def tied(distance: Distance, prepared: Any, i: int, others: Ints) -> tuple[Ints, Ints]:
    """Compare one with all the others."""
    away: Floats = np.empty(len(others))
    distance.row(prepared, i, others, away)
    least = away.min(initial=np.inf)
    near = others[away <= least + WITHIN] if np.isfinite(least) else others[:0]
    return np.array([len(near)]), near


def _by_block(prepared: Prepared, others: Ints) -> Any:
    paths, weight = prepared
    made, slack = blocks.blocks(paths, weight, others), classes.slack(paths, weight)

    def find(some: Ints) -> tuple[Ints, Ints]:
        found: tuple[Ints, Ints] = search.ties_each(made, paths, some, weight, slack, WITHIN)
        return found

    return find
