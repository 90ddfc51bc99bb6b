"""What tessellations must do."""

from __future__ import annotations

import numpy as np

from wayveil import geo
from wayveil.contract.tools import must, variants
from wayveil.kernels.arrays import Floats, Ints
from wayveil.kinds import Tessellation


def _places() -> tuple[Floats, Floats]:
    """Places all over the earth, in one town, at the antimeridian and at the poles."""
    rng = np.random.default_rng(3)
    lat = np.concatenate([np.degrees(np.arcsin(rng.uniform(-1, 1, 400))), rng.normal(48, 0.1, 400)])
    lon = np.concatenate([rng.uniform(-180, 180, 400), rng.normal(16, 0.1, 400)])
    odd_lat, odd_lon = [90.0, -90.0, 0.0, 0.0, 0.0, 60.0], [0.0, 0.0, 180.0, -180.0, 0.0, 179.9999]
    return np.append(lat, odd_lat), np.append(lon, odd_lon)


def depends_on_no_data(part: type[Tessellation]) -> None:
    """A point's cell is the same whoever else is in the table, and in whatever order."""
    lat, lon = _places()
    for tiles in variants(part):
        cells = tiles.cells(lat, lon)
        some = np.random.default_rng(5).permutation(len(lat))[:100]
        must((tiles.cells(lat[some], lon[some]) == cells[some]).all(), "cells depend on the data")


def knows_its_centres(part: type[Tessellation]) -> None:
    """The centre of a cell lies in that cell, also after rounding at the door."""
    for tiles in variants(part):
        cells = np.unique(tiles.cells(*_places()))
        lat, lon = tiles.centres(cells)
        must((tiles.cells(lat, lon) == cells).all(), "a centre lies outside its cell")
        must((np.abs(lat) <= 90).all() and (np.abs(lon) <= 180).all(), "a centre is off the earth")
        rounded = tiles.cells(np.round(lat, 7), np.round(lon, 7))
        must((rounded == cells).all(), "a rounded centre lies outside its cell")


def is_seamless(part: type[Tessellation]) -> None:
    """180 degrees east and west are one meridian."""
    lat = np.linspace(-89, 89, 50)
    for tiles in variants(part):
        east, west = tiles.cells(lat, np.full(50, 180.0)), tiles.cells(lat, np.full(50, -180.0))
        must((east == west).all(), "it tears at the antimeridian")


def outlines_its_cells(part: type[Tessellation]) -> None:
    """Each outline holds the cell's own points, and has about the area that is stated."""
    lat, lon = _places()
    town = np.abs(lat) < 80
    lat, lon = lat[town], lon[town]
    for tiles in variants(part):
        cells = tiles.cells(lat, lon)
        _holds(tiles, cells, lat, lon)


def _holds(tiles: Tessellation, cells: Ints, lat: Floats, lon: Floats) -> None:
    corners_lat, corners_lon, offsets = tiles.outlines(cells)
    starts, widths = offsets[:-1], np.diff(offsets)
    must((widths >= 3).all(), "a cell has fewer than three corners")
    west = np.minimum.reduceat(corners_lon, starts)
    along = west + (lon - west) % 360
    inside = (np.minimum.reduceat(corners_lat, starts) <= lat + 1e-9) & (
        lat <= np.maximum.reduceat(corners_lat, starts) + 1e-9
    )
    inside &= along <= np.maximum.reduceat(corners_lon, starts) + 1e-9
    must(inside.all(), "a point lies outside the outline of its cell")
    drawn, stated = _area(corners_lat, corners_lon, offsets), tiles.areas(cells)
    must((stated > 0).all(), "a cell has no area")
    must((np.abs(drawn / stated - 1) < 0.02).all(), "outline and stated area disagree")


def _area(lat: Floats, lon: Floats, offsets: Ints) -> Floats:
    """Shoelace formula in metres around each cell's own middle."""
    starts, widths = offsets[:-1], np.diff(offsets)
    middle_lat, middle_lon = (
        np.repeat(np.add.reduceat(c, starts) / widths, widths) for c in (lat, lon)
    )
    x = (lon - middle_lon) * geo.METRES_PER_DEGREE * np.cos(np.radians(middle_lat))
    y = (lat - middle_lat) * geo.METRES_PER_DEGREE
    following = np.arange(1, len(lat) + 1)
    following[offsets[1:] - 1] = starts
    area: Floats = np.add.reduceat(x * y[following] - y * x[following], starts) / 2
    return area
