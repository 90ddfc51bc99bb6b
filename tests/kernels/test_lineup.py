"""Samples lined up: none twice, none out of order, the most there can be, and the least moved."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.distances.nearby import laid_out, nearby, tracks_of, walk
from tests.reference import waiting as reference
from wayveil.flat import flat
from wayveil.kernels import lineup
from wayveil.kernels.arrays import Ints
from wayveil.shapes import Trajectories

RADIUS, SPEED = 100.0, 2.0


def found(data: Trajectories, patience: float) -> list[tuple[int, int]]:
    """Pairs of samples, the first and the second person's, each counted from their first."""
    paths = flat(data)
    out: Ints = np.full(int(data.lengths[0]), -9)
    lineup.counterparts(paths, 0, 1, RADIUS, SPEED, patience, out)
    return [(i, j - int(data.offsets[1])) for i, j in enumerate(out.tolist()) if j >= 0]


def check(data: Trajectories, patience: float) -> tuple[int, float]:
    """Check that each match is allowed; count them, and what they cost."""
    ours, theirs = tracks_of(data)[:2]
    pairs = found(data, patience)
    theirs_in_order = [j for _, j in pairs]
    assert theirs_in_order == sorted(set(theirs_in_order))
    assert all(0 <= j < len(theirs) for j in theirs_in_order)
    assert all(abs(ours[i][2] - theirs[j][2]) <= patience for i, j in pairs)
    effort = sum(reference.effort(ours[i], theirs[j], RADIUS, SPEED) for i, j in pairs)
    return len(pairs), effort


def at_best(data: Trajectories, patience: float) -> tuple[int, float]:
    """What the reference finds."""
    ours, theirs = tracks_of(data)[:2]
    return reference.best(ours, theirs, RADIUS, SPEED, patience)


@given(nearby(), st.sampled_from([0.0, 60.0, 1e9]))
@settings(max_examples=50, deadline=None)
def test_nothing_better_is_possible(data: Trajectories, patience: float) -> None:
    if len(data) < 2:
        return
    matches, effort = check(data, patience)
    best, least = at_best(data, patience)
    assert matches == best
    assert effort == pytest.approx(least, rel=1e-9, abs=1e-3)


@pytest.mark.parametrize("patience", [1.0, 10.0, 1000.0])
def test_nor_for_longer_walks(patience: float) -> None:
    rng = np.random.default_rng(3)
    for sizes in ((40, 25), (13, 60), (1, 9)):
        data = laid_out(*(walk(rng, size) for size in sizes))
        matches, effort = check(data, patience)
        best, least = at_best(data, patience)
        assert matches == best
        assert effort == pytest.approx(least, abs=1e-3)


def test_pairs_that_are_cut_are_still_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(4)
    data = laid_out(walk(rng, 300), walk(rng, 200))
    whole, _ = check(data, 20.0)
    monkeypatch.setattr(lineup, "_CELLS", 500)
    cut, _ = check(data, 20.0)
    assert 0.8 * whole < cut <= whole
