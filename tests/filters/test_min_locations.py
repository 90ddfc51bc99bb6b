from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tests.tables import tables
from wayveil.filters.min_locations import MinLocations
from wayveil.shapes import Trajectories


@given(tables(), st.integers(1, 6))
def test_exactly_the_short_ones_go(data: Trajectories, points: int) -> None:
    kept, gone = MinLocations(points=points)(data)
    assert kept.id.tolist() == [i for i, n in enumerate(data.lengths) if n >= points]
    assert gone.trajectories == len(data) - len(kept)
    assert gone.points == data.n_points - kept.n_points
