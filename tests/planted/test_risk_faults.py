"""Scores and linkages that count wrongly, which the tests of the right ones must catch."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.attacks.test_background import BY_HAND
from tests.attacks.test_background import test_risks_worked_out_by_hand as judge
from tests.attacks.test_trip_linking import week_by_hand
from tests.measures.test_record_linkage import BY_SPACE, compare
from tests.measures.towns import north
from tests.test_nearness import test_worked_by_hand as by_hand
from tests.test_score import score_of
from wayveil import nearness, score
from wayveil.attacks import _background
from wayveil.attacks._stops import Beside, Near
from wayveil.kernels import holdings, ragged
from wayveil.kernels.arrays import Floats, Ints
from wayveil.kernels.steady import rows_before
from wayveil.kinds import Guesses
from wayveil.measures import record_linkage
from wayveil.measures._nearest import Ties, nearest
from wayveil.record import Origin
from wayveil.score import Truth


def ties_as_hits(guesses: Guesses, about: Any, real: Truth) -> Floats:
    """Count an answer as right if anything in it is."""
    question = ragged.group_of_rows(guesses.offsets)
    right = real.holds(guesses.items, about[question])
    return (np.bincount(question[right], minlength=len(guesses)) > 0).astype(float)


def test_a_scorer_that_counts_ties_as_hits(monkeypatch: pytest.MonkeyPatch) -> None:
    sources, everybody = [[0], [1]], [[0, 1], [0, 1]]
    fair = score_of(sources, everybody)
    assert fair.success.value == fair.chance
    monkeypatch.setattr(score, "credit", ties_as_hits)
    assert score_of(sources, everybody).success.value > fair.chance


def first_of_all(*args: Any) -> Ties:
    """Forget all of the nearest but one."""
    ties = nearest(*args)
    return Ties(ties.members[ties.offsets[:-1]], np.arange(len(ties.offsets)))


def all_of_them(distance: Any, prepared: Any, ones: Any, others: Any) -> Ties:
    """Take everybody for the nearest."""
    everybody = np.tile(np.arange(len(others)), len(ones))
    return Ties(everybody, np.arange(len(ones) + 1) * len(others))


@pytest.mark.parametrize("fault", [first_of_all, all_of_them])
def test_a_linkage_that_miscounts_ties(fault: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second trip is released half way to the first: half right, and neither 0 nor 1."""
    town, released, sources = north(0, 10, 100), north(5), [[1]]
    compare(BY_SPACE, town, released, sources)
    monkeypatch.setattr(record_linkage, "nearest", fault)
    with pytest.raises(AssertionError):
        compare(BY_SPACE, town, released, sources)


def once_is_enough(amounts: Floats, entries: Any) -> bool:
    """Forget how often a place is known."""
    return True


def in_any_order(index: Any, entries: Any) -> bool:
    """Forget the order in which places are known."""
    return True


@pytest.mark.parametrize(
    ("name", "rule", "fault"),
    [("location", "_often", once_is_enough), ("location_sequence", "_in_order", in_any_order)],
)
def test_background_knowledge_that_is_forgotten(
    name: str, rule: str, fault: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The kernels run as Python here, so that a fault can be planted in one."""
    for each in ("_often", "_in_order", "_fits", "_holds", "_fit", "_next", "_tell", "telling"):
        monkeypatch.setattr(holdings, each, getattr(holdings, each).py_func)
    monkeypatch.setattr(_background, "telling", holdings.telling)
    by_hand = next(row for row in BY_HAND if row[0] == name)
    judge(*by_hand)
    monkeypatch.setattr(holdings, rule, fault)
    with pytest.raises(AssertionError):
        judge(*by_hand)


def one_too_late(t: Any, offsets: Any, tracks: Any, at: Any) -> Any:
    """Look at the point after the one that was reached."""
    return np.minimum(rows_before(t, offsets, tracks, at) + 1, offsets[tracks + 1] - 1)


def next_in_line(origin: Any, originals: int, right: Any = Origin.partners) -> Any:
    """Compare everybody with the released trajectory of the one before."""
    return np.roll(right(origin, originals), 1)


@pytest.mark.parametrize(
    ("where", "name", "fault"),
    [(nearness, "rows_before", one_too_late), (Origin, "partners", next_in_line)],
)
def test_a_scorer_that_looks_at_the_wrong_point(
    where: Any, name: str, fault: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    by_hand()
    monkeypatch.setattr(where, name, fault)
    with pytest.raises(AssertionError):
        by_hand()


def at_two_places_at_once(beside: Beside, asked: Ints, trip: Ints) -> Any:
    """Let people make another trip while they are on one."""
    return np.ones(len(trip), np.bool_)


def all_as_rare(near: Near, asked: Ints, trip: Ints) -> Any:
    """Take a place where everybody stops for as telling as any."""
    return np.ones(len(trip), np.int64)


@pytest.mark.parametrize(
    ("where", "rule", "fault"),
    [(Beside, "apart", at_two_places_at_once), (Near, "as_near", all_as_rare)],
)
def test_trips_that_are_linked_too_easily(
    where: Any, rule: str, fault: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    week_by_hand()
    monkeypatch.setattr(where, rule, fault)
    with pytest.raises(AssertionError):
        week_by_hand()
