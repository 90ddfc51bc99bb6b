from __future__ import annotations

from collections import Counter, defaultdict

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.clusterings.crowds import crowd_of, owned
from tests.distances.nearby import laid_out, nearby, standing
from wayveil.chance import Chance
from wayveil.contract.tables import ordinary
from wayveil.errors import Infeasible
from wayveil.kinds import Clustering, Draft
from wayveil.methods.microaggregation import Microaggregation
from wayveil.run import anonymize
from wayveil.shapes import Trajectories


def groups_of(draft: Draft) -> dict[bytes, list[int]]:
    """The sources of each published trajectory."""
    groups = defaultdict(list)
    for shape, source in zip(draft.data.shapes(), draft.origin.sources.tolist(), strict=True):
        groups[shape].append(source)
    return groups


@settings(max_examples=60)
@given(data=nearby(max_size=12), k=st.integers(2, 4))
def test_everybody_is_published_as_k_different_people(data: Trajectories, k: int) -> None:
    """Whatever the table, or the request is refused for too few people or one of too many trips."""
    try:
        draft = Microaggregation(k=k)(data, Chance.seeded(1))
    except Infeasible:
        assert data.n_owners < k or max(Counter(data.owner.tolist()).values()) > 2
        return
    assert sorted(draft.origin.sources.tolist()) == list(range(len(data)))
    for members in groups_of(draft).values():
        assert len({int(data.owner[i]) for i in members}) >= k
    assert not draft.removed.drops


@pytest.mark.parametrize("clustering", ["simple_mdav", "farthest_first", "refined"])
def test_each_group_is_published_as_its_mean(clustering: str) -> None:
    """Of the clusters that the clustering gives, by Algorithm 5 step by step."""
    data = crowd_of(np.random.default_rng(5), 40)
    method = Microaggregation(k=4, clustering_method=Clustering.named(clustering))
    labels = Clustering.named(clustering).labels(data, 4)
    draft = method(data, Chance.seeded(1))
    for place, source in enumerate(draft.origin.sources.tolist()):
        members = np.flatnonzero(labels == labels[source])
        expected = method.aggregation_method(data.take(members))
        assert draft.data.take(np.array([place])).shapes() == expected.shapes()


def test_the_mean_of_three_by_hand() -> None:
    tracks = [
        [(0, 0, 0), (300, 0, 60)],
        [(0, 60, 0), (300, 60, 60)],
        [(0, 120, 30), (300, 120, 90)],
    ]
    draft = Microaggregation(k=3)(laid_out(*tracks), Chance.seeded(1))
    middle = laid_out([(0, 60, 10), (300, 60, 70)])
    for place in range(3):
        one = draft.data.take(np.array([place]))
        np.testing.assert_allclose(one.lat, middle.lat, atol=1e-9)
        np.testing.assert_allclose(one.lon, middle.lon, atol=1e-9)
        assert one.t.tolist() == middle.t.tolist()


def test_each_person_weighs_the_same_in_a_mean() -> None:
    """Two trips of one person at 0 and at 0, one each of two others at 300: the mean is 200."""
    data = laid_out(*([(east, 0.0, 0.0)] for east in (0.0, 0.0, 300.0, 300.0)))
    draft = Microaggregation(k=3)(owned(data, np.array([0, 0, 1, 2])), Chance.seeded(1))
    east = laid_out([(200.0, 0.0, 0.0)]).lon[0]
    np.testing.assert_allclose(draft.data.lon, [east] * 4, atol=1e-12)


def test_fewer_than_k_are_refused() -> None:
    data = laid_out(standing(1), standing(2))
    with pytest.raises(Infeasible, match="2 trajectories, fewer than k = 3"):
        anonymize(data, "microaggregation", k=3)
    with pytest.raises(Infeasible, match="fewer than k"):
        anonymize(ordinary(), "microaggregation", k=5_000)


def test_what_cannot_be_compared_is_left_out_and_tallied() -> None:
    """Three trips share their time; the fourth, a day later, shares none with anybody."""
    together = [[(0.0, 10.0 * i, 0.0), (900.0, 10.0 * i, 600.0)] for i in range(3)]
    late = [(0.0, 0.0, 90_000.0), (900.0, 0.0, 90_600.0)]
    distance = {"name": "domingo_trujillo2012"}
    draft = Microaggregation(
        k=3,
        clustering_method=Clustering.read(
            {"name": "simple_mdav", "params": {"trajectory_distance": distance}}
        ),
    )(laid_out(*together, late), Chance.seeded(1))
    assert sorted(draft.origin.sources.tolist()) == [0, 1, 2]
    assert [vars(drop) for drop in draft.removed] == [
        {"cause": "not comparable with k - 1 others", "trajectories": 1, "points": 2}
    ]


def test_publishing_real_points_is_told() -> None:
    release = anonymize(ordinary(), "microaggregation", k=3, aggregation_method="medoid", seed=1)
    claim = release.certificate.claims[-1]
    assert claim.grade == "assumed"
    assert "About 1 in 3 people have real points" in claim.promise("user")
