"""The same coarse grain for everybody, whoever is then alike."""

from __future__ import annotations

from typing import Annotated, ClassVar

import numpy as np
from pydantic import Field

from wayveil.cells import Cells
from wayveil.chance import Chance
from wayveil.clusterings._gathering import check_feasible
from wayveil.joined import joined
from wayveil.kinds import Anonymizer, Claim, Draft
from wayveil.part import K, Metres, Seconds
from wayveil.record import Tally
from wayveil.shapes import Tracks, Trajectories
from wayveil.slots import Slots


class StaticGeneralization(Anonymizer):
    """Coarsen all times and places alike, and publish those whom k people then share.

    (paper 004, V-B: the baseline.) All trips of a person are joined, time is cut into intervals and
    space into tiles, and the points of one interval lie in one box of as many tiles as they need.
    Whoever has exactly the boxes of k - 1 others is published, everybody else is removed: of long
    trajectories nearly all, however coarse the grain. To compare with `kmerge_groups`, which
    chooses the size of each box.
    """

    releases: ClassVar[type[Tracks]] = Cells

    k: K = 2
    """Fewest people (or trajectories) who share a published record."""

    space: Annotated[Metres, Field(ge=1, le=1_000_000)] = 20_000
    """Side of the tiles."""

    time: Annotated[Seconds, Field(ge=1, le=31_536_000)] = 28_800
    """Length of the intervals."""

    def claims(self) -> tuple[Claim, ...]:
        """Promise k-anonymity, and that no box is made up."""
        return Claim.named("k_anonymous", k=self.k), Claim.named("boxes_visited")

    def __call__(self, data: Trajectories, rng: Chance) -> Draft[Cells]:
        """Join, coarsen, and keep what k share."""
        check_feasible(data, self.k)
        people = joined(data)
        boxes = Slots.over(data, self.space, self.time).boxed(people.data)
        _, alike, counts = np.unique(
            np.array(boxes.shapes(), dtype="V16"), return_inverse=True, return_counts=True
        )
        shared = counts[alike] >= self.k
        gone = np.flatnonzero(~shared)
        alone = Tally.of(
            "not alike with k - 1 others",
            int(np.diff(people.offsets)[gone].sum()),
            int(people.data.lengths[gone].sum()),
        )
        return Draft(boxes.take(shared), people.origin(np.flatnonzero(shared)), alone)
