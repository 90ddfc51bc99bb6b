from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.clusterings.crowds import crowd_of
from tests.reference.timepart import parts
from wayveil.chance import Chance
from wayveil.errors import Infeasible
from wayveil.methods.time_part_microaggregation import TimePartMicroaggregation, time_slices

TIMES = st.lists(
    st.tuples(st.lists(st.integers(0, 40), min_size=1, max_size=3), st.integers(0, 6)),
    min_size=2,
    max_size=25,
)


@given(trips=TIMES, k=st.integers(2, 4), seconds=st.integers(1, 30))
def test_slices_are_those_of_the_document(
    trips: list[tuple[list[int], int]], k: int, seconds: int
) -> None:
    times, owners = [[1000 * t for t in trip] for trip, _ in trips], [owner for _, owner in trips]
    if len(set(owners)) < k:
        return
    mean = np.array([sum(each) // len(each) for each in times])
    order = np.argsort(mean, kind="stable")
    found = time_slices(mean[order], np.array(owners, np.int32)[order], seconds, k)
    got = [set(order[low:high].tolist()) for low, high in found]
    assert got == parts(times, owners, k, 1000 * seconds)


@pytest.mark.parametrize("interval", [60.0, 900.0, 1e6])
def test_nobody_shares_a_group_across_slices(interval: float) -> None:
    data, k = crowd_of(np.random.default_rng(2), 60), 3
    draft = TimePartMicroaggregation(k=k, interval=interval)(data, Chance.seeded(1))
    times = [data.t[a:b].tolist() for a, b in zip(data.offsets, data.offsets[1:], strict=False)]
    slices = parts(times, data.owner.tolist(), k, int(interval * 1000))
    slice_of = {i: number for number, members in enumerate(slices) for i in members}
    shapes = draft.data.shapes()
    groups: dict[bytes, set[int]] = {}
    for shape, source in zip(shapes, draft.origin.sources.tolist(), strict=True):
        groups.setdefault(shape, set()).add(slice_of[source])
    assert all(len(found) == 1 for found in groups.values())
    assert min(shapes.count(shape) for shape in set(shapes)) >= k


def test_an_odd_rest_and_few_people_are_no_crash() -> None:
    """The reference implementation fails on these; ours groups, or says that it cannot."""
    data = crowd_of(np.random.default_rng(3), 7)
    draft = TimePartMicroaggregation(k=3, interval=0.001)(data, Chance.seeded(1))
    assert sorted(draft.origin.sources.tolist()) == list(range(7))
    with pytest.raises(Infeasible, match="7 trajectories, fewer than k = 8"):
        TimePartMicroaggregation(k=8)(data, Chance.seeded(1))
