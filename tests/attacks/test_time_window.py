"""Who is watched for a while is found where one record alone fits."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings

from tests.attacks.marked import PERSON, RECORDS
from tests.reference import windows
from tests.watched import HOUR, crowds, table
from wayveil import anonymize
from wayveil.attacks.time_window import Clues, TimeWindow
from wayveil.chance import Chance
from wayveil.shapes import Trajectories
from wayveil.slots import Slots
from wayveil.trial import attack


def listed(clues: Clues, i: int) -> list[windows.Point]:
    t, lat, lon, offsets = (column.tolist() for column in clues.points)
    return list(zip(t, lat, lon, strict=True))[offsets[i] : offsets[i + 1]]


@given(crowds())
@settings(max_examples=40, deadline=None)
def test_all_records_that_fit_are_named_and_no_other(data: Trajectories) -> None:
    part = TimeWindow(unit="trajectory", tau=5400)
    clues = part.knows(data, Chance.seeded(1)).clues
    released = Slots.over(data, 500, 1800).boxed(data)
    *columns, offsets = (column.tolist() for column in released.boxes())
    rows = list(zip(*columns, strict=True))
    records = [rows[a:b] for a, b in pairwise(offsets)]
    guesses = part.guess(clues, released, Chance.seeded(2))
    for i, start in enumerate(clues.start.tolist()):
        fit = [
            j for j, r in enumerate(records) if windows.fits(listed(clues, i), r, start, 5400_000)
        ]
        named = guesses.items[guesses.offsets[i] : guesses.offsets[i + 1]]
        assert named.tolist() == fit


def test_a_window_has_all_points_of_its_time() -> None:
    data = table([[(0, 1), (30, 2), (200, 3)]])
    for seed in range(9):
        known = TimeWindow(unit="trajectory").knows(data, Chance.seeded(seed))
        times = known.clues.points.t - 480_000 * HOUR
        assert times.tolist() in ([0, 1_800_000], [1_800_000], [12_000_000])


def test_of_two_who_hide_each_other_half_are_found() -> None:
    """On the raw data everybody is alone at some place and time, and is found."""
    data = table([[(60 * h + 7 * i, 3 * i) for h in range(4)] for i in range(8)])
    release = anonymize(data, "kte_hide", k=2, seed=1)
    found = attack(
        data, release.data, "time_window", record=release.record, unit="trajectory", seed=1
    )
    assert found.raw.success.value == 1
    assert found.release.success.value <= 0.5
    assert found.release.abstained == 0


def test_all_at_one_place_hide_all() -> None:
    data = table([[(60 * h, 0) for h in range(3)] for _ in range(10)])
    release = anonymize(data, "kte_hide", k=2, seed=1)
    found = attack(
        data, release.data, "time_window", record=release.record, unit="trajectory", seed=1
    )
    assert np.isclose(found.release.success.value, 0.1)


@pytest.mark.parametrize(
    ("by", "named"),
    [("lot", [0, 1, 2]), ("finest", [0]), ("most_boxes", [2]), ("centred", [1])],
)
def test_whoever_stands_out_is_named(by: str, named: list[int]) -> None:
    clues = Clues(PERSON.positions(), PERSON.t[:1])
    guesses = TimeWindow.named("time_window", by=by).guess(clues, RECORDS, Chance.seeded(1))
    assert sorted(guesses.items) == named
