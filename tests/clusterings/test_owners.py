"""Clusters of people: k distinct owners in each, and none of them too much of it."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.clusterings.crowds import crowd_of, judge, owned
from tests.distances.nearby import laid_out
from wayveil.clusterings._gathering import Shares
from wayveil.clusterings.farthest_first import FarthestFirst
from wayveil.clusterings.refined import Refined
from wayveil.clusterings.simple_mdav import SimpleMdav
from wayveil.distances.dtw import Dtw
from wayveil.errors import Infeasible
from wayveil.kinds import Clustering

PARTS: list[Clustering] = [
    SimpleMdav(), FarthestFirst(), Refined(), SimpleMdav(trajectory_distance=Dtw()),
]  # fmt: skip


@pytest.mark.parametrize("clustering", PARTS, ids=["mdav", "farthest", "refined", "dtw"])
@settings(max_examples=60, deadline=None)
@given(
    owners=st.lists(st.integers(0, 9), min_size=2, max_size=40),
    k=st.integers(2, 5),
    seed=st.integers(0, 99),
)
def test_whoever_owns_what(clustering: Clustering, owners: list[int], k: int, seed: int) -> None:
    """All are clustered soundly, or it is refused: for too few owners, or for one of too many."""
    rng, owner = np.random.default_rng(seed), np.array(owners)
    data = owned(crowd_of(rng, len(owners), longest=4), owner)
    few = len(set(owners)) < k
    refusal = ""
    try:
        labels = clustering.labels(data, k)
    except Infeasible as error:
        refusal = error.message
    if few:
        assert refusal.startswith("there are")
    elif refusal:
        assert refusal.startswith("one user has so many")
        assert max(np.bincount(owner)) > 2
    else:
        assert labels.min() == 0
        judge(labels, owner, k)


@pytest.mark.parametrize("clustering", PARTS, ids=["mdav", "farthest", "refined", "dtw"])
@pytest.mark.parametrize("k", [2, 3, 5])
def test_a_few_busy_people_are_refilled_with_others(clustering: Clustering, k: int) -> None:
    """Ten people with ten trips each and 200 with one: nobody needs to be left out."""
    owner = np.concatenate([np.repeat(np.arange(10), 10), np.arange(10, 210)])
    data = owned(crowd_of(np.random.default_rng(k), 300, longest=3), owner)
    labels = clustering.labels(data, k)
    assert labels.min() == 0
    judge(labels, owner, k)


@pytest.mark.parametrize("clustering", PARTS, ids=["mdav", "farthest", "refined", "dtw"])
def test_one_who_has_nearly_all_is_refused(clustering: Clustering) -> None:
    owner = np.array([0] * 30 + [1, 2])
    data = owned(crowd_of(np.random.default_rng(1), 32), owner)
    with pytest.raises(Infeasible, match="one user has so many trajectories"):
        clustering.labels(data, 3)
    with pytest.raises(Infeasible, match="fewer than k = 4"):
        clustering.labels(data, 4)


def test_a_second_trip_joins_the_nearest_cluster_that_can_take_it() -> None:
    """Each person goes to both places; one goes four times to the first."""
    near, far = [(0.0, 0.0, 0.0)], [(9_000.0, 0.0, 0.0)]
    data = laid_out(*[near] * 3, *[far] * 3, *[near] * 2)
    data = owned(data, np.array([0, 1, 2, 0, 1, 2, 0, 0]))
    labels = SimpleMdav().labels(data, 3)
    judge(labels, data.owner.astype(np.int64), 3)
    first, second = labels[6:].tolist()
    assert {first, second} == {labels[0], labels[3]}


@pytest.mark.parametrize(
    ("size", "theirs", "allowed"),
    [(3, 1, True), (3, 2, False), (6, 2, True), (5, 2, False), (9, 3, True), (8, 3, False)],
)
def test_the_share_by_hand(size: int, theirs: int, allowed: bool) -> None:
    """With k = 3, one more of an owner in a cluster: at most 2, or a third rounded up."""
    owners = np.array([0] * theirs + list(range(1, size - theirs + 1)))
    shares = Shares(np.zeros(size, np.int64), owners, 3)
    assert shares.allow(0, 0) is allowed
    if allowed:
        shares.add(0, 0)
        again = max(2, -(-(size + 2) // 3)) >= theirs + 2
        assert shares.allow(0, 0) is again
    assert shares.allow(0, 99)
