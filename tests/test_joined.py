"""One trajectory a person, sorted by time; and nothing is copied that need not be."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from hypothesis import given, settings

from tests.tables import tables
from wayveil.contract.tables import ordinary
from wayveil.joined import joined
from wayveil.shapes import Trajectories


@given(tables())
@settings(max_examples=40, deadline=None)
def test_each_person_has_all_of_their_points_in_the_order_of_time(data: Trajectories) -> None:
    people = joined(data).data
    assert people.owner.tolist() == sorted(set(data.owner.tolist()))
    for owner, (first, end) in zip(people.owner, pairwise(people.offsets), strict=True):
        own = np.flatnonzero(data.owner[data.of_point] == owner)
        own = own[np.argsort(data.t[own], kind="stable")]
        for column in ("t", "lat", "lon"):
            assert (getattr(people, column)[first:end] == getattr(data, column)[own]).all()


def test_where_everybody_has_one_already_nothing_is_copied() -> None:
    alone = ordinary().each_alone()
    people = joined(alone).data
    assert all(np.shares_memory(getattr(people, c), getattr(alone, c)) for c in ("t", "lat", "lon"))
