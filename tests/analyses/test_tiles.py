"""Tile counts and journeys between tiles, against counting with sets."""

from __future__ import annotations

from collections import defaultdict
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tables import tables
from wayveil.analysis import analyze
from wayveil.chance import Chance
from wayveil.contract.tables import crowded
from wayveil.counts import Counts
from wayveil.kinds import Analysis, Outcome, Tessellation
from wayveil.shapes import Trajectories
from wayveil.tessellations.degrees import Degrees
from wayveil.tessellations.h3 import H3
from wayveil.tessellations.polygons import Polygons
from wayveil.tessellations.square import Square

DAY = 86_400_000
TILES: list[Tessellation] = [H3(resolution=7), Polygons.example(), Degrees(size=0.02)]


def outcome(name: str, data: Trajectories, **params: Any) -> tuple[Counts, Outcome]:
    made = Analysis.named(name, **params)(data, Chance.seeded(1))
    assert isinstance(made, Outcome)
    assert isinstance(made.data, Counts)
    return made.data, made


def rows(counts: Counts) -> dict[tuple[int, ...], tuple[int, int]]:
    codes = counts.tiles.code[counts.tile].tolist()
    found: dict[tuple[int, ...], tuple[int, int]] = {}
    for i, (a, b) in enumerate(pairwise(counts.offsets.tolist())):
        start = () if counts.start is None else (int(counts.start[i]),)
        found[(*codes[a:b], *start)] = int(counts.units[i]), int(counts.amount[i])
    return found


def tallied(seen: list[tuple[tuple[int, ...], int]], k: int) -> dict[Any, tuple[int, int]]:
    people: dict[tuple[int, ...], set[int]] = defaultdict(set)
    times: dict[tuple[int, ...], int] = defaultdict(int)
    for key, owner in seen:
        people[key].add(owner)
        times[key] += 1
    return {key: (len(who), times[key]) for key, who in people.items() if len(who) >= k}


@given(
    tables(),
    st.sampled_from([None, 3600, 50_000]),
    st.booleans(),
    st.sampled_from(["visits", "locations"]),
)
def test_tiles_are_counted_one_by_one(
    data: Trajectories, interval: int | None, daily: bool, count: str
) -> None:
    cells = Square(size=5_000).cells(data.lat, data.lon).tolist()
    seen: list[tuple[tuple[int, ...], int]] = []
    for i in range(len(data)):
        last: tuple[int, ...] | None = None
        for p in range(data.offsets[i], data.offsets[i + 1]):
            t = int(data.t[p]) % DAY if daily else int(data.t[p])
            step = 1000 * (interval or 1)
            key: tuple[int, ...] = (cells[p], t // step * step) if interval else (cells[p],)
            if count == "locations" or key != last:
                seen.append((key, int(data.owner[i])))
            last = key
    params = {"interval": interval, "daily": daily, "count": count}
    counts, made = outcome("tile_counts", data, k=2, tile_size=5_000, **params)
    assert rows(counts) == tallied(seen, 2)
    if count == "locations":
        assert counts.amount.sum() + made.removed.points == data.n_points


@given(tables())
def test_journeys_are_counted_one_by_one(data: Trajectories) -> None:
    cells = Square(size=5_000).cells(data.lat, data.lon).tolist()
    ends: list[tuple[int, ...]] = [
        (cells[a], cells[b - 1]) for a, b in pairwise(data.offsets.tolist())
    ]
    seen = list(zip(ends, data.owner.tolist(), strict=True))
    counts, made = outcome("od_matrix", data, k=2, tile_size=5_000)
    assert rows(counts) == tallied(seen, 2)
    assert counts.amount.sum() + made.removed.trajectories == len(data)


@pytest.mark.parametrize(
    "tiles", [H3(resolution=7), Polygons.example(), Degrees(size=0.02)], ids=lambda t: t.name
)
@pytest.mark.parametrize("name", ["tile_counts", "od_matrix"])
def test_any_tiles_will_do(name: str, tiles: Tessellation) -> None:
    made: Any = analyze(crowded(), name, tessellation=tiles, k=3, seed=1)
    assert not made.verify(crowded()).unchecked
