"""What tessellations must do."""

from __future__ import annotations

import numpy as np

from wayveil.contract.tools import drawn_areas, must, variants
from wayveil.kernels.arrays import Floats, Ints
from wayveil.kinds import Tessellation


def _places() -> tuple[Floats, Floats]:
    """Places all over the earth, in one town, at the antimeridian and at the poles."""
    rng = np.random.default_rng(3)
    lat = np.concatenate([np.degrees(np.arcsin(rng.uniform(-1, 1, 400))), rng.normal(48, 0.1, 400)])
    lon = np.concatenate([rng.uniform(-180, 180, 400), rng.normal(16, 0.1, 400)])
    odd_lat, odd_lon = [90.0, -90.0, 0.0, 0.0, 0.0, 60.0], [0.0, 0.0, 180.0, -180.0, 0.0, 179.9999]
    return np.append(lat, odd_lat), np.append(lon, odd_lon)


def _somewhere(tiles: Tessellation, below: float = 90) -> tuple[Floats, Floats, Ints]:
    """Places that lie in a cell, and their cells."""
    lat, lon = _places()
    cells = tiles.cells(lat, lon)
    must((cells >= -1).all(), "a code is below -1")
    lies = (cells >= 0) & (np.abs(lat) < below)
    must(lies.any(), "no place around 48 degrees north, 16 degrees east lies in its example")
    return lat[lies], lon[lies], cells[lies]


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
        cells = np.unique(_somewhere(tiles)[2])
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
    for tiles in variants(part):
        lat, lon, cells = _somewhere(tiles, below=80)
        _holds(tiles, cells, lat, lon)


def works_on_nothing(part: type[Tessellation]) -> None:
    """No points have no cells, and no cells have no centres, outlines and areas."""
    nowhere = np.empty(0)
    for tiles in variants(part):
        cells = tiles.cells(nowhere, nowhere)
        must(len(cells) == 0 and cells.dtype == np.int64, "no points have cells")
        sizes = [len(column) for column in (*tiles.centres(cells), tiles.areas(cells))]
        must(sizes == [0, 0, 0] and len(tiles.outlines(cells)) == 0, "no cells have centres")


def _holds(tiles: Tessellation, cells: Ints, lat: Floats, lon: Floats) -> None:
    drawn = tiles.outlines(cells)
    must(len(drawn) == len(cells), "it does not outline every cell")
    must((np.diff(drawn.rings) >= 3).all(), "a ring has fewer than three corners")
    firsts = drawn.rings[drawn.cells[:-1]]
    west = np.minimum.reduceat(drawn.lon, firsts)
    along = west + (lon - west) % 360
    inside = (np.minimum.reduceat(drawn.lat, firsts) <= lat + 1e-9) & (
        lat <= np.maximum.reduceat(drawn.lat, firsts) + 1e-9
    )
    inside &= along <= np.maximum.reduceat(drawn.lon, firsts) + 1e-9
    must(inside.all(), "a point lies outside the outline of its cell")
    stated = tiles.areas(cells)
    must((stated > 0).all(), "a cell has no area")
    must((np.abs(drawn_areas(drawn) / stated - 1) < 0.02).all(), "outline and stated area disagree")
