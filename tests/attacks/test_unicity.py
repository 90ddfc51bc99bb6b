from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import wayveil
from tests.aggregations.towns import table, towns
from tests.reference import attacks as reference
from wayveil.attacks.unicity import Unicity
from wayveil.chance import Chance
from wayveil.contract.tables import ordinary
from wayveil.kernels.postings import postings, sole_holders
from wayveil.kinds import Tessellation
from wayveil.record import Origin
from wayveil.score import scored, truth
from wayveil.shapes import Trajectories

TILES = Tessellation.named("square", size=200)
HOUR = 3_600_000
A, B, C, D = ((n * HOUR, 48.2 + n * 0.01, 16.4) for n in range(4))


def visits(data: Trajectories, interval_ms: int, groups: list[int]) -> list[set[tuple[int, int]]]:
    """What each group was seen with: pairs of cell and interval."""
    found: list[set[tuple[int, int]]] = [set() for _ in range(max(groups) + 1)]
    cells = TILES.cells(data.lat, data.lon).tolist()
    for trip, cell, t in zip(data.of_point.tolist(), cells, data.t.tolist(), strict=True):
        found[groups[trip]].add((cell, t // interval_ms if interval_ms else 0))
    return found


@settings(deadline=None)
@given(towns(), st.integers(1, 3), st.sampled_from([0, 60, 3600]), st.booleans(), st.integers(0, 9))
def test_it_is_the_definition(
    data: Trajectories, points: int, interval: int, by_user: bool, seed: int
) -> None:
    attack = Unicity(
        points=points, tiles=TILES, interval=interval, unit="user" if by_user else "trajectory"
    )
    names, codes = np.unique(data.owner if by_user else np.arange(len(data)), return_inverse=True)
    groups = codes.tolist()
    seen = visits(data, interval * 1000, groups)
    known = attack.knows(data, Chance.seeded(seed))
    enough = [g for g, pairs in enumerate(seen) if len(pairs) >= points]
    assert known.about.tolist() == names[enough].tolist()
    assert known.left_out == len(seen) - len(enough)
    clues = list(zip(known.clues.cell.tolist(), known.clues.bin.tolist(), strict=True))
    asked = [clues[i * points : (i + 1) * points] for i in range(len(enough))]
    for group, pairs in zip(enough, asked, strict=True):
        assert len(set(pairs)) == points
        assert set(pairs) <= seen[group]
    guesses = attack.guess(known.clues, data, Chance.seeded(seed))
    expected = [reference.sole_holder(pairs, seen) for pairs in asked]
    answers = np.split(guesses.items, guesses.offsets[1:-1]) if len(guesses) else []
    for found, answer in zip(expected, answers, strict=True):
        assert answer.tolist() == [i for i, g in enumerate(groups) if g == found]


@given(st.lists(st.sets(st.integers(0, 5)), min_size=1, max_size=6), st.integers(1, 4), st.data())
def test_sole_holders_are_those_of_the_definition(
    groups: list[set[int]], size: int, draw: st.DataObject
) -> None:
    row = st.lists(st.integers(-1, 5), min_size=size, max_size=size)
    wanted = draw.draw(st.lists(row, max_size=5))
    who = np.array([g for g, things in enumerate(groups) for _ in things], dtype=np.int64)
    what = np.array([thing for things in groups for thing in things], dtype=np.int64)
    index = postings(who, what, len(groups), 6)
    got = sole_holders(index, np.array(wanted, np.int64).reshape(-1, size)).tolist()
    assert got == [reference.sole_holder(each, groups) for each in wanted]


def found(trips: list[list[tuple[int, float, float]]], points: int) -> list[bool]:
    data = table(trips)
    attack = Unicity(points=points)
    known = attack.knows(data, Chance.seeded(1))
    guesses = attack.guess(known.clues, data, Chance.seeded(1))
    return [bool(count) for count in np.diff(guesses.offsets)]


def test_worked_by_hand() -> None:
    """All of A B C is known, and nobody else has it; A B and A B cannot be told apart."""
    assert found([[A, B, C], [A, B, D], [A, C, D]], points=3) == [True, True, True]
    assert found([[A, B], [A, B], [C, D]], points=2) == [False, False, True]
    assert found([[A, A], [A], [D]], points=1) == [False, False, True]


def test_too_few_points_are_left_out_and_counted() -> None:
    data = table([[A, A, A], [A, B]])
    known = Unicity(points=2).knows(data, Chance.seeded(1))
    assert (known.about.tolist(), known.left_out) == ([1], 1)


def test_identical_trips_are_not_found_and_raw_unicity_is_what_is_counted() -> None:
    data = table([[A, B]] * 3 + [[C, D], [A, D]])
    attack = Unicity(points=2)
    known = attack.knows(data, Chance.seeded(1))
    real = truth(attack, data, data, Origin.one_each(np.arange(5)))
    score = scored(attack.guess(known.clues, data, Chance.seeded(1)), known.about, real)
    assert score.success.value == pytest.approx(2 / 5)
    assert score.precision is not None
    assert score.precision.value == 1


def test_users_are_found_with_all_that_is_theirs() -> None:
    got = wayveil.attack(ordinary(), ordinary(), "unicity", unit="user", seed=1)
    assert got.release.success == got.raw.success
    assert got.release.success.value > 0.9
    assert got.attack.target == "user"
