from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.cotrajectories import cotrajectory, in_order, times
from tests.reference import continuing, paths
from wayveil.analyses._motion import Steadiness
from wayveil.attacks.demix import Demix
from wayveil.kernels.continuations import (
    Motion,
    Tails,
    chances,
    fits,
    followed,
    likeliest,
    matched,
    surprise,
)  # fmt: skip
from wayveil.kernels.swapgraph import Graph, graph_of
from wayveil.meetings.partition import Partition
from wayveil.shapes import Trajectories

STEADY: Steadiness = Demix()


def graph(data: Trajectories) -> Graph:
    found = Partition()(data)
    return graph_of(found.members, found.offsets, found.t, data.t, data.offsets)


@settings(max_examples=40)
@given(size=st.integers(1, 6), seed=st.integers(0, 1000), spread=st.sampled_from([0.1, 3.0, 60.0]))
def test_each_permutation_weighs_what_its_fits_add_up_to(
    size: int, seed: int, spread: float
) -> None:
    table = np.random.default_rng(seed).normal(0, spread, (size, size))
    assert chances(table) == pytest.approx(np.array(continuing.chances(table.tolist())), abs=1e-9)


def test_many_are_balanced() -> None:
    table = np.random.default_rng(1).normal(0, 2, (9, 9))
    share = chances(table)
    assert share.sum(0) == pytest.approx(1, abs=1e-3)
    assert share.sum(1) == pytest.approx(1)


@settings(max_examples=40)
@given(size=st.integers(1, 5), seed=st.integers(0, 1000))
def test_no_two_could_exchange_for_more(size: int, seed: int) -> None:
    table = np.random.default_rng(seed).normal(0, 3, (size, size))
    choice = matched(table)
    assert sorted(choice) == list(range(size))
    for i in range(size):
        for k in range(i):
            now = table[i, choice[i]] + table[k, choice[k]]
            assert table[i, choice[k]] + table[k, choice[i]] <= now + 1e-9
    if size <= 2:
        got = sum(table[i, choice[i]] for i in range(size))
        assert got == pytest.approx(continuing.best(table.tolist()))


def judged(made: Graph, motion: Motion, vertex: int) -> Any:
    """How well those who meet fit, each by their own stretch alone."""
    tails = Tails(np.full(len(made.edges) - 1, -1), np.full(len(made.edges) - 1, -1))
    for k in range(made.offsets[vertex], made.offsets[vertex + 1]):
        who, edge = made.members[k], made.into[k]
        tails.last[who] = made.rows[edge + 1] - 1
        tails.before[who] = tails.last[who] - 1 if np.diff(made.rows)[edge] > 1 else -1
    return fits(made, motion, vertex, tails)


@pytest.mark.parametrize("weighed", [False, True])
def test_entropy_is_that_of_all_ways_walked(weighed: bool) -> None:
    for seed in range(40):
        data = cotrajectory(seed)
        made, motion = graph(data), STEADY.motion(data)
        groups = in_order(Partition()(data))
        chains = paths.chains(times(data), groups)
        shares = [
            chances(judged(made, motion, v)) if weighed else np.full((len(w), len(w)), 1 / len(w))
            for v, (_, w) in enumerate(groups)
        ]

        def step(come: paths.Edge, go: paths.Edge) -> float:
            assert come.head is not None
            who = groups[come.head][1]  # noqa: B023
            return float(shares[come.head][who.index(come.trip), who.index(go.trip)])  # noqa: B023

        found = surprise(made, motion, weighed)
        wanted = [continuing.entropy(chains, i, step) for i in range(len(data))]
        assert found == pytest.approx(np.array(wanted), abs=1e-9)


def test_every_point_is_on_one_likely_way() -> None:
    for seed in range(20):
        data = cotrajectory(seed)
        made = graph(data)
        points, lengths = followed(made, likeliest(made, STEADY.motion(data)))
        assert sorted(points) == list(range(data.n_points))
        assert lengths.sum() == data.n_points
        ways = np.split(points, np.cumsum(lengths)[:-1])
        assert all((np.diff(data.t[way]) >= 0).all() for way in ways)
