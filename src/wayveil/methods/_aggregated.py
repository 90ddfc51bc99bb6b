"""What the microaggregations end with: every member of a cluster gets the cluster's aggregate."""

from __future__ import annotations

import numpy as np

from wayveil.errors import Infeasible, InternalError
from wayveil.kernels.arrays import Ints
from wayveil.kinds import Aggregation, Draft
from wayveil.record import Origin, Tally
from wayveil.shapes import Trajectories


def aggregated(data: Trajectories, labels: Ints, k: int, aggregation: Aggregation) -> Draft:
    """Publish, for each trajectory of a cluster, a copy of the cluster's aggregate."""
    inside = np.flatnonzero(labels >= 0)
    if not len(inside):
        raise Infeasible(
            f"no trajectory can be compared with those of k - 1 = {k - 1} others.",
            "Choose a distance that compares all, such as martinez2021.",
        )
    kept, label = data.take(inside), labels[inside]
    check_clusters(label, kept.owner.astype(np.int64), k)
    copies = aggregation.each(kept, label).take(label)
    lonely = Tally.of(
        "not comparable with k - 1 others", len(data) - len(kept), data.n_points - kept.n_points
    )
    return Draft(copies, Origin.one_each(inside), lonely)


def check_clusters(labels: Ints, owner: Ints, k: int) -> None:
    """Refuse clusters of fewer than k owners, or mostly of one."""
    pairs, counts = np.unique(np.stack([labels, owner]), axis=1, return_counts=True)
    owners, sizes = np.bincount(pairs[0]), np.bincount(labels)
    if owners.min() < k:
        raise InternalError(f"a cluster has {owners.min()} owners, fewer than k = {k}.")
    most = np.zeros(len(sizes), np.int64)
    np.maximum.at(most, pairs[0], counts)
    if (most > np.maximum(2, -(-sizes // k))).any():
        raise InternalError("an owner supplies too much of a cluster.")
