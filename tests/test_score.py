from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.aggregations.towns import table
from tests.attacks.simple import Naming
from tests.measures.towns import north, origin_of
from tests.reference import attacks as reference
from wayveil.errors import InputError
from wayveil.kernels import ragged
from wayveil.kinds import Guesses
from wayveil.record import Origin
from wayveil.score import Rate, Score, scored, truth
from wayveil.shapes import Trajectories

TRIPS, USERS = Naming(), Naming(unit="user")
POINTS = Naming.of_points()


def guesses(answers: list[list[int]]) -> Guesses:
    flat = np.array([item for answer in answers for item in answer], dtype=np.int64)
    return Guesses(flat, ragged.offsets_of(np.array([len(answer) for answer in answers])))


def owned(data: Trajectories, *owners: int) -> Trajectories:
    return replace(data, owner=np.array(owners, np.int32))


@given(st.lists(st.sampled_from([0.0, 0.25, 0.5, 1.0]), min_size=1, max_size=40))
def test_the_interval_is_wilsons(credit: list[float]) -> None:
    rate = Rate.of(np.array(credit))
    low, high = reference.wilson(float(np.mean(credit)), len(credit))
    assert (rate.low, rate.high) == pytest.approx((low, high), abs=1e-9)
    assert 0 <= rate.low <= rate.value <= rate.high <= 1


def test_worked_by_hand() -> None:
    """Three originals in two released: 0 and 1 in the first, 2 in the second.

    The first answer is right, the second right by half, the third is silence.
    """
    original, released, origin = north(0, 1, 2), north(0, 2), origin_of([[0, 1], [2]])
    real = truth(TRIPS, original, released, origin)
    got = scored(guesses([[0], [0, 1], []]), np.arange(3), real)
    assert got.success.value == pytest.approx(1.5 / 3)
    assert got.precision is not None
    assert (got.precision.value, got.precision.n) == (0.75, 2)
    assert (got.abstained, got.chance) == (1, 0.5)


def test_users_are_right_with_any_of_theirs() -> None:
    """Person 0 has two trips, both released; person 1 one trip."""
    original = owned(north(0, 1, 2), 0, 0, 1)
    real = truth(USERS, original, north(2, 1, 0), origin_of([[2], [1], [0]]))
    got = scored(guesses([[1, 2], [1]]), np.array([0, 1]), real)
    assert got.success.value == 0.5
    assert got.chance == pytest.approx((2 / 3 + 1 / 3) / 2)


def test_points_are_right_by_their_own_source() -> None:
    """The second of two released trips got its last point from the first person."""
    two = table([[(0, 0.0, 0.0)], [(0, 0.0, 0.0), (1, 0.0, 0.0)]])
    origin = Origin.one_each(np.array([0, 1]), of_point=np.array([0, 1, 0]))
    real = truth(POINTS, two, two, origin)
    got = scored(guesses([[0, 1, 2], [1, 2]]), np.array([0, 1]), real)
    assert got.success.value == pytest.approx((2 / 3 + 1 / 2) / 2)
    # A trajectory at random is wholly theirs, half theirs, half another's, not theirs at all.
    assert got.chance == pytest.approx(((1 + 0.5) / 2 + (0 + 0.5) / 2) / 2)


def test_without_sources_of_points_a_point_is_of_all_in_its_trajectory() -> None:
    released = table([[(0, 0.0, 0.0), (1, 0.0, 0.0)], [(0, 0.0, 0.0)]])
    real = truth(POINTS, north(0, 1, 2), released, origin_of([[0, 1], [2]]))
    got = scored(guesses([[0, 1], [1, 2], [0]]), np.arange(3), real)
    assert got.success.value == pytest.approx((1 + 0.5 + 0) / 3)
    assert got.chance == 0.5


@st.composite
def trials(draw: st.DrawFn) -> tuple[list[list[int]], list[list[int]]]:
    n, m = draw(st.integers(1, 6)), draw(st.integers(1, 5))
    some = st.lists(st.integers(0, n - 1), min_size=1, max_size=3, unique=True)
    answer = st.lists(st.integers(0, m - 1), max_size=m, unique=True)
    sources = draw(st.lists(some, min_size=m, max_size=m))
    sources[0] = sorted({*sources[0], n - 1})
    return sources, draw(st.lists(answer, min_size=n, max_size=n))


def score_of(sources: list[list[int]], answers: list[list[int]]) -> Score:
    n, m = len(answers), len(sources)
    real = truth(TRIPS, north(*range(n)), north(*range(m)), origin_of(sources))
    return scored(guesses(answers), np.arange(n), real)


@given(trials())
def test_it_is_the_mean_credit(drawn: tuple[list[list[int]], list[list[int]]]) -> None:
    sources, answers = drawn
    right = [{j for j, who in enumerate(sources) if i in who} for i in range(len(answers))]
    credit = [reference.credit(a, r) for a, r in zip(answers, right, strict=True)]
    got = score_of(sources, answers)
    assert got.success.value == pytest.approx(float(np.mean(credit)))
    assert got.abstained == sum(not answer for answer in answers)


@given(trials())
def test_who_names_everybody_does_as_well_as_chance(
    drawn: tuple[list[list[int]], list[list[int]]],
) -> None:
    """A scorer that counts ties as hits, or chance otherwise than answers, fails here."""
    sources, answers = drawn
    got = score_of(sources, [list(range(len(sources)))] * len(answers))
    assert got.success.value == pytest.approx(got.chance)


def test_a_foreign_record_is_refused() -> None:
    with pytest.raises(InputError, match="does not belong"):
        truth(TRIPS, north(0), north(0), origin_of([[1]]))
    with pytest.raises(InputError, match="does not belong"):
        truth(TRIPS, north(0, 1), north(0), origin_of([[0], [1]]))
