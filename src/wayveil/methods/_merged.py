"""Many merges, of groups that are known."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from wayveil import progress
from wayveil.kernels import merging, ragged
from wayveil.kernels.arrays import Ints
from wayveil.kernels.merging import Samples
from wayveil.parallel import in_turn

_AT_ONCE = 1_000


def merged(samples: Samples, groups: Sequence[Ints] | Ints) -> tuple[Ints, Ints]:
    """Merge the members of each group; give the boxes of all, and how many each has."""

    def work(start: int) -> tuple[Ints, Ints]:
        some = groups[start : start + _AT_ONCE]
        sizes = np.array([len(members) for members in some])
        return merging.merged_each(samples, np.concatenate(some), ragged.offsets_of(sizes))

    starts = range(0, len(groups), _AT_ONCE)
    pieces = progress.track(in_turn(work, starts), "merging", len(starts))
    boxes, lengths = zip(*pieces, strict=True)
    return np.concatenate(boxes), np.concatenate(lengths)
