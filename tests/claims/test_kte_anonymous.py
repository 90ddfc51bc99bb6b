"""Two people who hide in each other's records, and what goes wrong if anything is changed."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from wayveil.cells import Cells
from wayveil.claims.kte_anonymous import KteAnonymous
from wayveil.kernels.arrays import Ints
from wayveil.kinds import Verdict
from wayveil.record import Company, Drop, Origin, Record, Tally
from wayveil.shapes import Trajectories

HOUR = 3_600_000


def pair_of_people() -> Trajectories:
    """Both are seen a minute apart in hour 0 and in hour 1, and one alone in hour 9."""
    minutes = np.array([5, 65, 545, 6, 66])
    return Trajectories(
        lat=np.array([1.0, 1.0, 1.0, 1.001, 1.001]),
        lon=np.full(5, 2.0),
        t=minutes * 60_000,
        offsets=np.array([0, 3, 5]),
        id=np.arange(2, dtype=np.int32),
        owner=np.arange(2, dtype=np.int32),
    )


def records() -> Cells:
    """Both records have the box of both in each of the two hours; hour 9 is suppressed."""
    start = np.array([5, 65, 5, 65]) * 60_000
    return Cells(
        start=start,
        end=start + 120_000,
        south=np.full(4, 10_000_000),
        north=np.full(4, 10_010_000),
        west=np.full(4, 20_000_000),
        east=np.full(4, 20_000_000),
        offsets=np.array([0, 2, 4]),
        id=np.arange(2, dtype=np.int32),
        owner=np.arange(2, dtype=np.int32),
    )


def company(first: int = 0, last: int = 1) -> Company:
    """Each hides in the record of the other."""
    return Company(np.array([1, 0]), np.full(2, first), np.full(2, last), np.arange(3), HOUR)


def record_of(company: Company | None, suppressed: int = 1) -> Record:
    origin = Origin(np.arange(2), np.arange(3), company=company)
    removed = Tally((Drop("alone", 0, suppressed),))
    owner = np.arange(2, dtype=np.int32)
    return Record("", True, "user", origin, owner, "", "", removed)


def verdict(released: Cells | None = None, record: Record | None = None, k: int = 2) -> Verdict:
    claim = KteAnonymous(k=k, tau=3600, epsilon=3600)
    return claim.check(released or records(), record or record_of(company()), pair_of_people())


def test_two_who_hide_each_other() -> None:
    found = verdict()
    assert (found.answer, found.found) == ("yes", 2)
    assert "20.00% of windows" in found.note


def test_three_are_not_there() -> None:
    assert (verdict(k=3).answer, verdict(k=3).found) == ("no", 2)


def test_the_papers_are_asked_for() -> None:
    claim = KteAnonymous()
    assert claim.check(records()).answer == "needs record"
    assert claim.check(records(), record_of(company())).answer == "needs original"


def moved(column: str, by: Ints) -> Cells:
    made = records()
    return replace(made, **{column: getattr(made, column) + by})


def test_a_record_that_leaves_the_other_out_is_found() -> None:
    """The second record's first box holds its own point only: the first person is alone then."""
    found = verdict(moved("south", np.array([0, 0, 10_000, 0])))
    assert (found.answer, found.found) == ("no", 1)


def test_a_box_where_the_other_never_was_is_found() -> None:
    made = records()

    def with_last_twice(column: Ints, last: int | None = None) -> Ints:
        return np.append(column, column[-1] if last is None else last * 60_000)

    more = Cells(
        start=with_last_twice(made.start, 68),
        end=with_last_twice(made.end, 69),
        south=with_last_twice(made.south),
        north=with_last_twice(made.north),
        west=with_last_twice(made.west),
        east=with_last_twice(made.east),
        offsets=np.array([0, 2, 5]),
        id=made.id,
        owner=made.owner,
    )
    found = verdict(more)
    assert (found.answer, found.note) == ("no", "own records that do not fit")


def test_points_that_vanish_untold_are_found() -> None:
    assert "1 points are in no box" in verdict(record=record_of(company(), 0)).note


@pytest.mark.parametrize(
    "told", [None, company(0, 2)], ids=["nobody says who is merged", "merged for three hours"]
)
def test_company_must_be_told_and_short(told: Company | None) -> None:
    assert verdict(record=record_of(told)).answer == "no"


def test_a_second_time_together_is_too_long() -> None:
    """Each time is short, and both together are not."""
    twice = Company(
        np.array([1, 1, 0]), np.array([0, 7, 0]), np.array([1, 8, 1]), np.array([0, 2, 3]), HOUR
    )
    assert "over 32400 s" in verdict(record=record_of(twice)).note


def test_company_outlives_a_file() -> None:
    record = record_of(company())
    again = Record.from_json(record.as_json()).origin.company
    assert again is not None
    assert again.as_json() == company().as_json()
    assert again.reordered(np.array([1, 0])).sources.tolist() == [0, 1]
