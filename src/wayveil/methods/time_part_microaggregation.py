"""Microaggregation of one slice of time after another."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Final

import numpy as np
from pydantic import Field

from wayveil import clock, progress
from wayveil.chance import Chance
from wayveil.clusterings._gathering import check_feasible
from wayveil.kernels import ragged
from wayveil.kernels.arrays import Codes, Ints
from wayveil.kinds import Aggregation, Anonymizer, Claim, Clustering, Draft
from wayveil.methods._aggregated import aggregated
from wayveil.part import K, Seconds, by_default
from wayveil.shapes import Trajectories

_IN_SPACE: Final = {
    "name": "refined",
    "params": {"trajectory_distance": {"name": "martinez2021", "params": {"p_lambda": 0}}},
}


class TimePartMicroaggregation(Anonymizer):
    """Microaggregate within slices of time, so that large data sets finish. (D4.10, 6.3.3.4)

    Trajectories are sorted by their mean time and cut into slices; what is in one slice is alike
    in time, so that groups are found by distance in space alone. A slice with too few people takes
    in the next trajectories, and what is left at the end goes to the last slice.
    """

    k: K = 3
    """Fewest people (or trajectories) in a group."""

    interval: Annotated[Seconds, Field(ge=0.001)] = 900
    """Length of a slice."""

    clustering_method: Clustering = by_default(_IN_SPACE)
    """How groups are found within a slice."""

    aggregation_method: Aggregation = by_default("mean_trajectory")
    """What is published of a group."""

    def claims(self) -> tuple[Claim, ...]:
        """Promise k-anonymity."""
        real = self.aggregation_method.publishes_real_points
        return (Claim.named("k_anonymous", k=self.k, real_points=real),)

    def __call__(self, data: Trajectories, rng: Chance) -> Draft:
        """Cluster slice by slice, aggregate all at once."""
        check_feasible(data, self.k)
        labels, used = np.full(len(data), -1), 0
        mean = ragged.mean_times(data.t, data.offsets)
        order = np.argsort(mean, kind="stable")
        slices = list(time_slices(mean[order], data.owner[order], self.interval, self.k))
        for low, high in progress.track(slices, "slices of time"):
            members = order[low:high]
            found = self.clustering_method.labels(data.take(members), self.k)
            labels[members] = np.where(found >= 0, found + used, -1)
            used += int(found.max()) + 1
        return aggregated(data, labels, self.k, self.aggregation_method)


def time_slices(mean: Ints, owner: Codes, interval: float, k: int) -> Iterator[tuple[int, int]]:
    """Cut sorted times into slices of an interval each, longer where fewer than k owners are in."""
    width, n, low = clock.milliseconds(interval), len(mean), 0
    fewest_rest = _first_without(owner, k)
    while low < n:
        high = int(np.searchsorted(mean, mean[low] + width))
        owners = set(owner[low:high].tolist())
        while len(owners) < k and high < n:
            owners.add(int(owner[high]))
            high += 1
        if high > fewest_rest:
            high = n
        yield low, high
        low = high


def _first_without(owner: Codes, k: int) -> int:
    """Give the first place from which on there are fewer than k owners."""
    place, owners = len(owner), set[int]()
    while place > 0 and len(owners) < k:
        place -= 1
        owners.add(int(owner[place]))
    return place if len(owners) >= k else 0
