from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from tests.meetings.crowds import crowds, listed
from tests.reference import swapping
from tests.rows import trips
from tests.tables import tables
from wayveil.meetings import threshold
from wayveil.meetings.threshold import Threshold
from wayveil.shapes import Trajectories

DATA = st.one_of(crowds(), tables())
REACHES = st.sampled_from([0.0, 0.02, 0.0723, 0.2, 1.0, 1000.0])
WHILES = st.sampled_from([0, 15, 31, 300])


@given(data=DATA, km=REACHES, within=WHILES)
def test_it_equals_the_plain_version(data: Trajectories, km: float, within: int) -> None:
    groups = Threshold(spatial_thold=km, temporal_thold=within)(data)
    owners = data.owner.tolist()
    # The plain version measures along the sphere, where rounding may turn 0 m into 1e-8 m.
    reach = max(1000 * km, 1e-6)
    expected = swapping.threshold(trips(data), owners, reach, 1000 * within)
    assert listed(groups) == [(t, sorted(members)) for t, members in expected]


@given(data=crowds(), km=REACHES, within=WHILES)
def test_no_meeting_is_missed(data: Trajectories, km: float, within: int) -> None:
    """Any two points of two people that are close enough are in a group of their trajectories."""
    together = {
        (t, i)
        for t, members in listed(Threshold(spatial_thold=km, temporal_thold=within)(data))
        for i in members
    }
    points = [(p, i) for i, trip in enumerate(trips(data)) for p in trip]
    for p, i in points:
        for q, j in points:
            apart = abs(p[0] - q[0]) > 1000 * within or swapping.metres(p, q) > 1000 * km
            if data.owner[i] != data.owner[j] and not apart:
                later = max(p[0], q[0]) + 1
                assert {(later, i), (later, j)} <= together


def test_it_goes_on_where_a_block_ends(monkeypatch: Any) -> None:
    rng = np.random.default_rng(1)
    n = 3000
    each = np.arange(n, dtype=np.int32)
    place = 48 + rng.normal(0, 0.001, (2, n))
    crowd = Trajectories(
        place[0], place[1], np.sort(rng.integers(0, 10**6, n)), np.arange(n + 1), each, each
    )
    whole = Threshold()(crowd)
    monkeypatch.setattr(threshold, "_BLOCK", 100)
    pieces = Threshold()(crowd)
    assert len(whole) > 1000
    assert listed(whole) == listed(pieces)


def test_whoever_has_ended_is_still_met() -> None:
    each = np.arange(2, dtype=np.int32)
    t = np.array([0, 20_000, 40_000])
    data = Trajectories(np.full(3, 1.0), np.full(3, 1.0), t, np.array([0, 1, 3]), each, each)
    assert listed(Threshold()(data)) == [(20_001, [0, 1])]
