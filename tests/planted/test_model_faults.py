"""Models that are tampered with, and an analysis that is broken, each in one way that is caught."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from wayveil.analyses.markov_model import MarkovModel
from wayveil.analysis import analyze
from wayveil.chance import Chance
from wayveil.contract import analyses
from wayveil.contract.tables import crowded
from wayveil.errors import WayveilError
from wayveil.kinds import Outcome
from wayveil.model import BEFORE, Model, Moves, Places, Stays
from wayveil.release import Release
from wayveil.shapes import Trajectories

RELEASE: Any = analyze(crowded(), "markov_model", tile_size=1_500, seed=1)
WHOLE = MarkovModel(tile_size=1_500).whole(crowded())


def tampered(column: Any, change: int) -> Any:
    column = column.copy()
    column[3] += change
    return column


def a_move_of_fewer(model: Model) -> Model:
    """Say truly of a move that four units made it."""
    place = {code: at for at, code in enumerate(model.places.code.tolist())}
    place[BEFORE] = BEFORE
    codes = np.append(WHOLE.places.code, BEFORE)[WHOLE.moves.path].tolist()
    fits = WHOLE.moves.units == 4
    few = next(i for i, path in enumerate(codes) if fits[i] and set(path) <= set(place))
    path = [place[code] for code in codes[few]]
    moves = model.moves
    added = Moves(
        np.append(moves.bin, 0),
        np.vstack([moves.path, [path]]),
        np.append(moves.units, 4),
        np.append(moves.times, WHOLE.moves.times[few]),
    )
    return replace(model, moves=added)


def one_person_more(model: Model) -> Model:
    units = model.moves.units + (np.arange(len(model.moves.bin)) == np.argmax(model.moves.times))
    return replace(model, moves=replace(model.moves, units=units))


def one_time_more(model: Model) -> Model:
    return replace(model, moves=replace(model.moves, times=tampered(model.moves.times, 1)))


def a_longer_stay(model: Model) -> Model:
    return replace(model, stays=replace(model.stays, ms=tampered(model.stays.ms, 1)))


def a_stay_of_fewer(model: Model) -> Model:
    return replace(model, stays=replace(model.stays, units=model.stays.units * 0 + 4))


def all_time_spent(model: Model) -> Model:
    """Count all stays, also those whose next move is left out: a total."""
    where = np.searchsorted(WHOLE.places.code, model.places.code[model.stays.cell])
    whole = np.zeros(len(WHOLE.places), np.int64)
    whole[WHOLE.stays.cell] = WHOLE.stays.ms
    return replace(model, stays=replace(model.stays, ms=whole[where]))


def a_move_said_twice(model: Model) -> Model:
    again = np.append(np.arange(len(model.moves.bin)), 0)
    return replace(model, moves=model.moves.take(again))


def a_cell_of_everything(model: Model) -> Model:
    """Add a cell for the whole town, and how often it was left: a total of all moves from x."""
    places, moves = model.places, model.moves
    everywhere = Places(
        np.append(places.code, 1),
        np.append(places.lat, places.lat.mean()),
        np.append(places.lon, places.lon.mean()),
    )
    added = Moves(
        np.append(moves.bin, 0),
        np.vstack([moves.path, [0, len(places)]]),
        np.append(moves.units, crowded().n_owners),
        np.append(moves.times, 1_000),
    )
    return replace(model, places=everywhere, moves=added)


def centres_at_the_data(model: Model) -> Model:
    places = replace(model.places, lat=model.places.lat + 1e-4)
    return replace(model, places=places)


@pytest.mark.parametrize(
    ("tamper", "claim"),
    [
        (a_move_of_fewer, "k_per_transition"),
        (one_person_more, "k_per_transition"),
        (one_time_more, "k_per_transition"),
        (a_longer_stay, "k_per_transition"),
        (a_stay_of_fewer, "k_per_transition"),
        (all_time_spent, "k_per_transition"),
        (a_cell_of_everything, "k_per_transition"),
        (a_cell_of_everything, "disjoint_transitions"),
        (a_move_said_twice, "disjoint_transitions"),
        (centres_at_the_data, "disjoint_transitions"),
    ],
)
def test_the_claim_notices(tamper: Callable[[Model], Model], claim: str) -> None:
    assert not RELEASE.verify(crowded()).broken
    forged: Release[Any] = replace(RELEASE, data=tamper(RELEASE.data))
    broken = {check.name for check in forged.verify(crowded()).broken}
    assert {claim, "digest"} <= broken


class Crowdless(MarkovModel):
    """Publish what k - 1 went. (planted)"""

    def __call__(self, data: Trajectories, rng: Chance) -> Outcome:
        return MarkovModel(**{**dict(self), "k": self.k - 1})(data, rng)


class Timeless(MarkovModel):
    """Publish all the time spent in a tile, also before moves that are left out. (planted)"""

    def __call__(self, data: Trajectories, rng: Chance) -> Outcome:
        made = super().__call__(data, rng).data
        assert isinstance(made, Model)
        whole = self.whole(data)
        code = whole.places.code[whole.stays.cell]
        kept = np.isin(code, made.places.code) & (whole.stays.units >= self.k)
        cell = np.searchsorted(made.places.code, code[kept])
        stays = whole.stays.take(kept)
        return Outcome(replace(made, stays=Stays(stays.bin, cell, stays.units, stays.ms)))


@pytest.mark.parametrize("part", [Crowdless, Timeless])
def test_the_contract_catches_it(part: type[MarkovModel]) -> None:
    with pytest.raises(WayveilError, match="does not hold what it promises"):
        analyses.holds_its_claims(part)
