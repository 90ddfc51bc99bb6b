from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from tests.cotrajectories import cotrajectory
from wayveil import trial
from wayveil.attacks.demix import Demix
from wayveil.chance import Chance
from wayveil.contract.tables import busy
from wayveil.errors import ParameterError
from wayveil.methods.swapmob import SwapMob
from wayveil.run import anonymize
from wayveil.shapes import Trajectories

NEAR = {"name": "threshold", "params": {"spatial_thold": 0.05, "temporal_thold": 5}}
PARTITION = {"name": "partition", "params": {"size": 0.003}}


def crossing(turn: bool) -> Trajectories:
    """Two who drive at 10 m/s, one north and one east, through one cell at one time.

    They drive straight on, or each turns into the other's way.
    """
    s = np.arange(-5, 6) * 600 / 111_195.0
    still = np.full(11, 1e-6)
    lat, lon = np.array([s, still]), np.array([still, s])
    if turn:
        lat[:, 6:], lon[:, 6:] = lat[::-1, 6:].copy(), lon[::-1, 6:].copy()
    each = np.arange(2, dtype=np.int32)
    t = np.tile(np.arange(11) * 60_000 + 30_000, 2)
    cell = 0.0005
    return Trajectories(
        lat.ravel() + cell, lon.ravel() + cell, t, np.array([0, 11, 22]), each, each
    )


def success(data: Trajectories, released: Any, attack: Any) -> float:
    found = trial.attack(data, released.data, attack, record=released.record, seed=1)
    return found.release.success.value


@pytest.mark.parametrize("then", ["own_share", "own_end"])
@pytest.mark.parametrize("seed", range(4))
def test_who_drives_straight_on_is_found_and_who_turns_is_taken_for_the_other(
    then: str, seed: int
) -> None:
    attack = Demix(meeting="partition", then=then)
    for turn, right in ((False, 1.0), (True, {"own_share": 6 / 11, "own_end": 0.0}[then])):
        data = crossing(turn)
        release = anonymize(data, SwapMob(meeting="partition"), seed=seed)
        assert success(data, release, attack) == pytest.approx(right)


def test_with_a_partition_the_release_gives_away_what_the_raw_data_would() -> None:
    """The graph is the same on both sides, so what is put together is the same."""
    attack = Demix(meeting=PARTITION, then="own_share")
    release = anonymize(busy(), "swapmob", meeting=PARTITION, unit="trajectory", seed=1)
    alone = busy().each_alone()
    found = trial.attack(alone, release.data, attack, record=release.record, seed=1)
    assert found.release.success.value == pytest.approx(found.raw.success.value)


@pytest.mark.parametrize("meeting", [NEAR, PARTITION])
def test_it_finds_more_than_reading_the_release_as_it_is(meeting: Any) -> None:
    release = anonymize(crowd(), SwapMob(meeting=meeting), seed=1)
    plain = success(crowd(), release, "own_share")
    assert success(crowd(), release, Demix(meeting=meeting, then="own_share")) > plain + 0.2


def crowd() -> Trajectories:
    """Many who drive straight on, each their own way, through the same few hundred metres."""
    rng = np.random.default_rng(3)
    n, length = 40, 12
    angle, start = rng.uniform(0, 6.28, n), rng.uniform(-300, 300, (2, n))
    along = (np.arange(length) - length / 2)[None, :] * 80 + rng.normal(0, 2, (n, length))
    lat = 48 + (start[0][:, None] + along * np.sin(angle)[:, None]) / 111_195
    lon = 16 + (start[1][:, None] + along * np.cos(angle)[:, None]) / 74_000
    t = (np.arange(length) * 10_000)[None, :] + rng.integers(0, 10_000, (n, 1))
    each = np.arange(n, dtype=np.int32)
    offsets = np.arange(n + 1) * length
    return Trajectories(lat.ravel(), lon.ravel(), t.ravel(), offsets, each, each)


def test_ways_hold_the_released_points_in_order() -> None:
    data = cotrajectory(7)
    rows, lengths = Demix(meeting="partition").undone(data)
    assert sorted(rows) == list(range(data.n_points))
    assert len(lengths) == len(data)


def test_nothing_is_said_where_points_are_moved() -> None:
    moved = replace(busy(), lat=busy().lat + 1e-6)
    known = Demix().knows(busy(), Chance.seeded(1))
    assert not len(Demix().guess(known.clues, moved, Chance.seeded(1)).items)


def test_what_is_tried_then_guesses_points() -> None:
    with pytest.raises(ParameterError, match="guesses points"):
        Demix(then="unicity")
