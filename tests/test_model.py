"""λ, Π, q and what follows from them, on chains that can be followed by hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from wayveil.analyses.markov_model import MarkovModel
from wayveil.certificate import digest
from wayveil.chance import Chance
from wayveil.contract.tables import busy
from wayveil.errors import Infeasible, InputError, InternalError
from wayveil.model import BEFORE, Model, Moves, Places, Stays
from wayveil.tessellations.degrees import Degrees

HOUR = 3_600_000


def ints(*values: Any) -> Any:
    return np.array(values, dtype=np.int64)


def model(paths: Sequence[tuple[int, ...]], times: list[int], seconds: list[int]) -> Model:
    """A chain on cells 10, 11, ... in a row, all times of day together."""
    n = len(seconds)
    cells, zero = np.arange(n), np.zeros(len(paths), np.int64)
    return Model(
        Places.of(10 + cells, 48 + cells / 100, 16 + cells / 100),
        Moves(zero, ints(*paths), zero + 1, ints(*times)),
        Stays(cells * 0, cells, cells * 0 + 9, 1000 * ints(*seconds)),
    )


#: From 10 to 11 and back; now and then to 12, from where nobody returns.
LINE = model([(-1, 0), (-1, 1), (0, 1), (1, 0), (1, 2)], [3, 1, 4, 3, 1], [80, 20, 50])


def test_the_three_parts_of_a_chain() -> None:
    assert LINE.starts().tolist() == [0.75, 0.25, 0]
    assert LINE.jump_chain().toarray().tolist() == [[0, 1, 0], [0.75, 0, 0.25], [0, 0, 1]]
    assert LINE.left().tolist() == [[4, 4, 0]]
    assert LINE.rates().tolist() == [[4 / 80, 4 / 20, 0]]


def test_where_it_is_in_the_long_run() -> None:
    """10 and 11 reach each other and are visited alike; a visit takes 20 s or 5 s."""
    assert LINE.stationary() == pytest.approx([0.8, 0.2, 0])
    ring = model([(0, 1), (1, 2), (2, 0), (2, 1)], [1, 2, 1, 1], [5, 5, 5])
    share = ring.stationary()
    flow = share * ring.rates()[0]
    assert flow @ ring.jump_chain().toarray() == pytest.approx(flow)


def test_what_comes_next() -> None:
    codes, chances = LINE.next_place([12, 11])
    assert codes.tolist() == [10, 12]
    assert chances.tolist() == [0.75, 0.25]
    assert len(LINE.next_place([12])[0]) == 0
    assert len(LINE.next_place([99])[0]) == 0
    assert LINE.next_place([])[0].tolist() == [10, 11]


def test_what_comes_next_after_two() -> None:
    two = model([(-1, -1, 0), (-1, 0, 1), (0, 1, 0), (0, 1, 2)], [9, 9, 2, 6], [9, 9, 9])
    assert two.next_place([10, 11])[0].tolist() == [12, 10]
    assert two.next_place([10])[0].tolist() == [11]
    assert len(two.next_place([12, 11])[0]) == 0
    assert two.starts().tolist() == [1, 0, 0]


def test_a_time_of_day_alone() -> None:
    moves = replace(LINE.moves, bin=ints(0, 0, 0, 1, 1))
    hours = replace(LINE, moves=moves, bin_ms=12 * HOUR)
    assert hours.at(1).moves.times.tolist() == [3, 1]
    assert hours.n_bins == 2


def test_walks_follow_the_chain() -> None:
    """A model that is estimated from walks along another one comes out near it."""
    tiles = MarkovModel(tessellation=Degrees(size=0.005))
    chain = tiles.whole(busy())
    walks = chain.sample(Chance.seeded(1), 20_000, duration=HOUR / 1000)
    again = {like.what: like.share for like in chain.compare(tiles.whole(walks))}
    wide = chain.starts()
    found = np.zeros_like(wide)
    there = tiles.whole(walks)
    found[np.searchsorted(chain.places.code, there.places.code)] = there.starts()
    assert np.abs(wide - found).sum() / 2 < 0.02
    assert again["Π"] < 0.1
    assert len(walks) == 20_000


def test_walks_stay_as_long_as_the_rates_say() -> None:
    walks = LINE.sample(Chance.seeded(2), 4_000, duration=10_000)
    first = walks.offsets[:-1]
    long = walks.lengths > 1
    held = (walks.t[first + 1 * long] - walks.t[first]) / 1000
    at_ten = np.isclose(walks.lat[first], 48.0) & long
    assert held[at_ten].mean() == pytest.approx(20, rel=0.1)
    assert held[~at_ten].mean() == pytest.approx(5, rel=0.1)


def test_walks_change_with_the_time_of_day() -> None:
    """By night nobody leaves; all wait for the morning."""
    moves = Moves(ints(0, 1), ints((-1, 0), (0, 1)), ints(9, 9), ints(9, 9))
    stays = Stays(ints(0, 1), ints(0, 0), ints(9, 9), ints(HOUR, HOUR))
    day = replace(LINE, moves=moves, stays=stays, bin_ms=12 * HOUR)
    walks = day.sample(Chance.seeded(1), 500, duration=86_400)
    first = walks.t[walks.offsets[:-1]]
    assert (first < 12 * HOUR).all()
    came = walks.t[walks.offsets[:-1][walks.lengths > 1] + 1]
    assert len(came) == 500
    assert (came >= 12 * HOUR).all()


def test_walks_of_order_two_do_not_turn_back() -> None:
    around = [(-1, -1, 0), (-1, 0, 1), (0, 1, 2), (1, 2, 0), (2, 0, 1)]
    walks = model(around, [1] * 5, [60] * 3).sample(Chance.seeded(1), 50, duration=3_600)
    cell = np.rint((walks.lat - 48) * 100).astype(int)
    steps = np.diff(cell)[walks.of_point[1:] == walks.of_point[:-1]]
    assert set(steps.tolist()) == {1, -2}


def test_nobody_walks_where_nothing_is_known() -> None:
    with pytest.raises(Infeasible):
        model([(0, 1)], [1], [5, 5]).sample(Chance.seeded(1), 5, duration=60)


def test_models_are_compared_number_by_number() -> None:
    other = replace(LINE, moves=replace(LINE.moves, times=ints(3, 1, 4, 3, 2)))
    found = {like.what: (like.equal, like.largest) for like in LINE.compare(other)}
    assert found["λ, beginnings"] == (True, 0)
    assert found["transitions"] == (False, 1)
    assert found["T in s"] == (True, 0)
    assert not found["Π"][0]
    with pytest.raises(InputError):
        LINE.compare(replace(LINE, bin_ms=HOUR))


def test_the_order_of_rows_tells_nothing() -> None:
    mixed = replace(LINE, moves=LINE.moves.take(ints(4, 2, 0, 1, 3)))
    assert digest(mixed.in_order()) == digest(LINE.in_order())


@pytest.mark.parametrize(
    "path", [(0, BEFORE), (0, 0), (0, 7), (-2, 0)], ids=["to nowhere", "on the spot", "off", "odd"]
)
def test_a_path_leads_from_cell_to_cell(path: tuple[int, int]) -> None:
    with pytest.raises(InternalError):
        model([path], [9], [5, 5])


def test_nothing_of_a_model_is_shown() -> None:
    for told in (repr(LINE), LINE._repr_html_(), str(LINE.size())):
        assert "48" not in told
        assert "80" not in told
