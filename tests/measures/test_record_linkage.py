from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.aggregations.towns import table, towns
from tests.measures.towns import SPACE, matrix, north, origin_of, releases
from tests.reference import linkage as reference
from tests.reference.loss import Sources, pairs
from wayveil import d410
from wayveil.contract.tables import ordinary
from wayveil.kinds import Clustering, Distance
from wayveil.measures._nearest import nearest
from wayveil.measures.record_linkage import RecordLinkage
from wayveil.recipe import MeasuresRecipe
from wayveil.record import Origin
from wayveil.run import anonymize
from wayveil.shapes import Trajectories
from wayveil.together import together

LINKAGE = RecordLinkage()
BY_SPACE = RecordLinkage(trajectory_distance=SPACE)


class Rowwise(Distance):
    """The same distance, of which nothing but rows is known."""

    def prepare(self, data: Trajectories, basis: Trajectories | None = None) -> Any:
        return (SPACE.prepare(data, basis),)

    def row(self, prepared: Any, i: int, candidates: Any, out: Any) -> None:
        SPACE.row(prepared[0], i, candidates, out)


def copied(data: Trajectories, k: int) -> tuple[Trajectories, Sources]:
    """Every k-th trajectory, k times each: what microaggregation leaves."""
    models = np.repeat(np.arange(0, len(data), k), k)[: len(data)]
    return data.take(models), [[i] for i in range(len(data))]


def compare(
    part: RecordLinkage, original: Trajectories, released: Trajectories, sources: Sources
) -> None:
    n = len(original)
    far = matrix(part.trajectory_distance, original, released)[:n, n:]
    expected = reference.linkage(far, n, pairs(n, sources), released.shapes())
    got = part(original, released, origin_of(sources))
    detail = got.detail
    found = (got.value, detail["own_cluster"]["value"])
    back = (detail["reverse"], detail["own_cluster"]["reverse"])
    assert found == pytest.approx((expected.value, expected.own))
    assert back == pytest.approx((expected.reverse, expected.own_reverse))
    assert max(got.value, detail["reverse"]) <= detail["bound"] + 1e-9


@settings(deadline=None)
@given(releases(), st.sampled_from([LINKAGE, BY_SPACE]))
def test_it_is_the_formula(
    drawn: tuple[Trajectories, Trajectories, Sources], part: RecordLinkage
) -> None:
    original, released, sources = drawn
    alone = [each[:1] for each in sources]
    used = [[i] for i in dict.fromkeys(i for each in alone for i in each)]
    compare(part, original, released.take(np.arange(len(used))), used)


@settings(deadline=None)
@given(towns(max_size=7), st.integers(2, 3), st.booleans())
def test_it_is_the_formula_for_copies(data: Trajectories, k: int, by_rows: bool) -> None:
    distance = Rowwise.model_construct() if by_rows else SPACE
    part = RecordLinkage.model_construct(
        trajectory_distance=distance, window=None, aggregation_method=LINKAGE.aggregation_method
    )
    compare(part, data, *copied(data, k))


@settings(deadline=None)
@given(towns())
def test_identical_data_is_linked_but_for_twins(data: Trajectories) -> None:
    got = LINKAGE(data, data, Origin.one_each(np.arange(len(data))))
    n = len(data)
    far = matrix(LINKAGE.trajectory_distance, data, data)[:n, n:]
    distinct = sum(1 / (far[i] <= 1e-6).sum() for i in range(n))
    assert got.value == pytest.approx(100 * distinct / n)
    assert got.detail["reverse"] == pytest.approx(got.value)


def test_worked_by_hand() -> None:
    """100 m apart, released 10 m and 20 m from the first; then at the middle, where both tie."""
    got = BY_SPACE(north(0, 100), north(10, 20), origin_of([[0], [1]]))
    assert (got.value, got.unit, got.n) == (50, "% of originals", 2)
    assert got.detail == {
        "reverse": 100 * (1 + 1) / 2,
        "own_cluster": {"value": 50, "reverse": 100},
        "bound": 100,
        "chance": {"value": 50, "reverse": 50},
        "removed": 0,
    }
    middle = BY_SPACE(north(0, 100), north(50, 50), origin_of([[0], [1]]))
    assert (middle.value, middle.detail["reverse"], middle.detail["bound"]) == (50, 50, 50)
    assert middle.detail["own_cluster"] == {"value": 100, "reverse": 100}


def test_who_is_removed_is_never_found_and_still_counts() -> None:
    got = BY_SPACE(north(0, 100, 200, 300), north(0), origin_of([[0]]))
    assert got.value == 25
    assert got.detail["chance"] == {"value": 100 / 16, "reverse": 25}
    assert got.detail["removed"] == 3


@settings(deadline=None)
@given(towns(max_size=7), st.integers(2, 3), st.sampled_from([1.0, 30.0, 50.0, 100.0]))
def test_the_window_is_the_algorithm_of_the_paper(
    data: Trajectories, k: int, percent: float
) -> None:
    part = RecordLinkage(trajectory_distance=SPACE, window=percent)
    released, sources = copied(data, k)
    n, centre = len(data), part.aggregation_method(data)
    both = together(data, released, centre)
    prepared, away = SPACE.prepare(both, basis=data), np.empty(len(both) - 1)
    SPACE.row(prepared, len(both) - 1, np.arange(len(away)), away)
    far = matrix(SPACE, data, released)[:n, n:]
    got = part(data, released, origin_of(sources))
    near = got.detail["windowed"]
    size = max(1, round(n * percent / 100))
    expected = reference.windowed(
        far, away[:n].tolist(), away[n:].tolist(), pairs(n, sources), size
    )
    assert (near["value"], near["size"]) == (pytest.approx(expected), size)
    assert near["error"] == pytest.approx(near["value"] - got.value)
    if percent == 100:
        assert near["error"] == pytest.approx(0)


def test_blocks_and_rows_find_the_same_ties_among_many() -> None:
    data = ordinary(400, 50)
    clustering = Clustering.named("simple_mdav")
    release = anonymize(data, "microaggregation", k=3, clustering_method=clustering, seed=1)
    both = together(data, release.data)
    ones, others = np.arange(len(data), len(both)), np.arange(len(data))
    prepared = SPACE.prepare(both, basis=data)
    by_block = nearest(SPACE, prepared, ones, others)
    by_row = nearest(Rowwise.model_construct(), (prepared,), ones, others)
    assert np.array_equal(by_block.members, by_row.members)
    assert np.array_equal(by_block.offsets, by_row.offsets)


def test_whoever_cannot_be_compared_is_not_found() -> None:
    class Nowhere(Rowwise):
        """Connects nothing."""

        def row(self, prepared: Any, i: int, candidates: Any, out: Any) -> None:
            out[:] = np.inf

    part = RecordLinkage.model_construct(
        trajectory_distance=Nowhere.model_construct(),
        window=None,
        aggregation_method=LINKAGE.aggregation_method,
    )
    assert part(north(0, 1), north(0, 1), origin_of([[0], [1]])).value == 0


def test_a_parameter_file_of_the_paper_asks_for_the_window() -> None:
    said = {
        "original_dataset": "a.csv",
        "anonymized_dataset": "b.csv",
        "measures": [{"name": "RecordLinkage", "params": {"percen_window_size": 1.0}}],
    }
    recipe = MeasuresRecipe.of(d410.translated(said) | {"task": "measures"})
    assert recipe.measures == (RecordLinkage(window=1.0),)


def test_twins_in_ones_and_none() -> None:
    """A scorer that forgets the twins of an original would find both."""
    two = table([[(0, 48.0, 16.0)], [(0, 48.0, 16.0)], [(0, 48.1, 16.0)]])
    got = BY_SPACE(two, two, Origin.one_each(np.arange(3)))
    assert got.value == pytest.approx(200 / 3)
