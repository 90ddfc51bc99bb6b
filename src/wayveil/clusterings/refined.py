"""Good clusters made better, one exchange after another."""

from __future__ import annotations

from typing import Annotated, Final

import numpy as np
from pydantic import Field

from wayveil import progress
from wayveil.clusterings._gathering import gathered
from wayveil.distances.martinez2021 import Martinez2021
from wayveil.errors import Infeasible
from wayveil.kernels import blocks, refine
from wayveil.kernels.arrays import Ints
from wayveil.kernels.paths import nobody
from wayveil.kinds import Aggregation, Clustering, Distance
from wayveil.part import by_default
from wayveil.shapes import Trajectories
from wayveil.together import together

#: Up to here both starts are tried, and distances without a kernel of their own are tabulated.
MANY: Final = 20_000


class Refined(Clustering):
    """Cluster as the others do, then exchange members while that brings any cluster closer.

    It starts from the better of `farthest_first` and `simple_mdav` (above 20,000 trajectories,
    from the first). Each trajectory is then tried in the clusters of its nearest neighbours: it
    moves there, or changes places with a member, where that lowers the sum over clusters of the
    squared distances of their pairs over their size. It ends when nothing gains any more, and
    gives back the start if that loses less after all.
    """

    trajectory_distance: Distance = by_default("martinez2021")
    """How far apart trajectories are."""

    aggregation_method: Aggregation = by_default("mean_trajectory")
    """What the centre of all, and of each cluster to judge it by, is made with."""

    candidates: Annotated[int, Field(ge=1, le=1_000)] = 20
    """Neighbours of a trajectory whose clusters it is tried in."""

    def labels(self, data: Trajectories, k: int) -> Ints:
        """Cluster."""
        poles = (False, True) if len(data) <= MANY else (False,)
        starts = [self._start(data, k, both_poles) for both_poles in poles]
        start = min(starts, key=lambda labels: self._loss(data, labels))
        better = self._refined(data, start, k)
        return min((better, start), key=lambda labels: self._loss(data, labels))

    def _start(self, data: Trajectories, k: int, both_poles: bool) -> Ints:
        distance, centre = self.trajectory_distance, self.aggregation_method
        return gathered(data, k, distance, centre, both_poles=both_poles)

    def _loss(self, data: Trajectories, labels: Ints) -> float:
        """Sum of the squared distances to the aggregates of the clusters."""
        inside = np.flatnonzero(labels >= 0)
        if not len(inside):
            return 0.0
        kept, label = data.take(inside), labels[inside]
        both = together(kept, self.aggregation_method.each(kept, label))
        prepared = self.trajectory_distance.prepare(both, basis=data)
        away = self.trajectory_distance.pairs(prepared, np.arange(len(kept)), label + len(kept))
        return float((away**2).sum())

    def _refined(self, data: Trajectories, start: Ints, k: int) -> Ints:
        inside = np.flatnonzero(start >= 0)
        if not len(inside):
            return start
        kept, labels = data.take(inside), start.copy()
        near = neighbours(kept, self.candidates, self.trajectory_distance)
        if near.shape[1]:
            parts = refine.partition(start[inside], kept.owner.astype(np.int64), k)
            _exchange(parts, _space(self.trajectory_distance, kept), near, k)
            labels[inside] = parts.labels
        return labels


def _exchange(parts: refine.Partition, space: refine.Space, near: Ints, k: int) -> None:
    progress.stage("refining")
    refine.settle(parts, space)
    while changes := refine.sweep(parts, space, near, k):
        progress.advance(changes)


def neighbours(data: Trajectories, count: int, distance: Distance) -> Ints:
    """Give some nearest neighbours of each, by where and when it begins, is half way, and ends.

    They need not be exact: they only say where to try.
    """
    from scipy.spatial import KDTree

    weighing = distance if isinstance(distance, Martinez2021) else Martinez2021()
    features = blocks.features(*weighing.prepare(data))
    count = min(count, len(data) - 1)
    _, near = KDTree(features).query(features, list(range(1, count + 2)), workers=2)
    return _others(np.asarray(near, dtype=np.int64))


def _others(near: Ints) -> Ints:
    """Drop each from its own neighbours; if it has too many twins to be among them, the last."""
    itself = near == np.arange(len(near))[:, None]
    itself[~itself.any(axis=1), -1] = True
    others: Ints = near[~itself].reshape(len(near), -1)
    return others


def _space(distance: Distance, data: Trajectories) -> refine.Space:
    prepared = distance.prepare(data)
    if isinstance(distance, Martinez2021):
        return refine.Space(np.empty((0, 0), np.float32), prepared.paths, prepared.weight)
    if len(data) > MANY:
        raise Infeasible(
            f"with this distance at most {MANY:,} trajectories can be refined.",
            "Choose the clustering farthest_first, or the distance martinez2021.",
        )
    return refine.Space(_tabulated(distance, prepared, len(data)), nobody(), 0.0)


def _tabulated(distance: Distance, prepared: object, n: int) -> np.typing.NDArray[np.float32]:
    squares, away, everyone = np.empty((n, n), np.float32), np.empty(n), np.arange(n)
    for i in progress.track(range(n), "tabulating distances"):
        distance.row(prepared, i, everyone, away)
        squares[i] = away**2
    return squares
