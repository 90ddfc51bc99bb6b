"""Who waits for whom, as by the definition."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.distances.nearby import laid_out, nearby, tracks_of
from tests.reference import waiting as reference
from wayveil.flat import flat
from wayveil.kernels import waiting
from wayveil.shapes import Trajectories


@given(nearby(), st.sampled_from([0.0, 1.0, 30.0]), st.sampled_from([0.0, 60.0, 1e9]))
@settings(max_examples=50, deadline=None)
def test_distances_are_those_of_the_reference(
    data: Trajectories, speed: float, patience: float
) -> None:
    tracks, everybody, out = tracks_of(data), np.arange(len(data)), np.empty(len(data))
    for one in everybody:
        waiting.row(flat(data), int(one), everybody, speed, patience, out)
        want = [reference.apart(tracks[one], other, speed, patience) for other in tracks]
        assert out == pytest.approx(np.array(want), rel=1e-9, abs=1e-3)


@given(nearby(max_size=2), st.lists(st.floats(-1e9, 1e9), min_size=1, max_size=5))
@settings(max_examples=50, deadline=None)
def test_people_move_straight_on(data: Trajectories, after: list[float]) -> None:
    paths, track = flat(data), tracks_of(data)[0]
    between = [(one[2] + other[2]) / 2 for one, other in pairwise(track)]
    moments = np.array([*between, *(point[2] for point in track), *after])
    x, y = waiting.places(paths, np.zeros(len(moments), np.int64), moments)
    want = [reference.whereabouts(track, moment)[:2] for moment in moments.tolist()]
    assert np.column_stack([x, y]) == pytest.approx(np.array(want), rel=1e-9, abs=1e-3)


def test_a_wait_counts_as_a_way() -> None:
    """They stand 300 m apart, one from minute 0 to 1, the other from minute 2 to 3: 1 m/s."""
    pair = laid_out([(0, 0, 0), (0, 0, 60)], [(300, 0, 120), (300, 0, 180)])
    out = np.empty(1)
    waiting.row(flat(pair), 0, np.array([1]), 1.0, 60.0, out)
    assert out[0] == pytest.approx(300 + (120 + 60 + 60 + 120) / 4, abs=0.1)
    waiting.row(flat(pair), 0, np.array([1]), 1.0, 59.0, out)
    assert np.isinf(out[0])
