from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.reference import heatmap as plain
from tests.tables import tables
from wayveil import geo
from wayveil.analyses import _sectors
from wayveil.analyses.quadtree_heatmap import QuadtreeHeatmap
from wayveil.analysis import analyze
from wayveil.chance import Chance
from wayveil.contract.tables import crowded
from wayveil.counts import Counts, on_globe
from wayveil.errors import Infeasible, ParameterError
from wayveil.kernels import ragged
from wayveil.kinds import Outcome
from wayveil.shapes import Trajectories


def town(rng: np.random.Generator, n: int, people: int) -> Trajectories:
    """Single points of a few people in a few blocks, some of them at one place."""
    lat = 37.77 + 0.004 * rng.integers(-8, 9, n) / 8
    lon = -122.42 + 0.05 * rng.integers(-8, 9, n) / 8
    owner = rng.integers(0, people, n).astype(np.int32)
    once = np.ones(n, np.int64)
    ids = np.arange(n, dtype=np.int32)
    return Trajectories(lat, lon, once, ragged.offsets_of(once), ids, owner)


def counted(data: Trajectories, **params: Any) -> Counts:
    made = QuadtreeHeatmap(**params)(data, Chance.seeded(1))
    assert isinstance(made, Outcome)
    assert isinstance(made.data, Counts)
    return made.data


def as_reference(counts: Counts) -> set[plain.Sector]:
    south, _, west, _ = _sectors.sides(counts.tiles.code)
    columns = south + 900_000_000, west + 1_800_000_000, counts.tiles.code % 32
    squares = [(a, b, c) for a, b, c in zip(*(each.tolist() for each in columns), strict=True)]
    tiles, cuts = counts.tile.tolist(), counts.offsets.tolist()
    return {
        (frozenset(squares[tile] for tile in tiles[a:b]), units, locations)
        for a, b, units, locations in zip(
            cuts[:-1], cuts[1:], counts.units.tolist(), counts.amount.tolist(), strict=True
        )
    }


def reference(data: Trajectories, **params: Any) -> set[plain.Sector]:
    part = QuadtreeHeatmap(**params)
    north, east = on_globe(data.lat, data.lon)
    owner = data.owner[data.of_point]
    points = list(zip(north.tolist(), east.tolist(), owner.tolist(), strict=True))
    rules = plain.Rules(
        part.min_k,
        part.split_n_locations or part.min_k,
        part.min_sector_length,
        part.max_sector_length,
        part.merge_sectors,
        part.count == "units",
    )
    return plain.heatmap(points, rules)


@given(
    st.integers(0, 2**32),
    st.integers(1, 60),
    st.integers(1, 12),
    st.fixed_dictionaries(
        {
            "min_k": st.integers(2, 5),
            "min_sector_length": st.sampled_from([50, 100, 333]),
            "max_sector_length": st.sampled_from([1_000, 20_000]),
            "merge_sectors": st.booleans(),
            "count": st.sampled_from(["units", "locations"]),
        }
    ),
)
def test_it_is_the_plain_version_in_a_town(
    seed: int, n: int, people: int, params: dict[str, Any]
) -> None:
    data = town(np.random.default_rng(seed), n, people)
    assert as_reference(counted(data, **params)) == reference(data, **params)


@given(tables(), st.sampled_from([1, 40_000]), st.booleans())
def test_it_is_the_plain_version_all_over_the_earth(
    data: Trajectories, smallest: int, merge: bool
) -> None:
    params = {"min_k": 2, "min_sector_length": smallest, "merge_sectors": merge}
    assert as_reference(counted(data, **params)) == reference(data, **params)


def test_every_sector_counts_different_people_where_the_peer_counts_locations() -> None:
    """Defect 6: sectors of k locations that hold fewer than k people."""
    ours, peers = (
        analyze(crowded(), "quadtree_heatmap", count=count, seed=1).data  # type: ignore[union-attr]
        for count in ("units", "locations")
    )
    assert ours.units.min() >= 5
    assert (peers.units < 5).sum() > 100


def test_no_edge_tells_how_far_somebody_went() -> None:
    data = crowded()
    drawn = counted(data).tiles.outlines
    assert not np.intersect1d(drawn.lat, [data.lat.min(), data.lat.max()]).size
    assert not np.intersect1d(drawn.lon, [data.lon.min(), data.lon.max()]).size


def test_one_more_point_far_away_changes_no_outline() -> None:
    data = crowded()
    lat, lon = data.lat.copy(), data.lon.copy()
    before = counted(data)
    lone = data.take(np.arange(1))
    assert lone.n_points
    lat[: lone.n_points], lon[: lone.n_points] = -33.9, 151.2
    moved = Trajectories(lat, lon, data.t, data.offsets, data.id, data.owner)
    shared = np.intersect1d(before.tiles.code, counted(moved).tiles.code)
    assert len(shared) > 0.98 * len(before.tiles)


def test_areas_are_true_ones_and_not_those_of_a_web_map() -> None:
    counts = counted(crowded())
    assert counts.area is not None
    south, north, west, east = (s / 1e7 for s in _sectors.sides(counts.tiles.code))
    each = geo.areas(south, north, east - west)[counts.tile]
    assert np.allclose(counts.area, np.add.reduceat(each, counts.offsets[:-1]), atol=1)
    square = (north - south) * geo.METRES_PER_DEGREE * (east - west) * geo.METRES_PER_DEGREE
    assert np.allclose(each, (square * np.cos(np.radians((north + south) / 2)))[counts.tile], 1e-4)


def test_fewer_than_k_people_make_no_map() -> None:
    data = crowded()
    with pytest.raises(Infeasible, match="nothing is left"):
        analyze(data.take(data.owner < 4), "quadtree_heatmap", seed=1)


def test_squares_are_not_divided_sooner_than_k_allows() -> None:
    with pytest.raises(ParameterError, match="must not be smaller than min_k"):
        QuadtreeHeatmap(min_k=10, split_n_locations=9)
    coarse = counted(crowded(), split_n_locations=60)
    assert len(coarse) < len(counted(crowded()))
