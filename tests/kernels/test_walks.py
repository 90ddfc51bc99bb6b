"""The walks, against plain versions of what they compute."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from wayveil.kernels import ragged
from wayveil.kernels.walks import drift, positions, walk_lengths, walks

TREES = np.array([[-1, 0, 1, 1, 3], [4, 4, 1, 0, -9999]], np.int32)


def test_walks_lead_from_leaf_to_root() -> None:
    trees, leaves = np.array([0, 0, 1, 1, 1]), np.array([4, 0, 3, 4, 2])
    lengths = walk_lengths(TREES, trees, leaves)
    nodes = walks(TREES, trees, leaves, ragged.offsets_of(lengths))
    assert lengths.tolist() == [4, 1, 3, 1, 3]
    assert nodes.tolist() == [4, 3, 1, 0, 0, 3, 0, 4, 4, 2, 1, 4]


@given(seed=st.integers(0, 10_000), waiting=st.booleans())
@settings(max_examples=30, deadline=None)
def test_positions_are_those_on_a_line_with_both_ends_of_every_wait(
    seed: int, waiting: bool
) -> None:
    rng = np.random.default_rng(seed)
    x, y = rng.uniform(0, 100, (2, 6))
    waits = np.append(rng.uniform(0, 5, 5), 0) * waiting
    rides = np.append(0, rng.uniform(1, 9, 5))
    reached = np.cumsum(rides) + np.cumsum(waits) - waits
    when = np.sort(rng.uniform(0, reached[-1], 20))
    found = positions((x, y, reached, waits), np.array([0, 6]), when, np.array([0, 20]))
    knots = np.column_stack([reached, reached + waits]).ravel()
    assert np.allclose(found[0], np.interp(when, knots, np.repeat(x, 2)))
    assert np.allclose(found[1], np.interp(when, knots, np.repeat(y, 2)))


def test_each_traveller_follows_a_line_of_its_own() -> None:
    x, y = np.array([0.0, 10, 50, 60, 60]), np.array([0.0, 0, 5, 5, 25])
    line = (x, y, np.array([0.0, 10, 0, 10, 20]), np.zeros(5))
    when, offsets = np.array([0.0, 5, 10, 0, 15, 20]), np.array([0, 3, 6])
    east, north = positions(line, np.array([0, 2, 5]), when, offsets)
    assert east.tolist() == [0, 5, 10, 50, 60, 60]
    assert north.tolist() == [0, 0, 0, 5, 15, 25]


@given(seed=st.integers(0, 10_000))
@settings(max_examples=30, deadline=None)
def test_drift_keeps_its_pace_and_its_reach(seed: int) -> None:
    rng = np.random.default_rng(seed)
    gaps = rng.exponential(2.0, 200)
    gaps[::50] = np.inf
    errors = drift(rng.normal(0, 40, (200, 2)), gaps, 10.0, 5.0, 90.0)
    moved = np.hypot(*np.diff(errors, axis=0).T)
    assert (moved <= 5.0 * gaps[1:] + 1e-9).all()
    assert (np.hypot(*errors.T) <= 90.0 + 1e-9).all()


def test_drift_is_autoregressive() -> None:
    gaps = np.full(200_000, 5.0)
    kicks = np.random.default_rng(1).normal(0, 8, (len(gaps), 2))
    errors = drift(kicks, gaps, 10.0, 1e9, 1e9)[:, 0]
    assert abs(errors.std() - 8) < 0.2
    assert abs(np.corrcoef(errors[1:], errors[:-1])[0, 1] - np.exp(-0.5)) < 0.01
