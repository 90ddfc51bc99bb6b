"""Records that fit are found as by looking."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.reference import fitting
from tests.tables import tables
from wayveil.cells import Cells
from wayveil.contract.tables import ordinary
from wayveil.fitting import fits
from wayveil.joined import joined
from wayveil.shapes import Trajectories
from wayveil.slots import Slots


def found(cells: Cells, points: Trajectories) -> list[set[int]]:
    person, record = fits(cells.boxes(), points.positions())
    return [set(record[person == who].tolist()) for who in range(len(points))]


def looked_up(cells: Cells, points: Trajectories) -> list[set[int]]:
    return [
        {record for record in range(len(cells)) if fitting.fits(who, record, points, cells)}
        for who in range(len(points))
    ]


@given(tables(), st.sampled_from([7, 50_000, 9_000_000]), st.sampled_from([1, 86_400]))
@settings(max_examples=40, deadline=None)
def test_what_fits_is_found(data: Trajectories, steps: int, seconds: int) -> None:
    people = joined(data).data
    cells = Slots(steps, steps, seconds * 1000, 0).boxed(people)
    assert found(cells, people) == looked_up(cells, people)


def test_what_fits_is_found_among_walks() -> None:
    people = ordinary(20, 20)
    cells = Slots.over(people, 20_000, 36_000).boxed(people)
    fitted = found(cells, people)
    assert fitted == looked_up(cells, people)
    assert max(map(len, fitted)) > 1


def test_a_box_around_the_earth_holds_everybody() -> None:
    people, day = ordinary(20, 20), 86_400_000
    first, last = int(people.t.min()) // day, int(people.t.max()) // day
    whole = np.array([[first, last, 0, 0, 0, 0], [last + 1, last + 1, 0, 0, 0, 0]])
    around = Slots(1_800_000_000, 3_600_000_000, day, 0)
    cells = around.cells(whole, np.array([1, 1]), *np.arange(4, dtype=np.int32).reshape(2, 2))
    assert found(cells, people) == [{0}] * 20
