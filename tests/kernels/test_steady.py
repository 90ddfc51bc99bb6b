from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.reference import reconstruction as reference
from wayveil.kernels import ragged
from wayveil.kernels.steady import rows_before, steadied

TRACKS = st.lists(
    st.lists(
        st.tuples(st.integers(-500, 500), st.sampled_from([0, 1, 60, 61, 3600])),
        min_size=1,
        max_size=6,
    ),
    min_size=1,
    max_size=4,
)


@settings(max_examples=50, deadline=None)
@given(TRACKS, st.sampled_from([1.0, 150.0]), st.sampled_from([0.1, 0.4, 9.0]))
def test_it_is_the_least_of_all_squares(
    tracks: list[list[tuple[int, int]]], spread: float, swerve: float
) -> None:
    z = [[float(place) for place, _ in track] for track in tracks]
    seconds = [np.cumsum([float(wait) for _, wait in track]).tolist() for track in tracks]
    expected = [
        x for a, b in zip(z, seconds, strict=True) for x in reference.steadied(a, b, spread, swerve)
    ]
    offsets = ragged.offsets_of(np.array([len(track) for track in tracks]))
    flat = np.concatenate(z)
    got = steadied(np.stack([flat, -flat], 1), np.concatenate(seconds), offsets, spread, swerve)
    assert got[:, 0] == pytest.approx(expected, abs=1e-5)
    assert got[:, 1] == pytest.approx(-got[:, 0], abs=1e-5)


def test_worked_by_hand() -> None:
    """A step aside of 7 m and back, a second each, as likely wrong by 1 m as swerved by 1 m/s.

    With r = 1 the x are z - (1, -2, 1) · d, where d = x'' is z'' / (1 + 6) = -14 / 7.
    """
    z, seconds = np.array([[0.0], [7.0], [0.0]]), np.array([0.0, 1.0, 2.0])
    got = steadied(z, seconds, np.array([0, 3]), 1, 1)
    assert got[:, 0] == pytest.approx([2, 3, 2])


def test_who_goes_evenly_stays() -> None:
    seconds = np.array([0.0, 10.0, 40.0, 45.0])
    even = np.stack([3 * seconds, 100 - seconds], 1)
    assert steadied(even, seconds, np.array([0, 4]), 150, 0.1) == pytest.approx(even, abs=1e-6)


@settings(max_examples=50, deadline=None)
@given(
    st.lists(st.lists(st.integers(0, 9), min_size=1, max_size=5), min_size=1, max_size=4),
    st.lists(st.tuples(st.integers(0, 3), st.integers(-1, 10)), max_size=9),
)
def test_the_row_before_is_the_last_that_is_not_later(
    times: list[list[int]], asked: list[tuple[int, int]]
) -> None:
    times, offsets = [sorted(each) for each in times], [0]
    for each in times:
        offsets.append(offsets[-1] + len(each))
    queries = [(track % len(times), at) for track, at in asked]
    expected = [
        offsets[track] + max(0, sum(t <= at for t in times[track]) - 1) for track, at in queries
    ]
    tracks, at = (np.array([q[i] for q in queries], dtype=np.int64) for i in (0, 1))
    flat = np.concatenate([np.array(each, dtype=np.int64) for each in times])
    assert rows_before(flat, np.array(offsets), tracks, at).tolist() == expected
