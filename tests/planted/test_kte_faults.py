"""Ways to get Algorithm 2 wrong, each caught by the claim before anything is released."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.watched import table
from wayveil import anonymize
from wayveil.errors import ClaimBroken
from wayveil.methods import kte_hide
from wayveil.methods._covers import Covers
from wayveil.methods._epochs import Epochs
from wayveil.record import Tally
from wayveil.shapes import Trajectories
from wayveil.slots import Slots


def town() -> Trajectories:
    """Forty people over eight hours, seen in most of them."""
    rng = np.random.default_rng(5)
    people = []
    for person in range(40):
        hours = np.flatnonzero(rng.random(8) < (0.9 if person < 30 else 0.5))
        hours = hours if len(hours) else np.array([0])
        people.append([(int(h) * 60 + int(rng.integers(60)), int(rng.integers(4))) for h in hours])
    return table(people)


def release() -> None:
    anonymize(town(), "kte_hide", k=2, tau=7200, epsilon=3600, seed=1)


def test_done_right_it_holds() -> None:
    release()


def test_people_who_are_merged_again_and_again(monkeypatch: pytest.MonkeyPatch) -> None:
    def different(self: Covers, one: Any, parent: Any) -> Any:
        return np.broadcast_arrays(np.asarray(one) != parent)[0]

    monkeypatch.setattr(Covers, "free", different)
    with pytest.raises(ClaimBroken, match="two are merged over"):
        release()


def test_covers_lost_to_suppression_and_not_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who hid in somebody who is suppressed afterwards is forgotten."""

    def forget(self: Covers, m: int, person: int) -> list[int]:
        for round in range(self.parent.shape[1]):
            for one in [*np.flatnonzero(self.parent[m, round] == person), person]:
                if self.parent[m, round, one] >= 0:
                    self.unlink(m, round, int(one))
        return []

    monkeypatch.setattr(Covers, "remove", forget)
    with pytest.raises(ClaimBroken, match="asked 2, found 1"):
        release()


def test_windows_that_are_an_epoch_too_short(monkeypatch: pytest.MonkeyPatch) -> None:
    """tau alone instead of tau + epsilon."""
    right = Epochs.of

    def shorter(people: Trajectories, slots: Slots, epsilon: int, length: int) -> Epochs:
        return right(people, slots, epsilon, length - 1)

    monkeypatch.setattr(Epochs, "of", shorter)
    with pytest.raises(ClaimBroken, match="asked 2, found 1"):
        release()


def test_points_that_are_left_out_untold(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kte_hide, "_tally", lambda covers, people: Tally())
    with pytest.raises(ClaimBroken, match="are in no box, and not tallied"):
        release()
