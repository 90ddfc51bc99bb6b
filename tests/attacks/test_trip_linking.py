from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.aggregations.towns import table, towns, trips_of
from tests.reference.aggregations import Trip
from tests.reference.trips import DAY, HOUR, likeliest
from wayveil.attacks import trip_linking
from wayveil.attacks._stops import Trips
from wayveil.attacks.trip_linking import TripLinking
from wayveil.chance import Chance
from wayveil.shapes import Trajectories

HOME, WORK, SHOP, FAR = (48.2, 16.4), (48.3, 16.4), (48.3, 16.5), (48.4, 16.4)


@st.composite
def weeks(draw: st.DrawFn) -> Trajectories:
    """Trips in a small town on a few days, some at the same time of day, some in one round."""
    town = draw(towns())
    begin = st.tuples(st.integers(0, 3), st.sampled_from([0, 1, HOUR, 5 * HOUR]))
    moments = [DAY * day + ms for day, ms in (draw(begin) for _ in range(len(town)))]
    trips = [
        [(t + moment, lat, lon) for t, lat, lon in trip]
        for trip, moment in zip(trips_of(town), moments, strict=True)
    ]
    return table(trips, town.owner.tolist())


@settings(deadline=None, max_examples=50)
@given(
    weeks(),
    st.sampled_from(["any", "next", "before", "again", "back"]),
    st.sampled_from([30, 7200]),
    st.sampled_from([50, 1000]),
    st.sampled_from([0, 3600, 43_200]),
)
def test_the_trips_are_named_that_fit_best(
    data: Trajectories, by: Any, wait: int, reach: int, shift: int
) -> None:
    attack = TripLinking(by=by, wait=wait, reach=reach, shift=shift)
    guesses = attack.guess(Trips.of(data), data, Chance.seeded(1))
    trips = trips_of(data)
    for i, trip in enumerate(trips):
        answer = guesses.items[guesses.offsets[i] : guesses.offsets[i + 1]].tolist()
        expected = likeliest(trip, trips, by, wait * 1000, reach, shift * 1000)
        assert answer == sorted(expected)


def trip(begin: float, start: tuple[float, float], end: tuple[float, float]) -> Trip:
    """Half an hour on the way."""
    return [(int(begin * HOUR), *start), (int((begin + 0.5) * HOUR), *end)]


#: The first, to work at eight, is known; whoever made any of the others.
WEEK = [
    trip(8, HOME, WORK),
    trip(9, WORK, FAR),
    trip(7, FAR, HOME),
    trip(24 + 9, HOME, WORK),
    trip(17, WORK, HOME),
    trip(8.1, HOME, WORK),
    trip(8.1, WORK, HOME),
    trip(9, SHOP, HOME),
    trip(24 + 13, HOME, WORK),
    trip(24 + 8, SHOP, WORK),
    trip(24 + 8, HOME, SHOP),
    trip(9.5, HOME, WORK),
]


def named(trips: list[Trip] = WEEK, known: int = 1, **params: Any) -> list[list[int]]:
    """Whom the attack names, knowing the first trips."""
    data = table(trips)
    guesses = TripLinking(**params).guess(Trips.of(data, slice(known)), data, Chance.seeded(1))
    return [each.tolist() for each in np.split(guesses.items, guesses.offsets[1:-1])]


def week_by_hand() -> None:
    """Each reason finds its own; not who is under way at the same time, nor who turns off.

    Six begin at home and six end at work, so 36 go again by accident; three begin at work and
    four end at home, so 12 lead back. Two begin from half past eight to nine, 3 x 2 are next; one
    ends from half past seven to eight, 4 x 1 come before.
    """
    found = {way: named(by=way) for way in ("next", "before", "again", "back")}
    assert found == {"next": [[1]], "before": [[2]], "again": [[3]], "back": [[4]]}
    assert named() == [[2]]
    assert named(WEEK[:2] + WEEK[3:]) == [[1]]
    assert named(wait=60) == [[4]]


def test_a_week_worked_out_by_hand() -> None:
    week_by_hand()


def test_copies_are_all_named() -> None:
    """Five end at home, and two meanwhile: 10 come before by accident, 5 for each that does."""
    assert named([*WEEK, WEEK[2]]) == [[2, 12]]


def test_nothing_is_said_where_nothing_fits() -> None:
    assert named(by="again", shift=60) == [[]]
    assert named(by="before", wait=60) == [[]]
    assert named(WEEK[:1]) == [[]]


def test_blocks_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = named(known=len(WEEK))
    monkeypatch.setattr(trip_linking, "_PAIRS", 2 * len(WEEK))
    assert named(known=len(WEEK)) == whole


def test_a_trip_that_is_not_the_last_is_known_of_whoever_made_several() -> None:
    data = table([WEEK[4], WEEK[9], WEEK[0]], [1, 0, 1])
    for seed in range(9):
        known = TripLinking().knows(data, Chance.seeded(seed))
        assert (known.about.tolist(), known.left_out) == ([1], 1)
        assert known.clues.ends.t.tolist() == [8.5 * HOUR]
