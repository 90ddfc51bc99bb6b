from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Any, Literal

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.crowds import crowds
from tests.rows import trips
from wayveil.attacks.own_end import OwnEnd
from wayveil.attacks.own_share import OwnShare
from wayveil.attempt import attempt, knowledge
from wayveil.chance import Chance
from wayveil.contract.tables import busy
from wayveil.kinds import Attack, Unit
from wayveil.meetings.partition import Partition
from wayveil.methods.swapmob import SwapMob
from wayveil.record import Origin
from wayveil.shapes import Trajectories
from wayveil.trial import as_released

METHOD = SwapMob(meeting=Partition(size=0.003))
UNITS: list[Unit] = ["trajectory", "user"]
KNOWN: list[Literal["first", "last"]] = ["first", "last"]


def plain(
    attack: OwnShare | OwnEnd, data: Trajectories, released: Trajectories, origin: Origin
) -> float:
    """For each target: find its points, look at whose the points said to be theirs are."""
    assert origin.of_point is not None
    person = data.owner.tolist() if attack.unit == "user" else list(range(len(data)))
    cuts, published = released.offsets.tolist(), trips(released)
    whose = [[person[i] for i in origin.of_point[a:b].tolist()] for a, b in pairwise(cuts)]
    end = 0 if attack.known == "first" else -1
    earned = []
    for target in sorted(set(person)):
        known = {trip[end] for i, trip in enumerate(trips(data)) if person[i] == target}
        found = [j for j, trip in enumerate(published) if known & set(trip)]
        said = [
            w
            for j in found
            for w in (whose[j] if isinstance(attack, OwnShare) else [whose[j][-1 - end]])
        ]
        earned.append(said.count(target) / len(said) if said else 0.0)
    return float(np.mean(earned))


def tried(part: Attack, data: Trajectories, released: Trajectories, origin: Origin) -> float:
    rng = Chance.seeded(1)
    known = knowledge(part, data, rng)
    return attempt(part, known, data, released, origin, rng).success.value


@pytest.mark.parametrize("part", [OwnShare, OwnEnd])
@pytest.mark.parametrize("unit", UNITS)
@pytest.mark.parametrize("known", KNOWN)
@given(data=crowds(), seed=st.integers(0, 3))
def test_it_finds_what_the_plain_version_finds(
    part: Any, unit: Unit, known: Literal["first", "last"], data: Trajectories, seed: int
) -> None:
    each = part(unit=unit, known=known)
    draft = METHOD(data, Chance.seeded(seed))
    success = tried(each, data, draft.data, draft.origin)
    assert success == pytest.approx(plain(each, data, draft.data, draft.origin))


@pytest.mark.parametrize("part", [OwnShare(), OwnEnd()])
def test_raw_data_is_all_ones_own(part: Attack) -> None:
    draft = METHOD(busy(), Chance.seeded(1))
    assert tried(part, busy(), *as_released(busy(), Chance.seeded(1))) == 1
    assert tried(part, busy(), draft.data, draft.origin) < 0.9


def test_nothing_is_said_where_points_are_moved() -> None:
    moved = replace(busy(), lat=busy().lat + 1e-6)
    known = knowledge(OwnShare(), busy(), Chance.seeded(1))
    guesses = OwnShare().guess(known.clues, moved, Chance.seeded(1))
    assert len(guesses) == len(busy())
    assert not len(guesses.items)
