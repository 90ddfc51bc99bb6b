"""Every method that takes tiles takes any of them, and says what lay on none."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given

from tests.tables import tables
from wayveil.contract.tables import busy, odd, ordinary
from wayveil.errors import Infeasible
from wayveil.kinds import Anonymizer, Tessellation
from wayveil.run import anonymize
from wayveil.shapes import Trajectories
from wayveil.tessellations.polygons import Polygons
from wayveil.tiled import OnTiles, Tiled

METHODS = [name for name in Anonymizer.names() if issubclass(Anonymizer.load(name), Tiled)]
DISTRICTS = Polygons.example()


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("tiles", Tessellation.names())
def test_any_method_takes_any_tiles(method: str, tiles: str) -> None:
    part: Any = Anonymizer.load(method)
    tessellation = Tessellation.load(tiles).example()
    release = anonymize(busy(), part(tessellation=tessellation), unit="user", seed=1)
    assert not release.verify(busy()).broken


@given(tables())
def test_what_lies_on_no_tile_is_removed_and_tallied(data: Trajectories) -> None:
    on = OnTiles.laid(data, DISTRICTS)
    inside = DISTRICTS.cells(data.lat, data.lon) >= 0
    assert on.removed.points == int((~inside).sum())
    assert on.data.t.tolist() == data.t[inside].tolist()
    left = [i for i in range(len(data)) if inside[data.offsets[i] : data.offsets[i + 1]].any()]
    assert on.sources.tolist() == left
    assert on.removed.trajectories == len(data) - len(left)
    assert (on.cells >= 0).all()
    assert len(on.cells) == on.data.n_points


def test_a_release_tells_what_lay_outside() -> None:
    table = ordinary()
    lat = np.where(table.of_point % 3 == 0, table.lat - 10, table.lat)
    moved = Trajectories(lat, table.lon, table.t, table.offsets, table.id, table.owner, table.names)
    release = anonymize(moved, "simple_generalization", tessellation=DISTRICTS.as_json())
    assert release.record is not None
    (drop,) = release.record.removed
    outside = DISTRICTS.cells(moved.lat, moved.lon) < 0
    assert drop.cause == "outside the tiles"
    assert drop.points == int(outside.sum())
    assert drop.trajectories == len(moved) - len(np.unique(moved.of_point[~outside]))


def test_where_nothing_lies_on_a_tile_nothing_is_released() -> None:
    with pytest.raises(Infeasible, match="remove every trajectory"):
        anonymize(odd()["poles"], "simple_generalization", tessellation=DISTRICTS.as_json())
