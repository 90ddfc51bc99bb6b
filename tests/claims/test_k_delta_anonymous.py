"""Company within δ: counted as by looking, and never more than there is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.claims.papers import record
from tests.distances.nearby import laid_out, tracks_of
from tests.reference import waiting as reference
from tests.reference.distances import gap
from wayveil.claims.k_delta_anonymous import KDeltaAnonymous
from wayveil.shapes import Trajectories

_TRACK = st.tuples(st.sampled_from([0, 60]), st.lists(st.integers(0, 4), min_size=2, max_size=2))


def beside(*places: Sequence[float]) -> Trajectories:
    """People at these metres east, one a minute."""
    return laid_out(*[[(x, 0.0, 60.0 * n) for n, x in enumerate(track)] for track in places])


@given(st.lists(st.tuples(_TRACK, st.integers(0, 3)), min_size=1, max_size=9), st.integers(2, 4))
@settings(max_examples=50, deadline=None)
def test_it_counts_as_the_reference(drawn: list[tuple[tuple[int, list[int]], int]], k: int) -> None:
    tracks = [[(100.0 * x, 0.0, start + n) for n, x in enumerate(places)]
              for (start, places), _ in drawn]  # fmt: skip
    owners = [owner for _, owner in drawn]
    released, claim = laid_out(*tracks), KDeltaAnonymous(k=k, delta=250)
    laid = tracks_of(released)
    alone = min(reference.company(laid, range(len(laid)), 125, gap))
    together = min(reference.company(laid, owners, 125, gap))
    assert claim.check(released).answer == ("needs record" if alone >= k else "no")
    verdict = claim.check(released, record(released, owners))
    assert verdict.answer == ("yes" if alone >= k and together >= k else "no")
    if alone >= k:
        assert verdict.found == together


def test_the_edge_belongs_to_the_cylinder() -> None:
    claim = KDeltaAnonymous(k=3, delta=100)
    inside, outside = beside([0, 0], [50, -49.99], [-49.99, 0]), beside([0, 0], [50.1, 0], [-50, 0])
    assert claim.check(inside, record(inside, [0, 1, 2])).answer == "yes"
    assert claim.check(outside, record(outside, [0, 1, 2])).answer == "no"


def test_near_each_other_without_a_middle_is_not_enough() -> None:
    """Any two of the three are 85 m apart, but no published one lies amid them."""
    angles = np.radians([0, 120, 240])
    around = [[(49 * np.cos(a), 49 * np.sin(a), 0.0)] for a in angles]
    claim = KDeltaAnonymous(k=3, delta=100)
    assert claim.check(laid_out(*around)).answer == "no"
    assert claim.check(laid_out(*around, [(0.0, 0.0, 0.0)])).answer == "needs record"


def test_other_times_are_no_company() -> None:
    three = beside([0, 0], [0, 0], [0, 0])
    late = three.t.copy()
    late[-1] += 1
    claim = KDeltaAnonymous(k=3, delta=100)
    assert claim.check(three).answer == "needs record"
    assert claim.check(replace(three, t=late)).answer == "no"


@pytest.mark.parametrize("unit", ["user", "trajectory"])
def test_it_says_what_it_is_not(unit: str) -> None:
    assert "With δ > 0 this is not k-anonymity" in KDeltaAnonymous(k=3, delta=500).promise(unit)
    assert "500 m apart" in KDeltaAnonymous(k=3, delta=500).adversary
    assert "not k-anonymity" not in KDeltaAnonymous(k=3, delta=0).promise(unit)
