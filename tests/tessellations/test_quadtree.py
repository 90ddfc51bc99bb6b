from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from wayveil import geo
from wayveil.tessellations._boxed import ROW
from wayveil.tessellations.quadtree import Quadtree

LATS = st.floats(-90, 90)
LONS = st.floats(-180, 180)


def plain(lat: float, lon: float, level: int) -> tuple[int, int]:
    """The row and column of a web map's tile, as such maps document them."""
    side = 2**level
    phi = math.radians(min(max(lat, -85.0511287798), 85.0511287798))
    y = (1 - math.log(math.tan(phi) + 1 / math.cos(phi)) / math.pi) / 2
    return min(max(math.floor(y * side), 0), side - 1), math.floor((lon + 180) / 360 * side) % side


@given(LATS, LONS, st.integers(0, 14))
def test_tiles_are_those_of_web_maps(lat: float, lon: float, level: int) -> None:
    cell = Quadtree(level=level).cells(np.array([lat]), np.array([lon]))[0]
    row, column = plain(lat, lon, level)
    assert cell % ROW == column
    assert abs(cell // ROW - row) <= (0 if abs(lat) < 1e-9 or level < 12 else 1)


def test_a_tile_that_everybody_knows() -> None:
    """Zoom 10, x 163, y 395 is San Francisco."""
    cell = Quadtree(level=10).cells(np.array([37.77]), np.array([-122.42]))
    assert divmod(int(cell[0]), int(ROW)) == (395, 163)


@given(LATS, LONS, st.integers(1, 24))
def test_a_tile_lies_in_one_of_the_level_above(lat: float, lon: float, level: int) -> None:
    fine, coarse = (
        Quadtree(level=n).cells(np.array([lat]), np.array([lon]))[0] for n in (level, level - 1)
    )
    assert (fine // ROW // 2, fine % ROW // 2) == (coarse // ROW, coarse % ROW)


def test_all_tiles_together_cover_the_earth_once() -> None:
    tiles = Quadtree(level=4)
    cells = (np.arange(16)[:, None] * ROW + np.arange(16)).ravel()
    assert tiles.areas(cells).sum() == pytest.approx(4 * np.pi * geo.EARTH_RADIUS_M**2)
    assert (tiles.cells(*tiles.centres(cells)) == cells).all()


@given(st.floats(2, 50_000_000))
def test_a_size_is_never_exceeded_and_no_coarser_level_would_do(size: float) -> None:
    drawn = Quadtree(size=size).outlines(Quadtree(size=size).cells(np.zeros(1), np.zeros(1)))
    side = np.ptp(drawn.lon) * geo.METRES_PER_DEGREE
    assert side <= size * (1 + 1e-9)
    assert side * 2 > size or np.ptp(drawn.lon) == 360
