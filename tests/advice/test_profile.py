"""A profile tells counts and quantiles, and nothing of anybody."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import numpy as np

import wayveil
from wayveil.advice.profile import profile
from wayveil.chance import Chance
from wayveil.contract.tables import ordinary
from wayveil.shapes import Trajectories


def crowd(lonely: int) -> Trajectories:
    """Twenty people at one place, with two trips of three points each, and some far from all."""
    import polars as pl

    rows = [
        (f"t{trip}", f"u{trip % 20}", 60 * step, 48.2 + (trip < lonely) * (1 + 0.1 * trip), 16.4)
        for trip in range(40)
        for step in range(3)
    ]
    names = ["trajectory_id", "user_id", "timestamp", "lat", "lon"]
    return wayveil.read(pl.DataFrame(rows, schema=names, orient="row"))


def test_counts_are_those_of_the_data() -> None:
    data = crowd(lonely=4)
    seen = profile(data, data, Chance.seeded(1))
    assert (seen.people, seen.trajectories, seen.points, seen.days) == (20, 40, 120, 1)
    assert seen.quantiles["trips of a person"] == (2.0, 2.0, 2.0)
    assert seen.quantiles["points in a trip"] == (3.0, 3.0, 3.0)
    assert seen.quantiles["minutes of a trip"] == (2.0, 2.0, 2.0)
    assert seen.quantiles["seconds between points"] == (60.0, 60.0, 60.0)
    assert (seen.tiles, seen.lonely) == (5, 0.1)


def test_nothing_is_said_of_people_where_none_are_known() -> None:
    data = crowd(lonely=4).each_alone()
    seen = profile(data, data, Chance.seeded(1))
    assert "trips of a person" not in seen.quantiles
    assert "people" not in str(list(seen.lines()))


def test_who_is_never_seen_twice_is_not_asked_about() -> None:
    data = crowd(lonely=0)
    assert profile(data, data, Chance.seeded(1)).unique == {}


def test_sparse_tracks_are_told_of_boxes() -> None:
    """Points a minute apart, and the same an hour apart."""
    dense = crowd(lonely=0)
    sparse = replace(dense, t=dense.t * 60)
    said = ["Sparse" in dict(profile(d, d, Chance.seeded(1)).lines()) for d in (dense, sparse)]
    assert said == [False, True]


def test_nobody_is_in_it() -> None:
    data = ordinary()
    seen = profile(data, data, Chance.seeded(1))
    told = json.dumps(seen.as_json()) + str(list(seen.lines()))
    assert not re.search(r"trip-\d|person-\d|secret", told)
    numbers = {float(text) for text in re.findall(r"-?\d+\.\d+", told)}
    places = np.concatenate([data.lat, data.lon])
    assert not any(np.isclose(places, number, atol=1e-3).any() for number in numbers)
    two_digits = re.compile(r"-?\d(\.\d)?(e[+-]\d+)?")
    for values in seen.quantiles.values():
        assert all(two_digits.fullmatch(f"{v:.1e}") and v == float(f"{v:.2g}") for v in values)
    assert 0 < seen.unique[2] <= seen.unique[4] <= 1
