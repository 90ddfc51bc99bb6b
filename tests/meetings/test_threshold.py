from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from tests.crowds import crowds, listed
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


def missed(meeting: Threshold, data: Trajectories) -> int:
    """Any two points of two people that are close enough must be in a group of their trajectories.

    Which is there right after the later one; this counts the pairs for which it is not.
    """
    reach, within = 1000 * meeting.spatial_thold, 1000 * meeting.temporal_thold
    together = {(t, i) for t, members in listed(meeting(data)) for i in members}
    points = [(p, i) for i, trip in enumerate(trips(data)) for p in trip]
    close = [
        {(max(p[0], q[0]) + 1, i), (max(p[0], q[0]) + 1, j)}
        for p, i in points
        for q, j in points
        if data.owner[i] != data.owner[j]
        and abs(p[0] - q[0]) <= within
        and swapping.metres(p, q) <= reach
    ]
    return sum(not pair <= together for pair in close)


@given(data=crowds(), km=REACHES, within=WHILES)
def test_no_meeting_is_missed(data: Trajectories, km: float, within: int) -> None:
    assert not missed(Threshold(spatial_thold=km, temporal_thold=within), data)


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
