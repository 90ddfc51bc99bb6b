"""Groups of people, published as the boxes that all of them have been in."""

from __future__ import annotations

from itertools import pairwise
from typing import Annotated, ClassVar

import numpy as np
from pydantic import Field

from wayveil.cells import Cells
from wayveil.chance import Chance
from wayveil.joined import joined
from wayveil.kernels.arrays import Ints
from wayveil.kernels.merging import Samples
from wayveil.kinds import Anonymizer, Claim, Clustering, Draft
from wayveil.methods._aggregated import check_clusters
from wayveil.methods._merged import merged
from wayveil.part import K, Metres, Seconds, by_default
from wayveil.record import Tally
from wayveil.shapes import Tracks, Trajectories
from wayveil.slots import Slots

_BY_COST = {"name": "refined", "params": {"trajectory_distance": "k_merge"}}


class KmergeGroups(Anonymizer):
    """Put people in groups of k or more, and publish the cheapest boxes that hold them all.

    (paper 004, III.) All trips of a person are joined first. Every published box was really
    visited by each of the group at the time it says, and every point of theirs lies in one; boxes
    are as small as they can be: the sum over boxes of (Δt + 1) (Δx + 1 + Δy + 1), in slots, is
    the least there is. For sparse data over long times, such as call records: it neither invents
    nor drops a point.
    """

    releases: ClassVar[type[Tracks]] = Cells

    k: K = 2
    """Fewest people (or trajectories) in a group."""

    space: Annotated[Metres, Field(ge=1, le=100_000)] = 100
    """Side of a slot of space: no box is smaller."""

    time: Annotated[Seconds, Field(ge=1, le=86_400)] = 60
    """Length of a slot of time: no box is shorter."""

    clustering_method: Clustering = by_default(_BY_COST)
    """How groups are found."""

    def claims(self) -> tuple[Claim, ...]:
        """Promise k-anonymity, and that no box is made up."""
        return Claim.named("k_anonymous", k=self.k), Claim.named("boxes_visited")

    def __call__(self, data: Trajectories, rng: Chance) -> Draft[Cells]:
        """Join, cluster, merge, and give every member a copy."""
        people = joined(data)
        labels = self.clustering_method.labels(people.data, self.k)
        inside = np.flatnonzero(labels >= 0)
        check_clusters(labels[inside], people.data.owner[inside].astype(np.int64), self.k)
        slots = Slots.over(data, self.space, self.time)
        boxes, lengths = merged_groups(slots.of(people.data), labels)
        number = np.arange(len(lengths), dtype=np.int32)
        released = slots.cells(boxes, lengths, number, number).take(labels[inside])
        gone = np.flatnonzero(labels < 0)
        lonely = Tally.of(
            "not comparable with k - 1 others",
            int(np.diff(people.offsets)[gone].sum()),
            int(people.data.lengths[gone].sum()),
        )
        return Draft(released, people.origin(inside), lonely)


def merged_groups(samples: Samples, labels: Ints) -> tuple[Ints, Ints]:
    """Merge the members of each label 0, 1, ...; give the boxes of all, and how many each has."""
    order = np.argsort(labels, kind="stable")
    starts = np.searchsorted(labels[order], np.arange(labels.max() + 2))
    groups = [order[a:b] for a, b in pairwise(starts.tolist())]
    return merged(samples, groups)
