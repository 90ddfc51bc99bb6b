"""Counts that are tampered with, and analyses that are broken, each in one way that is caught."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from wayveil.analyses.quadtree_heatmap import QuadtreeHeatmap
from wayveil.analysis import analyze
from wayveil.chance import Chance
from wayveil.contract import analyses
from wayveil.contract.tables import crowded
from wayveil.counts import Counts, Tiles
from wayveil.errors import WayveilError
from wayveil.kinds import Outcome
from wayveil.release import Release
from wayveil.shapes import Trajectories

HEAT: Any = analyze(crowded(), "quadtree_heatmap", seed=1)
OD: Any = analyze(crowded(), "od_matrix", tile_size=3_000, seed=1)


def with_edges(counts: Counts, lat: Any, lon: Any) -> Counts:
    drawn = replace(counts.tiles.outlines, lat=lat, lon=lon)
    return replace(counts, tiles=Tiles(counts.tiles.code, drawn))


def a_sector_of_fewer(counts: Counts) -> Counts:
    units = counts.units.copy()
    units[3] = 4
    return replace(counts, units=units)


def one_person_more(counts: Counts) -> Counts:
    units = counts.units.copy()
    units[3] += 1
    return replace(counts, units=units)


def edges_at_the_extremes(counts: Counts) -> Counts:
    drawn, data = counts.tiles.outlines, crowded()
    lat = np.where(drawn.lat == drawn.lat.max(), data.lat.max(), drawn.lat)
    return with_edges(counts, lat, drawn.lon)


def a_total(counts: Counts) -> Counts:
    """Add a row for the whole map, from which what was left out follows."""
    drawn = counts.tiles.outlines
    west, east = drawn.lon.min(), drawn.lon.max()
    lat = np.repeat([drawn.lat.min(), drawn.lat.max()], 2)
    added = replace(
        drawn,
        lat=np.append(drawn.lat, lat),
        lon=np.append(drawn.lon, [west, east, east, west]),
        rings=np.append(drawn.rings, drawn.rings[-1] + 4),
        cells=np.append(drawn.cells, drawn.cells[-1] + 1),
    )
    assert counts.area is not None
    return replace(
        counts,
        tiles=Tiles(np.append(counts.tiles.code, 1), added),
        tile=np.append(counts.tile, len(counts.tiles)),
        offsets=np.append(counts.offsets, counts.offsets[-1] + 1),
        units=np.append(counts.units, crowded().n_owners),
        amount=np.append(counts.amount, crowded().n_points),
        area=np.append(counts.area, counts.area.sum()),
    )


def a_pair_said_twice(counts: Counts) -> Counts:
    return counts.take(np.append(np.arange(len(counts)), 0))


@pytest.mark.parametrize(
    ("release", "tamper", "claim"),
    [
        (HEAT, a_sector_of_fewer, "k_per_cell"),
        (HEAT, one_person_more, "k_per_cell"),
        (HEAT, edges_at_the_extremes, "fixed_outlines"),
        (HEAT, a_total, "disjoint_cells"),
        (OD, a_sector_of_fewer, "k_per_cell"),
        (OD, one_person_more, "k_per_cell"),
        (OD, a_pair_said_twice, "disjoint_cells"),
        (OD, lambda c: with_edges(c, c.tiles.outlines.lat + 1e-7, c.tiles.outlines.lon),
         "fixed_outlines"),
    ],
)  # fmt: skip
def test_the_claim_notices(
    release: Release[Counts], tamper: Callable[[Counts], Counts], claim: str
) -> None:
    assert not release.verify(crowded()).broken
    tampered = replace(release, data=tamper(release.data))
    broken = {check.name for check in tampered.verify(crowded()).broken}
    assert {claim, "digest"} <= broken


class Leaky(QuadtreeHeatmap):
    """Forget a sector and do not say so. (planted)"""

    def __call__(self, data: Trajectories, rng: Chance) -> Outcome:
        made = super().__call__(data, rng)
        assert isinstance(made.data, Counts)
        return Outcome(made.data.take(np.arange(1, len(made.data))), made.removed)


class Flat(QuadtreeHeatmap):
    """State areas as a web map sees them. (planted)"""

    def __call__(self, data: Trajectories, rng: Chance) -> Outcome:
        made = super().__call__(data, rng)
        assert isinstance(made.data, Counts)
        assert made.data.area is not None
        mercator = made.data.area / np.cos(np.radians(48.2)) ** 2
        return Outcome(replace(made.data, area=np.rint(mercator).astype(np.int64)), made.removed)


class Crowdless(QuadtreeHeatmap):
    """Promise what only locations keep. (planted)"""

    def claims(self) -> Any:
        return QuadtreeHeatmap().claims()

    def __call__(self, data: Trajectories, rng: Chance) -> Outcome:
        return QuadtreeHeatmap(count="locations")(data, rng)


@pytest.mark.parametrize(
    ("part", "check", "told"),
    [
        (Leaky, analyses.loses_nothing, "not all"),
        (Flat, analyses.states_true_areas, "not a true one"),
        (Crowdless, analyses.holds_its_claims, "does not hold what it promises"),
    ],
)
def test_the_contract_catches_it(
    part: type[QuadtreeHeatmap], check: Callable[[Any], None], told: str
) -> None:
    with pytest.raises(WayveilError, match=told):
        check(part)
