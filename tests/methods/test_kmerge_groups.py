"""Groups as boxes: small, true, and shared by k."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings

from tests.tables import tables
from wayveil.cells import Cells
from wayveil.chance import Chance
from wayveil.contract.tables import odd, ordinary
from wayveil.errors import Infeasible
from wayveil.joined import joined
from wayveil.kernels.boxes import box_of
from wayveil.kinds import Draft
from wayveil.methods.kmerge_groups import KmergeGroups
from wayveil.shapes import Trajectories


def draft_of(data: Trajectories, k: int = 3) -> Draft[Cells]:
    return KmergeGroups(k=k)(data, Chance.seeded(1))


def test_every_point_lies_in_one_box_and_every_box_has_a_point_of_each_member() -> None:
    data = ordinary()
    draft = draft_of(data)
    people = joined(data).data
    assert len(draft.data) == len(people)
    found = box_of(draft.data.boxes(), people.positions())
    assert (found >= 0).all()
    assert len(np.unique(found)) == draft.data.n_cells


@pytest.mark.parametrize("k", [2, 3, 7])
def test_each_record_is_shared_by_k_people(k: int) -> None:
    draft = draft_of(ordinary(), k)
    assert min(Counter(draft.data.shapes()).values()) >= k
    assert sorted(draft.origin.sources) == list(range(len(ordinary())))


def test_people_who_are_alike_keep_their_slots() -> None:
    same = odd()["identical trips"].each_alone()
    draft = draft_of(same, 3)
    assert (draft.data.end - draft.data.start == 60_000).all()
    assert len(set(draft.data.shapes())) == 1


def test_the_antimeridian_is_no_edge() -> None:
    data = odd()["antimeridian"]
    twins = data.take(np.array([0, 0])).renumbered().each_alone()
    draft = draft_of(twins, 2)
    assert ((draft.data.east - draft.data.west) < 10_000_000).all()
    assert (box_of(draft.data.boxes(), twins.positions()) >= 0).all()


def test_too_few_people_are_refused() -> None:
    with pytest.raises(Infeasible, match="fewer than k = 31"):
        draft_of(ordinary(), 31)


@given(tables())
@settings(max_examples=30, deadline=None)
def test_joining_keeps_every_point_of_everybody(data: Trajectories) -> None:
    people = joined(data)
    assert len(people.data) == data.n_owners
    assert sorted(people.trips) == list(range(len(data)))
    for person, owner in enumerate(people.data.owner):
        own = people.data.take(np.array([person]))
        rows = data.owner[data.of_point] == owner
        assert sorted(zip(own.t, own.lat, strict=True)) == sorted(
            zip(data.t[rows], data.lat[rows], strict=True)
        )
