"""GLOVE: efforts as by the book, true boxes, and never cheaper than the best merge."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.reference import glove as reference
from wayveil.cells import Cells
from wayveil.chance import Chance
from wayveil.contract.tables import busy, ordinary
from wayveil.joined import joined
from wayveil.kernels import merging, stretch
from wayveil.kernels.boxes import box_of
from wayveil.kinds import Draft
from wayveil.methods.glove import Glove
from wayveil.shapes import Trajectories
from wayveil.slots import Slots

_SPANS = st.tuples(st.integers(0, 30), st.integers(0, 9)).map(lambda s: (s[0], s[0] + s[1]))
_BOXES = st.tuples(_SPANS, _SPANS, _SPANS).map(lambda box: (*box[0], *box[1], *box[2]))
_RECORDS = st.lists(_BOXES, min_size=1, max_size=5)


def draft_of(data: Trajectories, k: int) -> Draft[Cells]:
    return Glove(k=k)(data, Chance.seeded(1))


@given(_RECORDS, _RECORDS, st.integers(1, 4), st.integers(1, 4))
@settings(max_examples=50, deadline=None)
def test_efforts_are_those_of_the_reference(
    one: list[reference.Box], other: list[reference.Box], mine: int, theirs: int
) -> None:
    got = stretch.effort(
        np.array(one), np.array(other), mine / (mine + theirs), np.array([20.0, 25.0])
    )
    assert got == pytest.approx(reference.effort(one, other, (mine, theirs), (20.0, 25.0)))


@given(_RECORDS, _RECORDS)
@settings(max_examples=50, deadline=None)
def test_a_merge_holds_both_and_lies_apart_in_time(
    one: list[reference.Box], other: list[reference.Box]
) -> None:
    both = stretch.together(np.array(one), np.array(other), 0.5, np.array([20.0, 25.0]))
    assert (both[1:, 0] > both[:-1, 1]).all()
    for record in (one, other):
        held = [
            [all(out[i] <= box[i] and box[i + 1] <= out[i + 1] for i in (0, 2, 4)) for out in both]
            for box in record
        ]
        assert np.array(held).any(axis=1).all()
        assert np.array(held).any(axis=0).all()


@pytest.mark.parametrize("k", [2, 5])
def test_k_share_boxes_that_hold_everybody(k: int) -> None:
    data = busy()
    draft = draft_of(data, k)
    assert min(Counter(draft.data.shapes()).values()) >= k
    found = box_of(draft.data.boxes(), joined(data).data.positions())
    assert (found >= 0).all()
    assert len(np.unique(found)) == draft.data.n_cells


@pytest.mark.parametrize("k", [2, 4])
def test_the_best_merge_of_a_group_costs_no_more(k: int) -> None:
    people = joined(ordinary()).data
    slots = Slots.over(ordinary(), 100, 60)
    draft = draft_of(ordinary(), k)
    shapes = np.array(draft.data.shapes())
    for shape in set(shapes.tolist()):
        members = np.flatnonzero(shapes == shape)
        best = np.empty(1)
        merging.costs(slots.of(people), members.reshape(1, -1), best)
        assert best[0] <= cost(draft.data.take(members[:1]), slots) + 1e-6


def cost(record: Cells, slots: Slots) -> float:
    long = (record.end - record.start) / slots.long
    wide, high = (
        (record.east - record.west) / slots.wide,
        (record.north - record.south) / slots.tall,
    )
    return float((long * (wide + high)).sum())
