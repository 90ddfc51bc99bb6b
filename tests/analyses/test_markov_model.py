"""Markov chains against counting visit after visit, and what swapping leaves of them."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.crowds import crowds
from tests.reference import chain as plain
from tests.tables import tables
from wayveil.analyses.markov_model import MarkovModel
from wayveil.analysis import analyze
from wayveil.chance import Chance
from wayveil.contract.tables import busy, crowded
from wayveil.errors import Infeasible
from wayveil.kernels.arrays import Floats, Ints
from wayveil.kinds import Outcome, Tessellation
from wayveil.meetings.partition import Partition
from wayveil.methods.swapmob import SwapMob
from wayveil.model import BEFORE, Model
from wayveil.shapes import Trajectories
from wayveil.tessellations.degrees import Degrees
from wayveil.tessellations.h3 import H3
from wayveil.tessellations.polygons import Polygons
from wayveil.tessellations.square import Square

DAY_S = 86_400


class Islands(Degrees):
    """Every third cell is under water: no tile. (a test)"""

    def cells(self, lat: Floats, lon: Floats) -> Ints:
        cells = super().cells(lat, lon)
        return np.where(cells % 3 == 0, -1, cells)


def model_of(part: MarkovModel, data: Trajectories) -> Model:
    made = part(data, Chance.seeded(1))
    assert isinstance(made, Outcome)
    assert isinstance(made.data, Model)
    return made.data


def listed(model: Model) -> plain.Chain:
    codes = [*model.places.code.tolist(), BEFORE]
    moves, stays = model.moves, model.stays
    ways = [
        (bin, tuple(codes[at] for at in path))
        for bin, path in zip(moves.bin.tolist(), moves.path.tolist(), strict=True)
    ]
    spots = [(b, codes[c]) for b, c in zip(stays.bin.tolist(), stays.cell.tolist(), strict=True)]
    return plain.Chain(
        Counter(dict(zip(ways, moves.times.tolist(), strict=True))),
        dict(zip(ways, moves.units.tolist(), strict=True)),
        Counter(dict(zip(spots, stays.ms.tolist(), strict=True))),
        dict(zip(spots, stays.units.tolist(), strict=True)),
    )


def counted(part: MarkovModel, data: Trajectories, k: int) -> plain.Chain:
    cells = part.tiles().cells(data.lat, data.lon).tolist()
    stops = list(zip(cells, data.t.tolist(), strict=True))
    trips = [stops[a:b] for a, b in pairwise(data.offsets.tolist())]
    bin_ms, step_ms = round(part.time_of_day * 1000), round(part.time_step * 1000)
    return plain.chain(trips, data.owner.tolist(), k, part.order, bin_ms, step_ms)


@settings(max_examples=40)
@given(
    crowds(users=3),
    st.sampled_from([Degrees(size=0.001), Degrees(size=0.003), Islands(size=0.001)]),
    st.integers(1, 3),
    st.sampled_from([900, 6 * 3600, DAY_S]),
    st.sampled_from([0.001, 60]),
)
def test_visits_are_counted_one_by_one(
    data: Trajectories, tiles: Tessellation, order: int, time_of_day: int, step: float
) -> None:
    part = MarkovModel(
        tessellation=tiles, order=order, time_of_day=time_of_day, time_step=step, k=2
    )
    assert listed(part.whole(data)) == counted(part, data, 1)
    assert listed(model_of(part, data)) == counted(part, data, 2)


@settings(max_examples=40)
@given(tables())
def test_any_table_will_do(data: Trajectories) -> None:
    part = MarkovModel(tessellation=Square(size=5_000))
    model = part.whole(data)
    assert listed(model) == counted(part, data, 1)


@pytest.mark.parametrize(
    "tiles",
    [H3(resolution=7), Polygons.example(), Degrees(size=0.02), Square(size=1_000)],
    ids=lambda t: t.name,
)
def test_any_tiles_will_do(tiles: Tessellation) -> None:
    made: Any = analyze(crowded(), "markov_model", tessellation=tiles, k=3, seed=1)
    checks = made.verify(crowded())
    assert not checks.broken
    assert not checks.unchecked


def test_where_nobody_went_together_there_is_no_model() -> None:
    with pytest.raises(Infeasible):
        analyze(crowded().take(np.arange(5)), "markov_model", k=5, seed=1)


def test_points_of_moves_that_are_left_out_are_tallied() -> None:
    made: Any = analyze(crowded(), "markov_model", tile_size=2_000, seed=1)
    whole = MarkovModel(tile_size=2_000).whole(crowded())
    gone = whole.moves.times.sum() - made.data.moves.times.sum()
    assert gone <= made.record.removed.points < crowded().n_points


# --- what swapping keeps, and what it does not

METHOD = SwapMob(meeting=Partition(size=0.001, interval=60))


def both(data: Trajectories, part: MarkovModel, seed: int = 1) -> tuple[Model, Model]:
    return part.whole(data), part.whole(METHOD(data, Chance.seeded(seed)).data)


def unequal(one: Model, other: Model) -> set[str]:
    return {like.what for like in one.compare(other) if not like.equal}


@settings(max_examples=40)
@given(crowds(), st.sampled_from([0.001, 0.004]), st.sampled_from([900, DAY_S]), st.integers(0, 9))
def test_swapping_keeps_the_chain(
    data: Trajectories, size: float, time_of_day: int, seed: int
) -> None:
    part = MarkovModel(tessellation=Degrees(size=size), time_step=60, time_of_day=time_of_day)
    assert not unequal(*both(data, part, seed))


@pytest.mark.parametrize("size", [0.001, 0.002, 0.01])
def test_swapping_keeps_the_chain_of_a_crowd(size: float) -> None:
    assert not unequal(*both(busy(), MarkovModel(tessellation=Degrees(size=size), time_step=60)))


@pytest.mark.parametrize(
    ("part", "changed"),
    [
        (MarkovModel(tessellation=Degrees(size=0.0005), time_step=60), "transitions"),
        (MarkovModel(tessellation=Degrees(size=0.001)), "T in s"),
        (MarkovModel(tessellation=Degrees(size=0.001), time_step=60, order=2), "transitions"),
    ],
    ids=["finer tiles", "times not rounded down", "order 2"],
)
def test_swapping_changes(part: MarkovModel, changed: str) -> None:
    assert changed in unequal(*both(busy(), part))


def test_numbers_of_units_change_with_swapping() -> None:
    """Who is published under one id was several people: k counts others."""
    one, other = both(busy(), MarkovModel(tessellation=Degrees(size=0.001), time_step=60))
    assert one.moves.times.tolist() == other.moves.times.tolist()
    assert one.moves.units.tolist() != other.moves.units.tolist()
