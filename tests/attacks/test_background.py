from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import wayveil
from tests.aggregations.towns import table, towns
from tests.reference import background as reference
from wayveil.attacks._background import Background, drawn, in_time
from wayveil.chance import Chance
from wayveil.clock import MS_PER_DAY
from wayveil.contract.tables import ordinary
from wayveil.kinds import Attack, Tessellation
from wayveil.shapes import Names, Trajectories

TILES = Tessellation.named("square", size=200)
HOUR = 3_600_000

#: scikit-mobility's toy example. Six of its seven people are in its tests; what its pages print
#: of the seventh leaves only A A D. A letter is a place, a number the day and hour.
PLACES = {"A": (43.843014, 10.507994), "B": (43.54427, 10.32615)}
PLACES |= {"C": (43.70853, 10.4036), "D": (43.77925, 11.24626)}
TOY = (
    "A3.08 B3.09 C3.10 D4.10", "A3.08 C3.09 A4.10 B4.11", "B3.08 C3.09 A4.10 D4.11",
    "C4.10 B4.11 D4.12", "C4.10 D4.11 A5.12", "A4.10 B4.11", "A4.10 A4.11 D5.12",
)  # fmt: skip


def toy() -> Trajectories:
    def point(told: str) -> tuple[int, float, float]:
        day, hour = told[1:].split(".")
        return int(day) * MS_PER_DAY + int(hour) * HOUR, *PLACES[told[0]]

    data = table([[point(told) for told in trip.split()] for trip in TOY])
    return replace(data, names=Names(ids=pl.Series(range(len(TOY)))))


#: Worked out by hand. For instance, of person 1 with two points known: A and B fit 1, 2, 3 and 6,
#: A and C 1, 2, 3 and 5, A and D 1, 3, 5 and 7, B and C 1 to 4, B and D 1, 3 and 4, C and D 1, 3,
#: 4 and 5: the fewest are three, and the risk is 1/3.
BY_HAND: list[tuple[str, dict[str, Any], list[float]]] = [
    ("location", {}, [3, 2, 3, 3, 4, 4, 2]),
    ("location", {"known": 3}, [2, 1, 2, 3, 3, 4, 1]),
    ("location_sequence", {}, [2, 2, 1, 2, 1, 3, 2]),
    ("location_sequence", {"known": 3}, [1, 1, 1, 1, 1, 3, 1]),
    ("location_time", {}, [1, 1, 1, 1, 1, 2, 1]),
    ("location_time", {"interval": 30 * 86400}, [3, 2, 3, 3, 4, 4, 2]),
    ("unique_location", {}, [3, 4, 3, 3, 4, 4, 4]),
    ("unique_location", {"known": 3}, [2, 3, 2, 3, 3, 4, 4]),
    ("location_frequency", {}, [3, 1, 3, 3, 3, 3, 1]),
    ("location_frequency", {"tolerance": 0.5}, [3, 1, 3, 3, 4, 4, 1]),
    ("location_probability", {}, [2, 1, 2, 1, 1, 1, 1]),
    ("location_probability", {"tolerance": 0.5}, [3, 2, 3, 3, 4, 1, 1]),
    ("location_proportion", {}, [3, 1, 3, 3, 3, 3, 1]),
    ("location_proportion", {"tolerance": 0.5}, [3, 4, 3, 3, 3, 3, 4]),
    ("location_proportion", {"tolerance": 0.5, "known": 3}, [2, 3, 2, 3, 3, 3, 4]),
    ("top_locations", {"visited": "least"}, [4, 4, 4, 4, 1, 1, 1]),
    ("top_locations", {}, [3, 2, 3, 3, 1, 2, 1]),
]


@pytest.mark.parametrize(("name", "params", "fits"), BY_HAND)
def test_risks_worked_out_by_hand(name: str, params: dict[str, Any], fits: list[float]) -> None:
    """All but the last row are what scikit-mobility prints for its toy example."""
    attack = Attack.named(name, **params)
    assert isinstance(attack, Background)
    assert attack.risks(toy()) == pytest.approx(1 / np.array(fits))


@pytest.mark.parametrize(("name", "params", "fits"), BY_HAND)
def test_the_worst_case_on_raw_data_is_the_mean_risk(
    name: str, params: dict[str, Any], fits: list[float]
) -> None:
    data = toy()
    got = wayveil.attack(data, data, Attack.named(name, instance="worst", **params), seed=1)
    assert got.raw.success.value == pytest.approx(np.mean(1 / np.array(fits)))
    assert got.release.success == got.raw.success


def plainly(
    attack: Background, places: Sequence[list[Any]]
) -> tuple[list[list[reference.Item]], reference.Fits]:
    """What there is to know of each person, and who fits it, by the definitions."""
    alike = reference.alike(attack.allowance())
    points = [[(place, 1.0) for place in each] for each in places]
    counts = [reference.counted(each) for each in places]
    return {
        "location": (points, reference.often),
        "location_time": (points, reference.often),
        "location_sequence": (points, reference.in_order),
        "unique_location": (counts, reference.often),
        "location_frequency": (counts, alike),
        "location_probability": ([reference.shared(each) for each in places], alike),
        "location_proportion": (counts, reference.in_proportion(attack.allowance())),
    }[attack.name]


NAMES = sorted(set(Background.names()) & {name for name, _, _ in BY_HAND} - {"top_locations"})


@settings(deadline=None, max_examples=100)
@given(towns(), st.sampled_from(NAMES), st.integers(1, 3), st.sampled_from([0, 0.5]), st.data())
def test_risks_and_answers_are_those_of_the_definition(
    data: Trajectories, name: str, known: int, tolerance: float, draw: st.DataObject
) -> None:
    instance = draw.draw(st.sampled_from(["random", "worst"]))
    by_user = draw.draw(st.booleans()) and name != "location_sequence"
    params = {"tolerance": tolerance} if "tolerance" in Attack.load(name).model_fields else {}
    attack = Attack.named(
        name, known=known, tiles=TILES, instance=instance,
        unit="user" if by_user else "trajectory", **params,
    )  # fmt: skip
    assert isinstance(attack, Background)
    who = data.owner if by_user else np.arange(len(data))
    names, group = np.unique(who, return_inverse=True)
    cells, bins = (
        TILES.cells(data.lat, data.lon),
        np.broadcast_to(attack.bins(data.t), data.t.shape),
    )
    of_point = group[data.of_point]
    pairs = list(zip(cells.tolist(), bins.tolist(), strict=True))
    places = [[pairs[i] for i in np.flatnonzero(of_point == g)] for g in range(len(names))]
    people, fits = plainly(attack, places)
    risks = [reference.risk(each, people, known, fits) for each in people]
    assert attack.risks(data) == pytest.approx(risks)
    clues = attack.knows(data, Chance.seeded(1))
    assert clues.about.tolist() == names.tolist()
    answers = attack.guess(clues.clues, data, Chance.seeded(1))
    told = list(zip(clues.clues.cell, clues.clues.bin, strict=True))
    items = list(zip(told, clues.clues.amount.tolist(), strict=True))
    for i in range(len(names)):
        mine = items[clues.clues.offsets[i] : clues.clues.offsets[i + 1]]
        assert len(mine) == min(known, len(people[i]))
        fit = [g for g, person in enumerate(people) if fits(mine, person)]
        assert i in fit
        if instance == "worst":
            assert 1 / len(fit) == pytest.approx(risks[i])
        answer = answers.items[answers.offsets[i] : answers.offsets[i + 1]]
        assert sorted(answer) == np.flatnonzero(np.isin(group, fit)).tolist()


@given(st.lists(st.integers(0, 5), max_size=6), st.integers(1, 4), st.integers(0, 99))
def test_rows_drawn_are_different_and_each_ones_own(sizes: list[int], size: int, seed: int) -> None:
    offsets = np.concatenate([[0], np.cumsum(np.array(sizes, dtype=np.int64))]).astype(np.int64)
    rows, counts = drawn(offsets, size, Chance.seeded(seed))
    assert counts.tolist() == [min(n, size) for n in sizes]
    assert (np.diff(rows) > 0).all()
    own = np.repeat(np.arange(len(sizes)), counts)
    assert (np.searchsorted(offsets, rows, side="right") - 1 == own).all() or not len(rows)


def test_every_choice_is_as_likely_as_the_next() -> None:
    n = 12_000
    rows, _ = drawn(np.arange(n + 1) * 4, 2, Chance.seeded(1))
    pairs = (rows.reshape(n, 2) - 4 * np.arange(n)[:, None]) @ [4, 1]
    counts = np.unique(pairs, return_counts=True)[1]
    assert len(counts) == 6
    assert abs(counts - n / 6).max() < 5 * np.sqrt(n / 6)


def test_nobody_is_asked_about_who_is_on_no_tile() -> None:
    attack = Attack.named("location", tiles=Tessellation.load("polygons").example())
    assert isinstance(attack, Background)
    assert attack.risks(toy()).tolist() == [0] * len(TOY)
    known = attack.knows(toy(), Chance.seeded(1))
    assert (known.about.tolist(), known.left_out) == ([], len(TOY))


def test_a_coarser_release_is_matched_on_the_stated_tiles() -> None:
    """Points moved within their tiles are found as if they had not been moved."""
    data = ordinary()
    release = wayveil.anonymize(data, "simple_generalization", tile_size=500, seed=1)
    got = wayveil.attack(
        data.each_alone(), release.data, "unique_location", record=release.record, seed=1
    )
    assert got.release.success == got.raw.success


@settings(deadline=None, max_examples=50)
@given(towns())
def test_points_of_a_group_follow_each_other_in_time(data: Trajectories) -> None:
    """Where trips of one person overlap, and where they do not."""
    _, group = np.unique(data.owner, return_inverse=True)
    order, offsets = in_time(data, group)
    rows = np.arange(data.n_points) if order is None else order
    who = group[data.of_point]
    assert rows.tolist() == np.lexsort((np.arange(len(who)), data.t, who)).tolist()
    assert offsets.tolist() == [0, *np.cumsum(np.bincount(who)).tolist()]
