from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import replace

import numpy as np
import polars as pl
from hypothesis import given
from hypothesis import strategies as st

from tests.claims.papers import record
from wayveil.claims.k_anonymous import KAnonymous
from wayveil.kernels.arrays import Codes
from wayveil.shapes import Trajectories


def copies(shapes: list[int]) -> Trajectories:
    """One trajectory of two points for each number; equal numbers, equal points."""
    n = len(shapes)
    lat = np.repeat(np.array(shapes, dtype=float), 2)
    places: Codes = np.arange(n, dtype=np.int32)
    return Trajectories(lat, lat / 2, np.tile([0, 60_000], n), np.arange(n + 1) * 2, places, places)


@given(
    st.lists(st.tuples(st.integers(0, 3), st.integers(0, 4)), min_size=1, max_size=24),
    st.integers(2, 5),
)
def test_it_agrees_with_counting_by_hand(rows: list[tuple[int, int]], k: int) -> None:
    shapes, owners = [shape for shape, _ in rows], [owner for _, owner in rows]
    released = copies(shapes)
    people = defaultdict(set)
    for shape, owner in rows:
        people[shape].add(owner)
    enough_copies = min(Counter(shapes).values()) >= k
    enough_people = min(len(group) for group in people.values()) >= k
    claim = KAnonymous(k=k)
    assert claim.check(released).answer == ("needs record" if enough_copies else "no")
    full = claim.check(released, record(released, owners))
    assert full.answer == ("yes" if enough_copies and enough_people else "no")
    if enough_copies:
        assert full.found == min(len(group) for group in people.values())


def test_a_copy_moved_by_one_step_is_not_a_copy() -> None:
    good = copies([1, 1, 1])
    lat = good.lat.copy()
    lat[0] += 1e-7
    moved = replace(good, lat=lat)
    assert KAnonymous(k=3).check(good, record(good, [0, 1, 2])).answer == "yes"
    assert KAnonymous(k=3).check(moved, record(moved, [0, 1, 2])).answer == "no"


def test_three_copies_of_one_person_are_not_three_people() -> None:
    released = copies([1, 1, 1])
    verdict = KAnonymous(k=3).check(released, record(released, [0, 0, 1]))
    assert (verdict.answer, verdict.found) == ("no", 2)


def test_a_kept_column_can_tell_copies_apart() -> None:
    released = replace(copies([1, 1]), extra=pl.DataFrame({"colour": ["r", "r", "g", "g"]}))
    assert KAnonymous(k=2).check(released).answer == "no"


def test_all_sources_behind_a_record_count() -> None:
    """One published trajectory that merges three people, published twice."""
    released = copies([1, 1])
    papers = record(released, [0, 1, 2], sources=[0, 1, 2, 0], offsets=[0, 2, 4])
    assert KAnonymous(k=2).check(released, papers).found == 3
