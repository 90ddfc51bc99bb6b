"""Everybody in k records, k in every record, and whose is whose by lot."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from wayveil.chance import Chance
from wayveil.contract.tables import busy, odd, ordinary
from wayveil.errors import Infeasible
from wayveil.joined import joined
from wayveil.kernels.boxes import box_of
from wayveil.methods import _candidates
from wayveil.methods._picking import picks
from wayveil.methods.k_pick import KPick, _owners
from wayveil.shapes import Trajectories
from wayveil.slots import Slots


def members_of(data: Trajectories, method: KPick) -> np.ndarray:
    people = joined(data).data
    return method._members(Slots.over(data, method.space, method.time).of(people))


@pytest.mark.parametrize("k", [2, 3, 6, 30])
def test_each_record_has_k_members_and_everybody_is_in_k(k: int) -> None:
    members = members_of(ordinary(), KPick(k=k, neighbours=4))
    assert members.shape == (k, 30)
    assert all(len(set(record)) == k for record in members.T.tolist())
    assert set(Counter(members.ravel().tolist()).values()) == {k}


def test_two_people_share_what_they_have() -> None:
    pair = ordinary().take(np.array([0, 1])).renumbered()
    draft = KPick(k=2)(pair, Chance.seeded(1))
    assert len(set(draft.data.shapes())) == 1


def test_every_box_holds_points_of_each_member_and_every_point_lies_in_one() -> None:
    data, method = ordinary(), KPick(k=3)
    people, members = joined(data).data, members_of(ordinary(), method)
    draft = method(data, Chance.seeded(1))
    for row in members:
        found = box_of(draft.data.boxes(), people.take(row).positions())
        assert (found >= 0).all()
        assert len(np.unique(found)) == draft.data.n_cells


def test_whose_a_record_is_is_drawn_evenly() -> None:
    members = np.array([[0, 1, 2, 3, 4, 5], [1, 0, 3, 2, 5, 4], [2, 3, 4, 5, 0, 1]])
    lots = np.array([_owners(members, Chance.seeded(seed)) for seed in range(600)])
    assert (np.sort(lots, axis=1) == np.arange(6)).all()
    for row in members:
        assert (np.abs((lots == row).mean(axis=0) - 1 / 3) < 0.08).all()


def test_each_cycle_is_drawn_for_by_itself() -> None:
    members = np.array([[0, 1, 2, 3], [1, 0, 3, 2]])
    lots = np.array([_owners(members, Chance.seeded(seed)) for seed in range(400)])
    together = (lots[:, 0] == 0) == (lots[:, 2] == 2)
    assert abs(together.mean() - 1 / 2) < 0.1


def test_few_neighbours_cost_little_more_than_all() -> None:
    samples = Slots.over(busy(), 100, 60).of(busy().each_alone())
    sums = []
    for neighbours in (10, 89):
        choices = _candidates.priced(samples, _candidates.likely_pairs(samples, neighbours, 8))
        found = picks(choices, 1)
        assert found is not None
        picked = found[0]
        rows = np.repeat(np.arange(90), np.diff(choices.offsets))
        sums.append(choices.costs[choices.columns == picked[rows]].sum())
    assert sums[0] < 1.2 * sums[1]


def test_too_few_candidates_are_noticed() -> None:
    samples = Slots.over(busy(), 100, 60).of(busy().each_alone())
    two = _candidates.priced(samples, np.array([[0, 1]]))
    assert picks(two, 1) is None


@pytest.mark.parametrize("name", sorted(odd()))
def test_odd_tables_are_merged_or_refused(name: str) -> None:
    data = odd()[name].each_alone()
    if len(data) < 2 or name == "poles":
        with pytest.raises(Infeasible):
            KPick(k=2)(data, Chance.seeded(1))
    else:
        assert len(KPick(k=2)(data, Chance.seeded(1)).data) == len(data)
