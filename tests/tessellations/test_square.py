from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from wayveil import geo
from wayveil.tessellations.square import Square

SIZES = st.floats(1, 1_000_000)
LATS = st.floats(-90, 90)
LONS = st.floats(-180, 180)


@given(SIZES, LATS, LONS)
def test_a_point_lies_in_its_tile(size: float, lat: float, lon: float) -> None:
    tiles = Square(size=size)
    cell = tiles.cells(np.array([lat]), np.array([lon]))
    drawn = tiles.outlines(cell)
    corners_lat, corners_lon = drawn.lat, drawn.lon
    along = corners_lon.min() + (lon - corners_lon.min()) % 360
    slack = 1e-9
    assert corners_lat.min() - slack <= lat <= corners_lat.max() + slack
    width = corners_lon.max() - corners_lon.min()
    assert along <= corners_lon.max() + slack or 360 - (along - corners_lon.min()) < slack * 360
    assert width <= 360


@given(SIZES, LATS, LONS)
def test_a_rounded_centre_lies_in_its_tile(size: float, lat: float, lon: float) -> None:
    tiles = Square(size=size)
    cell = tiles.cells(np.array([lat]), np.array([lon]))
    centre = (np.round(value, 7) for value in tiles.centres(cell))
    assert tiles.cells(*centre) == cell


@pytest.mark.parametrize("lat", [0.0, 37.7, -33.4, 51.5, 69.6])
@pytest.mark.parametrize("size", [100, 500, 5000])
def test_tiles_are_square_to_two_percent_where_people_live(lat: float, size: float) -> None:
    tiles = Square(size=size)
    drawn = tiles.outlines(tiles.cells(np.array([lat]), np.array([10.0])))
    corners_lat, corners_lon = drawn.lat, drawn.lon
    south, west = corners_lat[:1], corners_lon[:1]
    tall = geo.metres(south, west, corners_lat[3:], west)[0]
    wide = geo.metres((south + corners_lat[3:]) / 2, west, south, corners_lon[1:2])[0]
    wide = float(np.sqrt(wide**2 - (tall / 2) ** 2))
    assert tall == pytest.approx(size, rel=1e-6)
    assert wide == pytest.approx(size, rel=0.03)
    area = tiles.areas(tiles.cells(np.array([lat]), np.array([10.0])))[0]
    assert area == pytest.approx(size**2, rel=0.03)


def test_the_grid_is_anchored_at_the_south_pole_and_the_antimeridian() -> None:
    tiles = Square(size=geo.METRES_PER_DEGREE)
    assert tiles.cells(np.array([-90.0]), np.array([-180.0])).tolist() == [0]
    lat, _ = tiles.centres(tiles.cells(np.array([40.2]), np.array([3.0])))
    assert lat[0] == pytest.approx(40.5)


def test_tiles_line_up_within_a_degree() -> None:
    tiles = Square(size=500)
    lat = np.linspace(37.05, 37.95, 200)
    columns = tiles.cells(lat, np.full(200, -122.4)) % 2**32
    assert len(set(columns.tolist())) == 1


def test_all_tiles_together_cover_the_earth_once() -> None:
    tiles = Square(size=1_000_000)
    grid = np.meshgrid(np.linspace(-90, 90, 721), np.linspace(-180, 179.75, 1440))
    cells = np.unique(tiles.cells(grid[0].ravel(), grid[1].ravel()))
    assert tiles.areas(cells).sum() == pytest.approx(4 * np.pi * geo.EARTH_RADIUS_M**2, rel=1e-9)


@given(st.floats(1, 3_000_000), st.lists(st.tuples(LATS, LONS), max_size=8))
def test_the_kernel_counts_as_the_docstring_says(
    size: float, points: list[tuple[float, float]]
) -> None:
    """Rows of one height from the south pole, and in each as many tiles as make them square."""
    tiles, height = Square(size=min(size, 1_000_000)), min(size, 1_000_000) / geo.METRES_PER_DEGREE
    expected = []
    for lat, lon in points:
        row = min(math.floor((lat + 90) / height), math.ceil(180 / height) - 1)
        middle = min(math.floor((row + 0.5) * height - 90) + 0.5, 89.5)
        around = 360 * geo.METRES_PER_DEGREE * np.cos(np.radians(middle))
        columns = max(round(around / tiles.size), 1)
        expected.append(row * 2**32 + math.floor((lon + 180) / 360 * columns) % columns)
    lats, lons = (np.array([point[i] for point in points], dtype=float) for i in (0, 1))
    assert tiles.cells(lats, lons).tolist() == expected
