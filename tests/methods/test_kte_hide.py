"""Everybody hides in others, for a while, and others after; or is suppressed, and it is told."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.watched import HOUR, crowds, table
from wayveil import Release, anonymize
from wayveil.cells import Cells
from wayveil.errors import Infeasible, ParameterError
from wayveil.joined import joined
from wayveil.methods._covers import Covers
from wayveil.methods._epochs import Epochs
from wayveil.methods._hiding import hidden
from wayveil.methods.kte_hide import KteHide, together
from wayveil.shapes import Trajectories
from wayveil.slots import Slots


def covers_of(data: Trajectories, k: int, length: int) -> Covers:
    people = joined(data).data
    epochs = Epochs.of(people, Slots.over(data, 100, 60), HOUR, length)
    return hidden(epochs, np.where(epochs.piece >= 0, 0, -1).astype(np.int32), k)


def made(data: Trajectories, k: int = 2, hours: int = 1) -> Release[Cells]:
    """Release, which checks every claim."""
    return anonymize(data, "kte_hide", k=k, tau=3600 * hours, epsilon=3600, seed=1)


@given(crowds(), st.integers(2, 3), st.integers(1, 3))
@settings(max_examples=60, deadline=None)
def test_whatever_is_released_holds(data: Trajectories, k: int, hours: int) -> None:
    try:
        release = made(data, k, hours)
    except Infeasible:
        return
    assert not release.verify(data).broken
    assert not release.verify(data).unchecked


@given(crowds(), st.integers(2, 4), st.integers(1, 4))
@settings(max_examples=60, deadline=None)
def test_each_round_hides_everybody_once(data: Trajectories, k: int, length: int) -> None:
    covers = covers_of(data, k, length)
    for m, rounds in enumerate(covers.parent):
        pattern = covers.patterns(m)
        for parent in rounds:
            ones = np.flatnonzero(pattern >= 0)
            assert sorted(parent[ones]) == ones.tolist()
            assert (parent[ones] != ones).all()
            assert (pattern[parent[ones]] == pattern[ones]).all()
            assert (parent[pattern < 0] == -1).all()
    links = [(i, p) for rounds in covers.parent for r in rounds for i, p in enumerate(r) if p >= 0]
    assert len(set(links)) == len(links) == len(covers.used)


def steady(people: int, hours: int = 6) -> list[list[tuple[int, int]]]:
    """People of one quarter who are seen in every hour."""
    return [[(60 * hour + 5 * (i % 3), i % 4) for hour in range(hours)] for i in range(people)]


def test_people_who_are_alike_lose_nothing() -> None:
    release = made(table(steady(12)), k=2)
    assert release.record is not None
    assert release.record.removed.points == 0
    assert len(release.data) == 12


@pytest.mark.parametrize(("k", "length"), [(2, 2), (3, 2), (2, 4)])
def test_so_many_are_merged_in_each_epoch(k: int, length: int) -> None:
    """1 + (tau / epsilon + 1) (k - 1), but for the first and last epochs."""
    covers = covers_of(table(steady(30, hours=9)), k, length)
    inner = np.flatnonzero(covers.epochs.epoch == 4)
    _, offsets = together(covers, inner)
    assert (np.diff(offsets) == 1 + length * (k - 1)).all()


def test_a_loner_is_suppressed_and_goes_on_as_somebody_else() -> None:
    """One of sixteen is seen alone in hours 6 to 8; both parts of the record are published."""
    early = steady(16, hours=3)
    people = [samples + [(m + 660, place) for m, place in samples] for samples in early]
    people[0] += [(60 * hour + 30, 9) for hour in range(6, 9)]
    release = made(table(people))
    assert release.record is not None
    removed = release.record.removed
    assert (removed.trajectories, removed.points) == (0, 3)
    assert np.bincount(release.record.origin.sources).tolist() == [2] + [1] * 15
    assert "windows have a suppressed point" in release.certificate.judged[1].verdict.note


def test_years_without_anybody_take_no_room() -> None:
    late = [[(minute + 20_000_000, place) for minute, place in samples] for samples in steady(6)]
    data = table([one + two for one, two in zip(steady(6), late, strict=True)])
    assert covers_of(data, 2, 3).epochs.piece.shape == (6, 6 + 3 + 5)
    assert made(data).record is not None


def test_nobody_to_hide_among_is_said() -> None:
    with pytest.raises(Infeasible, match="nobody can be hidden"):
        made(table([[(0, 0)], [(600, 3)]]))


def test_times_must_nest() -> None:
    with pytest.raises(ParameterError, match="multiple"):
        KteHide(tau=5400, epsilon=3600)
    with pytest.raises(ParameterError, match="multiple"):
        KteHide(tau=3600, epsilon=90)
