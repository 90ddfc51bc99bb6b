"""Windows by spans, and windows one by one."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.reference import windows
from wayveil.claims import _watched
from wayveil.claims._watched import Watched
from wayveil.claims.leakage import leaks_of
from wayveil.kernels import fitting, ragged
from wayveil.kernels.arrays import Ints
from wayveil.kernels.boxes import Boxes, Points

_POINTS = st.lists(
    st.tuples(st.integers(0, 14), st.integers(0, 2), st.just(0)), min_size=1, max_size=4
)


@st.composite
def _boxes(draw: st.DrawFn) -> list[windows.Box]:
    cuts = sorted(draw(st.sets(st.integers(0, 15), min_size=2, max_size=7)))
    cuts = cuts[: len(cuts) // 2 * 2]
    made = []
    for start, end in zip(cuts[::2], cuts[1::2], strict=True):
        south = draw(st.integers(0, 2))
        made.append((start, end, south, south + draw(st.integers(0, 2)), 0, 0))
    return made


@st.composite
def _scenes(
    draw: st.DrawFn,
) -> tuple[list[list[windows.Point]], list[list[windows.Box]], list[int]]:
    """Some people and records; boxes around the points of somebody are likely."""
    people = [sorted(points) for points in draw(st.lists(_POINTS, min_size=1, max_size=3))]
    records, whose = [], []
    for _ in range(draw(st.integers(1, 4))):
        drawn = draw(_boxes())
        if draw(st.booleans()):
            times = sorted({p[0] for p in draw(st.sampled_from(people))})
            drawn = [(t, t + 1, 0, 2, 0, 0) for t in times]
        records.append(drawn)
        whose.append(draw(st.integers(0, len(people) - 1)))
    return people, records, whose


def _offsets(groups: Sequence[Sequence[object]]) -> Ints:
    return ragged.offsets_of(np.array([len(group) for group in groups]))


def watched(
    people: list[list[windows.Point]],
    records: list[list[windows.Box]],
    whose: list[int],
    tau: int,
) -> Watched:
    flat = np.array([p for points in people for p in points], np.int64).reshape(-1, 3)
    rows = np.array([b for boxes in records for b in boxes], np.int64).reshape(-1, 6)
    t, lat, lon = np.ascontiguousarray(flat.T)
    points = Points(t, lat, lon, _offsets(people))
    start, end, south, north, west, east = np.ascontiguousarray(rows.T)
    boxes = Boxes(start, end, south, north, west, east, _offsets(records))
    by_person = np.argsort(whose, kind="stable")
    own = np.array(whose)[by_person], by_person
    known = fitting.held_by(boxes, points, *own)
    return Watched(points, boxes, known, own, np.array(whose), tau)


@given(_scenes(), st.integers(1, 6))
@settings(max_examples=150, deadline=None)
def test_crowds_are_those_of_windows_tried_one_by_one(
    scene: tuple[list[list[windows.Point]], list[list[windows.Box]], list[int]], tau: int
) -> None:
    made = watched(*scene, tau)
    asked, always = windows.fewest(*scene, tau)
    everyone = np.concatenate(
        [np.stack(pair) for pair in made.every_record(np.arange(len(made)))], 1
    )
    found = int(made.crowds(*everyone).min())
    assert found == (np.iinfo(np.int64).max if asked is None else asked)
    own = made.crowds(*made.own)
    assert (own.min() >= 1) == always or asked is None
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(_watched, "_AT_ONCE", 1)
        assert (made.crowds(*made.own) == own).all()


@given(_scenes(), st.integers(1, 6), st.integers(1, 5))
@settings(max_examples=100, deadline=None)
def test_leaks_are_those_of_windows_tried_one_by_one(
    scene: tuple[list[list[windows.Point]], list[list[windows.Box]], list[int]],
    tau: int,
    epsilon: int,
) -> None:
    made = watched(*scene, tau)
    for person in range(len(made)):
        wanted = windows.leaks(person, *scene, (tau, epsilon))
        assert leaks_of(made, person, epsilon).tolist() == wanted
