"""Clusters gathered around the outermost trajectories, until too few are left."""

from __future__ import annotations

from collections import Counter

import numpy as np

from wayveil import progress
from wayveil.clusterings._company import Company, Finder, company, finder
from wayveil.errors import Infeasible
from wayveil.kernels.arrays import Ints
from wayveil.kinds import Aggregation, Distance
from wayveil.shapes import Trajectories
from wayveil.together import together


def gathered(
    data: Trajectories, k: int, distance: Distance, centre: Aggregation, *, both_poles: bool
) -> Ints:
    """Cluster: the one farthest from the centre gathers the nearest of k - 1 other owners.

    With both poles, the one farthest from it does so next. The last cluster takes the rest, where
    nobody is among them twice; who is left over after all joins the nearest cluster that can take
    one more of theirs.
    """
    check_feasible(data, k)
    outermost = from_outside(data, distance, centre)
    left = company(distance, data, outermost, opposite=both_poles)
    labels = _around(left, outermost, data.owner.astype(np.int64), k, both_poles)
    return placed(labels, data, k, distance, outermost)


def check_feasible(data: Trajectories, k: int) -> None:
    """Refuse data of fewer than k owners."""
    if data.n_owners < k:
        who = "users" if data.has_owners else "trajectories"
        raise Infeasible(
            f"there are {data.n_owners:,} {who}, fewer than k = {k}.",
            "Ask for a smaller k, or give more data.",
        )


def from_outside(data: Trajectories, distance: Distance, centre: Aggregation) -> Ints:
    """List everybody from the farthest to the nearest to the centre of all."""
    prepared = distance.prepare(together(data, centre(data)), basis=data)
    away = np.empty(len(data))
    distance.row(prepared, len(data), np.arange(len(data)), away)
    return np.argsort(-away, kind="stable")


def _around(left: Company, outermost: Ints, owner: Ints, k: int, both_poles: bool) -> Ints:
    """Label clusters 0, 1, ...; -1 for who is in none."""
    labels, taken = np.full(len(owner), -1), np.zeros(len(owner), np.bool_)
    trips = np.bincount(owner)
    owners, remaining, label, seed = int((trips > 0).sum()), len(owner), 0, -1
    progress.stage("clustering", remaining)
    waiting = iter(outermost.tolist())
    while owners >= k:
        if seed < 0:
            seed = next(who for who in waiting if not taken[who])
            opposite = both_poles and owners >= 3 * k
        else:
            opposite = False
        all_once = owners < 2 * k and owners == remaining
        members, seed = left.gather(seed, owners if all_once else k, opposite)
        if len(members) >= k:
            labels[members] = label
            label += 1
        taken[members] = True
        remaining -= len(members)
        trips[owner[members]] -= 1
        owners -= int((trips[owner[members]] == 0).sum())
        progress.advance(len(members))
    return labels


def placed(labels: Ints, data: Trajectories, k: int, distance: Distance, order: Ints) -> Ints:
    """Place who is in no cluster in the nearest that can take them; -1 if none is in reach."""
    leftover = order[labels[order] < 0]
    if not len(leftover):
        return labels
    nearest = finder(distance, data, np.flatnonzero(labels >= 0))
    shares = Shares(labels, data.owner.astype(np.int64), k)
    for who in leftover.tolist():
        labels[who] = _place(who, nearest, labels, shares, int(data.owner[who]))
        if labels[who] >= 0:
            shares.add(labels[who], int(data.owner[who]))
    return labels


def _place(who: int, nearest: Finder, labels: Ints, shares: Shares, owner: int) -> int:
    want = 8
    while True:
        close = nearest(who, want)
        for cluster in dict.fromkeys(labels[close].tolist()):
            if shares.allow(cluster, owner):
                return int(cluster)
        if len(close) < want:
            break
        want *= 4
    if not len(close):
        return -1
    raise Infeasible(
        "one user has so many trajectories that no cluster can take them all without being mostly "
        "theirs.",
        "Ask for a smaller k, leave out some of that user's trajectories, or protect trajectories "
        "instead (unit trajectory).",
    )


class Shares:
    """How much of each cluster belongs to whom: at most max(2, m / k) of m, rounded up."""

    def __init__(self, labels: Ints, owner: Ints, k: int) -> None:
        inside = labels >= 0
        pairs = zip(labels[inside].tolist(), owner[inside].tolist(), strict=True)
        self._k, self._of_owner = k, Counter(pairs)
        self._size = Counter(labels[inside].tolist())

    def allow(self, cluster: int, owner: int) -> bool:
        """Whether a cluster can take one more of an owner's."""
        size, theirs = self._size[cluster] + 1, self._of_owner[cluster, owner] + 1
        return theirs <= max(2, -(-size // self._k))

    def add(self, cluster: int, owner: int) -> None:
        """Note that it did."""
        self._size[cluster] += 1
        self._of_owner[cluster, owner] += 1
