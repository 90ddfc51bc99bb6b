from __future__ import annotations

import numpy as np
import pytest

from tests.aggregations.towns import table
from wayveil.attacks.home_work import HOME, WORK, HomeWork
from wayveil.chance import Chance
from wayveil.clock import MS_PER_DAY
from wayveil.errors import Infeasible
from wayveil.shapes import Trajectories

HOUR = 3_600_000
MONDAY = 4 * MS_PER_DAY
A, B, C, D = ((48.2 + n * 0.01, 16.4) for n in range(4))
Place = tuple[float, float]


def week(
    home: Place, work: Place, days: int = 7, weekend: Place = D
) -> list[tuple[int, float, float]]:
    """At home until 8, at work from 9 to 17 on weekdays, elsewhere on the weekend, then home."""
    found = []
    for day in range(days):
        start = MONDAY + day * MS_PER_DAY
        there = work if day < 5 else weekend
        found += [(start + 8 * HOUR, *home), (start + 9 * HOUR, *there)]
        found += [(start + 17 * HOUR, *there), (start + 18 * HOUR, *home)]
    return found


def named(data: Trajectories, **params: float) -> list[list[int]]:
    attack = HomeWork(**params)
    known = attack.knows(data, Chance.seeded(1))
    guesses = attack.guess(known.clues, data, Chance.seeded(1))
    return [part.tolist() for part in np.split(guesses.items, guesses.offsets[1:-1])]


def test_neighbours_who_work_in_different_places_are_told_apart() -> None:
    data = table([week(A, B), week(A, C), week(A, C), week(B, A)])
    assert named(data) == [[0], [1, 2], [1, 2], [3]]


def test_home_is_where_nights_are_and_work_where_weekdays_are() -> None:
    data = table([week(A, B), week(A, B, weekend=C)])
    known = HomeWork().knows(data, Chance.seeded(1))
    clues = known.clues
    where = HomeWork().tiles.cells(*(np.array([A[i], B[i]]) for i in (0, 1)))
    told = dict(zip(clues.bin[:2].tolist(), clues.cell[:2].tolist(), strict=True))
    assert told == {HOME: where[0], WORK: where[1]}
    assert named(data) == [[0, 1], [0, 1]]


def test_clocks_elsewhere() -> None:
    """Twelve hours on, they seem to work by night: home and work change places."""
    one, other = week(A, B), week(B, A)
    assert named(table([one, other])) == [[0], [1]]
    both = table([[(t + 12 * HOUR, lat, lon) for t, lat, lon in one], other])
    clues = HomeWork(utc_offset=-12).knows(both, Chance.seeded(1)).clues
    plain = HomeWork().knows(table([one, other]), Chance.seeded(1)).clues
    assert clues.cell[:2].tolist() == plain.cell[:2].tolist()


def test_what_is_stale_does_not_count() -> None:
    """Last seen on Monday at 10:00: by 3:00 that is 17 hours ago."""
    data = table([[(MONDAY + 10 * HOUR, *A)], week(A, B, days=2)])
    clues = HomeWork().knows(data, Chance.seeded(1)).clues
    assert clues.bin[clues.offsets[0] : clues.offsets[1]].tolist() == [WORK]


def test_it_does_not_apply_to_one_day() -> None:
    with pytest.raises(Infeasible, match="one day"):
        HomeWork().knows(table([week(A, B, days=1)]), Chance.seeded(1))
