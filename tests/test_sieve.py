"""Neighbouring sieves are one step, and give what they would give one after the other."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given

from tests.tables import tables
from wayveil.contract.tables import ordinary
from wayveil.filters.box import Box
from wayveil.filters.drop_duplicates import DropDuplicates
from wayveil.filters.max_gap import MaxGap
from wayveil.filters.max_speed import MaxSpeed
from wayveil.filters.min_length import MinLength
from wayveil.filters.min_locations import MinLocations
from wayveil.filters.time_window import TimeWindow
from wayveil.kinds import Filter
from wayveil.record import Tally
from wayveil.shapes import Trajectories
from wayveil.sieve import applied

CHAIN: list[Filter] = [
    Box.model_validate({"sides": "-180,-45,90,90"}),
    TimeWindow.model_validate({"start": "1975-01-01"}),
    DropDuplicates(),
    MaxGap(gap=3600),
    MinLocations(points=2),
    MaxSpeed(speed=900),
    MinLength(length=1),
]


@given(tables())
def test_together_is_as_one_after_the_other(data: Trajectories) -> None:
    together, tally = applied(data, CHAIN)
    alone, gone = data, Tally()
    for each in CHAIN:
        alone, some = each(alone)
        gone += some
    assert together.shapes() == alone.shapes()
    assert together.id.tolist() == alone.id.tolist()
    assert tally == gone


def test_neighbours_cost_one_copy(monkeypatch: pytest.MonkeyPatch) -> None:
    copies: list[object] = []
    rows = Trajectories._rows

    def counted(data: Trajectories, *how: Any) -> Trajectories:
        copies.append(how)
        return rows(data, *how)

    monkeypatch.setattr(Trajectories, "_rows", counted)
    few: list[Filter] = [MinLocations(points=5), MinLength(length=1000), MaxSpeed(speed=100)]
    _, tally = applied(ordinary(), few)
    assert len(tally.drops) >= 2
    assert len(copies) == 1


def test_no_filters_change_nothing() -> None:
    assert applied(ordinary(), []) == (ordinary(), Tally())
