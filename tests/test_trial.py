from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import wayveil
from tests.attacks.simple import Naming
from tests.measures.towns import north, origin_of
from wayveil.certificate import digest
from wayveil.chance import Chance
from wayveil.contract.tables import ordinary
from wayveil.errors import Infeasible, InputError, InternalError, ParameterError
from wayveil.kinds import Guesses, Knowledge
from wayveil.record import Record
from wayveil.shapes import Trajectories
from wayveil.trial import as_released


def record(original: Trajectories, released: Trajectories, *sources: list[int]) -> Record:
    origin, owner = origin_of(list(sources)), np.zeros(9, np.int32)
    return Record("", False, "trajectory", origin, owner, digest(original), digest(released))


def test_worked_by_hand() -> None:
    """Three trips 100 m apart; the release moved the last next to the first, and swapped two."""
    original, released = north(0, 100, 200), north(90, 10, 5)
    papers = record(original, released, [1], [0], [2])
    got = wayveil.attack(original, released, Naming(), record=papers, seed=1)
    # Nearest to 0 is 5 (the third's): wrong; to 100 is 90 (the second's): right; to 200 90: wrong.
    assert got.release.success.value == pytest.approx(1 / 3)
    assert got.release.chance == pytest.approx(1 / 3)
    assert got.raw.success.value == 1
    assert got.false_matches is None
    assert got.as_json()["risk"] == "linkability"


def test_what_is_said_of_others_is_false() -> None:
    town = north(0, 100)
    got = wayveil.attack(
        town, town, Naming(), record=record(town, town, [0], [1]), control=north(5, 7, 9)
    )
    assert got.false_matches is not None
    assert (got.false_matches.value, got.false_matches.n) == (1, 3)


def test_raw_data_is_published_in_a_new_order_under_fresh_ids() -> None:
    table = ordinary()
    released, origin = as_released(table, Chance.seeded(1))
    assert not set(released.names.id_texts()) & set(table.names.id_texts())
    assert (origin.sources != np.arange(len(table))).any()
    assert (released.lengths == table.lengths[origin.sources]).all()
    pairs = set(zip(released.owner.tolist(), table.owner[origin.sources].tolist(), strict=True))
    assert len(pairs) == table.n_owners
    assert any(one != other for one, other in pairs)
    assert released.extra is None


def test_equal_seeds_give_equal_trials() -> None:
    release = wayveil.anonymize(ordinary(), "simple_generalization", seed=1)
    one, two = (
        wayveil.attack(ordinary(), release.data, "unicity", record=release.record, seed=5)
        for _ in range(2)
    )
    assert one == two


def test_a_release_that_nobody_can_pair_is_refused() -> None:
    with pytest.raises(InputError, match="--record"):
        wayveil.attack(north(0), north(0), Naming())
    with pytest.raises(ParameterError, match="not both"):
        wayveil.attack(north(0), north(0), Naming(), unit="user")
    with pytest.raises(ParameterError, match="no column of users"):
        wayveil.attack(north(0), north(0), Naming(unit="user"))


class Ignorant(Naming):
    """Knows nothing."""

    def knows(self, original: Trajectories, rng: Chance) -> Knowledge:
        return Knowledge(np.empty(0, np.int64), np.empty(0), left_out=len(original))


class Wild(Naming):
    """Names what is not there, or does not answer."""

    def guess(self, clues: Any, released: Trajectories, rng: Chance) -> Guesses:
        return Guesses.one_each(np.full(len(clues) - (self.unit == "user"), len(released)))


def test_who_knows_nothing_and_who_guesses_wildly() -> None:
    papers = record(north(0, 1), north(0), [0])
    with pytest.raises(Infeasible, match="2 targets"):
        wayveil.attack(north(0, 1), north(0), Ignorant(), record=papers)
    with pytest.raises(InternalError, match="not in the release"):
        wayveil.attack(north(0, 1), north(0), Wild(), record=papers)
    with pytest.raises(InternalError, match="did not answer"):
        wayveil.attack(ordinary(), ordinary(), Wild(unit="user"))
