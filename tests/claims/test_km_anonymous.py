from __future__ import annotations

from dataclasses import replace

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.claims.papers import record
from tests.reference import km
from tests.visits import rows_of, towns
from wayveil.claims.km_anonymous import KmAnonymous
from wayveil.errors import ParameterError
from wayveil.precision import Precision
from wayveil.shapes import Trajectories

TIMES: list[Precision] = ["none", "exact", 600.0, 3600.0]


@given(
    towns(spread=0.0), st.integers(2, 4), st.integers(1, 4), st.sampled_from(TIMES)
)  # fmt: skip
def test_it_agrees_with_listing_everything(
    data: Trajectories, k: int, knowledge: int, attacker_time: Precision
) -> None:
    claim = KmAnonymous(k=k, knowledge=knowledge, attacker_time=attacker_time)
    rows, people = rows_of(data), data.owner.tolist()
    in_order = all(map(km.has_order, rows))
    crowd, units = (
        km.fewest(rows, who, knowledge, attacker_time) for who in (range(len(rows)), people)
    )
    alone, full = claim.check(data), claim.check(data, record(data, people))
    assert (alone.answer != "no") == (in_order and crowd >= k)
    assert full.answer == ("yes" if in_order and units >= k else "no")
    if full.answer == "yes":
        assert full.found == units


def letters(*trips: str, minutes: list[list[int]] | None = None) -> Trajectories:
    """One trajectory a word, a row a letter, a minute apart unless said otherwise."""
    n = len(trips)
    places = [ord(letter) - 65 for trip in trips for letter in trip]
    times = minutes or [list(range(len(trip))) for trip in trips]
    codes = np.arange(n, dtype=np.int32)
    return Trajectories(
        np.array(places, dtype=float), np.zeros(len(places)),
        np.array([60_000 * minute for trip in times for minute in trip]),
        np.append(0, np.cumsum([len(trip) for trip in trips])), codes, codes,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("trips", "knowledge", "found"),
    [
        (["AB", "AB", "AC"], 2, 1),
        (["AB", "AB", "A"], 2, 2),
        (["AB", "BA"], 1, 2),
        (["AB", "BA"], 2, 1),  # the order is known
        (["ABC", "ABC", "AC", "AB"], 3, 2),
        (["ABA", "AB", "AB"], 1, 3),
        (["ABA", "AB", "BA"], 2, 1),  # A twice
        (["BAA", "BA", "BA"], 2, 1),  # so it is here
        (["ABC", "AB", "BC", "AC"], 2, 2),
        (["ABC", "AB", "BC", "AC"], 3, 1),
    ],
)
def test_sequences_are_counted_as_they_lie_in_trajectories(
    trips: list[str], knowledge: int, found: int
) -> None:
    data = letters(*trips)
    verdict = KmAnonymous(k=2, knowledge=knowledge).check(data, record(data, [*range(len(trips))]))
    assert (verdict.answer, verdict.found) == ("yes" if found >= 2 else "no", found)


def test_an_hour_on_either_side_of_its_edge_is_another_hour() -> None:
    data = letters("A", "A", minutes=[[59], [60]])
    answers = [KmAnonymous(k=2, attacker_time=time).check(data).answer for time in (3600, 7200)]
    assert answers == ["no", "needs record"]


def test_rows_of_one_time_must_be_sorted_by_place() -> None:
    sorted_, mixed, twice = (
        letters(trip, trip, minutes=[[5, 5], [5, 5]]) for trip in ("AB", "BA", "AA")
    )
    assert KmAnonymous(k=2).check(sorted_).answer == "needs record"
    for data in (mixed, twice):
        verdict = KmAnonymous(k=2).check(data)
        assert verdict.answer == "no"
        assert "not sorted by place" in verdict.note


def test_a_kept_column_is_known_too() -> None:
    data = letters("A", "A")
    painted = replace(data, extra=pl.DataFrame({"colour": ["red", "blue"]}))
    assert KmAnonymous(k=2).check(data).answer == "needs record"
    assert KmAnonymous(k=2).check(painted).answer == "no"


def test_a_time_is_a_word_or_a_quantity() -> None:
    assert KmAnonymous.model_validate({"attacker_time": "10min"}).attacker_time == 600
    assert KmAnonymous(attacker_time="exact").attacker_time == "exact"
    for bad in ("soon", 0, -5, "", [3]):
        with pytest.raises(ParameterError, match=r"attacker_time: .*a time"):
            KmAnonymous(attacker_time=bad)


def test_the_promise_says_what_is_known() -> None:
    promise = KmAnonymous(k=5, knowledge=3, attacker_time=600).promise("user")
    for words in ("3 visits", "10 min", "at least 5 people", "several trips of one person"):
        assert words in promise
