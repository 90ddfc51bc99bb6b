"""refined: never worse than its starts, with every distance, and where hardly anybody compares."""

from __future__ import annotations

import numpy as np
import pytest

from tests.clusterings.crowds import Table, crowd_of, judge, owned
from tests.distances.nearby import laid_out
from wayveil.clusterings import refined as module
from wayveil.clusterings.farthest_first import FarthestFirst
from wayveil.clusterings.refined import Refined, _others, neighbours
from wayveil.clusterings.simple_mdav import SimpleMdav
from wayveil.distances.domingo_trujillo2012 import DomingoTrujillo2012
from wayveil.distances.dtw import Dtw
from wayveil.distances.hausdorff import Hausdorff
from wayveil.distances.martinez2021 import Martinez2021
from wayveil.errors import Infeasible
from wayveil.kernels.arrays import Ints
from wayveil.kinds import Distance

DISTANCES: list[Distance] = [Martinez2021(), Martinez2021(p_lambda=0), Dtw(), Hausdorff()]


def loss(distance: Distance, data: Table, labels: Ints) -> float:
    return Refined(trajectory_distance=distance)._loss(data, labels)


@pytest.mark.parametrize("distance", DISTANCES, ids=["default", "space", "dtw", "hausdorff"])
def test_it_never_loses_more_than_either_start(distance: Distance) -> None:
    better = 0
    for seed in range(25):
        rng = np.random.default_rng(seed)
        k = int(rng.integers(2, 6))
        data = crowd_of(rng, int(rng.integers(k, 70)), longest=6)
        if seed % 3 == 0 and len(data) > 4 * k:
            data = owned(data, rng.integers(0, len(data) // 2, len(data)))
        labels = Refined(trajectory_distance=distance).labels(data, k)
        judge(labels, data.owner.astype(np.int64), k)
        starts = [
            loss(distance, data, start(trajectory_distance=distance).labels(data, k))
            for start in (FarthestFirst, SimpleMdav)
        ]
        found = loss(distance, data, labels)
        assert found <= min(starts)
        better += found < min(starts)
    assert better > 5


def test_above_many_it_starts_from_farthest_first_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MANY", 30)
    data = crowd_of(np.random.default_rng(2), 60)
    start = loss(Martinez2021(), data, FarthestFirst().labels(data, 4))
    assert loss(Martinez2021(), data, Refined().labels(data, 4)) <= start
    with pytest.raises(Infeasible, match="at most 30 trajectories"):
        Refined(trajectory_distance=Dtw()).labels(data, 4)


def in_groups(sizes: list[int]) -> Table:
    """Groups of contemporaries, each on a day of its own."""
    tracks = [
        [(10.0 * i, 0.0, day * 86_400.0), (10.0 * i, 9.0 + i * i, day * 86_400.0 + 600)]
        for day, size in enumerate(sizes)
        for i in range(size)
    ]
    return laid_out(*tracks)


@pytest.mark.parametrize("clustering", [FarthestFirst, SimpleMdav, Refined])
def test_who_cannot_be_compared_with_k_others_is_in_no_cluster(
    clustering: type[FarthestFirst | SimpleMdav | Refined],
) -> None:
    data = in_groups([7, 2, 8, 1])
    part = clustering(trajectory_distance=DomingoTrujillo2012())
    labels = part.labels(data, 3)
    assert (labels < 0).tolist() == [False] * 7 + [True] * 2 + [False] * 8 + [True]
    judge(labels, np.arange(18), 3)
    assert not set(labels[:7]) & set(labels[9:17])


@pytest.mark.parametrize("clustering", [FarthestFirst, SimpleMdav, Refined])
def test_where_nobody_can_be_compared_all_are_left_out(
    clustering: type[FarthestFirst | SimpleMdav | Refined],
) -> None:
    part = clustering(trajectory_distance=DomingoTrujillo2012())
    assert part.labels(in_groups([1, 2, 2, 1]), 3).tolist() == [-1] * 6


def test_neighbours_are_others() -> None:
    for table in (crowd_of(np.random.default_rng(5), 40), laid_out(*[[(1.0, 1.0, 1.0)]] * 40)):
        near = neighbours(table, 8, Martinez2021())
        assert near.shape == (40, 8)
        assert (near != np.arange(40)[:, None]).all()
        assert all(len(set(row)) == 8 for row in near.tolist())
    assert neighbours(table.take(np.arange(3)), 8, Martinez2021()).shape == (3, 2)
    assert _others(np.array([[0, 1], [0, 2], [2, 0]])).tolist() == [[1], [0], [0]]


def test_one_cluster_stays_one() -> None:
    data = crowd_of(np.random.default_rng(1), 5)
    assert Refined(candidates=1).labels(data, 3).tolist() == [0] * 5
