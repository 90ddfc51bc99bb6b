"""simple_mdav and farthest_first, against the papers' algorithms step by step."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from tests.clusterings.crowds import crowd_of, from_centre, matrix_of, owned, partition_of
from tests.distances.nearby import laid_out, standing
from tests.reference import mdav as plain
from wayveil.aggregations.mean_trajectory import MeanTrajectory
from wayveil.clusterings import _company
from wayveil.clusterings._company import Company, Everybody, Neighbourhood, Plain
from wayveil.clusterings._gathering import _around, from_outside
from wayveil.clusterings.farthest_first import FarthestFirst
from wayveil.clusterings.simple_mdav import SimpleMdav
from wayveil.distances.dtw import Dtw
from wayveil.distances.hausdorff import Hausdorff
from wayveil.distances.martinez2021 import Martinez2021
from wayveil.errors import Infeasible
from wayveil.kinds import Clustering, Distance

MEAN = MeanTrajectory()
BOTH: list[tuple[type[Clustering], Callable[..., plain.Partition]]] = [
    (SimpleMdav, plain.mdav),
    (FarthestFirst, plain.farthest_first),
]
DISTANCES: list[tuple[Distance, int]] = [
    (Martinez2021(), 150),
    (Martinez2021(p_lambda=0), 80),
    (Dtw(), 25),
    (Hausdorff(), 25),
]


@pytest.mark.parametrize(("clustering", "expected"), BOTH, ids=["mdav", "farthest_first"])
@pytest.mark.parametrize(
    ("distance", "tables"), DISTANCES, ids=["default", "space", "dtw", "hausdorff"]
)
def test_the_partition_is_that_of_the_paper(
    clustering: Callable[..., Clustering],
    expected: Callable[..., plain.Partition],
    distance: Distance,
    tables: int,
) -> None:
    """230 tables of ties, near-ties and twins with martinez2021, 50 with the others."""
    for seed in range(tables):
        rng = np.random.default_rng(seed)
        k = int(rng.integers(2, 8))
        data = crowd_of(rng, int(rng.integers(k, 61)))
        found = clustering(trajectory_distance=distance).labels(data, k)
        wanted = expected(matrix_of(distance, data), from_centre(distance, MEAN, data), k)
        assert partition_of(found) == wanted, seed
        assert found.min() == 0


@pytest.mark.parametrize("n", range(3, 10))
def test_sizes_and_order_by_hand(n: int) -> None:
    """On a line from 0: the last is farthest out, and the last cluster takes the rest."""
    data = laid_out(*([(2.0**i, 0.0, 0.0)] for i in range(n)))
    space = Martinez2021(p_lambda=0)
    labels = FarthestFirst(trajectory_distance=space).labels(data, 3)
    sizes = {3: [3], 4: [4], 5: [5], 6: [3, 3], 7: [3, 4], 8: [3, 5], 9: [3, 3, 3]}
    assert np.bincount(labels).tolist() == sizes[n]
    if n > 5:
        assert set(np.flatnonzero(labels == 0)) == {n - 3, n - 2, n - 1}
    if n == 9:
        labels = SimpleMdav(trajectory_distance=space).labels(data, 3)
        assert labels.tolist() == [1, 1, 1, 2, 2, 2, 0, 0, 0]


def test_ties_go_to_the_lower_index() -> None:
    """All at one place: the first gathers the next two, and so on."""
    data = laid_out(*[standing(7)] * 7)
    for clustering in (SimpleMdav(), FarthestFirst()):
        assert clustering.labels(data, 3).tolist() == [0, 0, 0, 1, 1, 1, 1]


@pytest.mark.parametrize("clustering", [SimpleMdav(), FarthestFirst()], ids=lambda c: c.name)
def test_fewer_than_k_are_refused(clustering: Clustering) -> None:
    data = laid_out(*[standing(1), standing(2)])
    with pytest.raises(Infeasible, match="2 trajectories, fewer than k = 3"):
        clustering.labels(data, 3)
    assert clustering.labels(data, 2).tolist() == [0, 0]


def companies(distance: Martinez2021, data: Any) -> list[Company]:
    prepared, owner = distance.prepare(data), data.owner.astype(np.int64)
    near = Neighbourhood(prepared, owner, from_outside(data, distance, MEAN))
    return [Plain(distance, data), Everybody(prepared, owner), near]


@pytest.mark.parametrize("few", [5, 2_000])
@pytest.mark.parametrize("people", [10_000, 60])
def test_all_companies_gather_the_same(
    few: int, people: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Row by row, by everybody, and by blocks, renewed whenever half have left or never."""
    monkeypatch.setattr(_company, "_FEW", few)
    for seed in range(6):
        rng = np.random.default_rng(seed)
        n, k = 400 + seed, int(rng.integers(2, 9))
        data = crowd_of(rng, n, longest=5)
        data = owned(data, np.arange(n) if people > n else rng.integers(0, people, n))
        distance, owner = Martinez2021(), data.owner.astype(np.int64)
        outermost = from_outside(data, distance, MEAN)
        row, everybody, near = (
            _around(each, outermost, owner, k, False) for each in companies(distance, data)
        )
        np.testing.assert_array_equal(row, everybody)
        np.testing.assert_array_equal(row, near)


def test_blocks_are_renewed_at_their_own_size() -> None:
    rng = np.random.default_rng(3)
    data = crowd_of(rng, 6_000, longest=4)
    distance, owner = Martinez2021(), data.owner.astype(np.int64)
    outermost = from_outside(data, distance, MEAN)
    _, everybody, near = companies(distance, data)
    assert isinstance(near, Neighbourhood)
    labels = _around(near, outermost, owner, 5, False)
    assert near._renewed_at < 3_001
    np.testing.assert_array_equal(labels, _around(everybody, outermost, owner, 5, False))


def test_the_opposite_pole_is_the_same_too() -> None:
    for seed in range(20):
        rng = np.random.default_rng(seed)
        data = crowd_of(rng, 90, longest=6)
        distance, owner = Martinez2021(), data.owner.astype(np.int64)
        outermost = from_outside(data, distance, MEAN)
        row, everybody, _ = companies(distance, data)
        one, other = (_around(each, outermost, owner, 4, True) for each in (row, everybody))
        np.testing.assert_array_equal(one, other)
