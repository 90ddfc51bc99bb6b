"""The graph of contemporaries, against Floyd and Warshall and by hand."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings

from tests.distances.nearby import between, laid_out, matrix, nearby, tracks_of, walk
from tests.reference import distances as plain
from wayveil.distances import domingo_trujillo2012
from wayveil.distances.domingo_trujillo2012 import DomingoTrujillo2012
from wayveil.errors import Infeasible
from wayveil.shapes import Trajectories

GRAPH = DomingoTrujillo2012()


def going(start: float, end: float, north: float = 0) -> list[tuple[float, float, float]]:
    """From 0 to as many metres as seconds go by."""
    return [(0, north, start), (end - start, north, end)]


@settings(max_examples=120, deadline=None)
@given(nearby())
def test_equals_its_definition(data: Trajectories) -> None:
    expected = plain.graph(tracks_of(data))
    np.testing.assert_allclose(matrix(GRAPH, data), expected, rtol=1e-9, atol=1e-9)


def test_many_walks_equal_their_definition() -> None:
    rng = np.random.default_rng(3)
    tracks = [walk(rng, int(rng.integers(1, 12)), float(rng.integers(0, 200))) for _ in range(40)]
    data = laid_out(*tracks)
    found = matrix(GRAPH, data)
    np.testing.assert_allclose(found, plain.graph(tracks_of(data)), rtol=1e-9, atol=1e-12)
    assert 0 < np.isfinite(found).mean() < 1


def test_side_by_side_is_the_root_over_the_count() -> None:
    # Twice 30 m at two times, 100 %: sqrt(2 * 900 / 4) / 100.
    assert between(GRAPH, going(0, 60), going(0, 60, 30)) == pytest.approx(math.sqrt(450) / 100)


def test_sharing_half_the_time_doubles_the_distance() -> None:
    # At 30 and 60 seconds they are 30 m apart both; either shares half of its minute.
    late = going(30, 90)
    assert between(GRAPH, going(0, 60), late) == pytest.approx(math.sqrt(450) / 50)
    assert plain.contemporary(going(0, 60), late) == 50


def test_the_other_is_interpolated() -> None:
    bent = [(0.0, 0.0, 0.0), (15.0, 40.0, 15.0), (60.0, 0.0, 60.0)]
    assert between(GRAPH, going(0, 60), bent) == pytest.approx(math.sqrt(1600 / 9) / 100)


def test_who_never_met_is_as_far_as_the_shortest_chain() -> None:
    a, via, b, far = going(0, 60), going(30, 90, 8), going(70, 130), going(500, 600)
    long_way = going(0, 130, 5000)
    found = matrix(GRAPH, laid_out(a, via, b, far, long_way))
    assert found[0, 2] == pytest.approx(found[0, 1] + found[1, 2])
    assert found[0, 3] == math.inf == found[3, 2]
    assert found[0, 4] <= plain.synchronized(a, long_way) * (1 + 1e-6)


def test_a_chain_of_equals_is_no_distance() -> None:
    here = going(0, 60)
    beyond = going(59, 120, 400)
    found = matrix(GRAPH, laid_out(here, here, here, beyond))
    assert (found[:3, :3] == 0).all()
    assert found[0, 3] == found[1, 3] == found[2, 3] > 0


def test_an_instant_is_shared_by_those_without_duration_alone() -> None:
    point, same_time, walk = [(0.0, 0.0, 60.0)], [(50.0, 0.0, 60.0)], going(0, 120)
    assert between(GRAPH, point, same_time) == pytest.approx(0.5)
    assert between(GRAPH, point, walk) == math.inf
    assert between(GRAPH, going(0, 60), going(60, 120)) == math.inf


def test_of_several_points_at_one_time_the_last_counts() -> None:
    jump = [(0.0, 0.0, 0.0), (0.0, 70.0, 0.0)]
    assert between(GRAPH, jump, [(0.0, 0.0, 0.0)]) == pytest.approx(0.7)


def test_candidates_are_given_in_their_order() -> None:
    data = laid_out(going(0, 60), going(30, 90, 8), going(70, 130))
    out = np.empty(2)
    GRAPH.row(GRAPH.prepare(data), 0, np.array([2, 1]), out)
    np.testing.assert_array_equal(out, matrix(GRAPH, data)[0, [2, 1]])


def test_too_many_pairs_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    data = laid_out(*[going(0, 60)] * 5)
    monkeypatch.setattr(domingo_trujillo2012, "MOST_EDGES", 10)
    assert GRAPH.prepare(data).nnz == 20
    monkeypatch.setattr(domingo_trujillo2012, "MOST_EDGES", 9)
    with pytest.raises(Infeasible, match="10 pairs"):
        GRAPH.prepare(data)
