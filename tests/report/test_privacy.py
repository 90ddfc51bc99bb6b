"""The page gives nothing away: nothing finer than its grid, nobody alone, no id."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

import wayveil
from tests.report.towns import table, town
from wayveil.kernels.arrays import Floats
from wayveil.release import Release
from wayveil.report import pictures
from wayveil.report.coverage import coverage, fitting
from wayveil.report.maps import Frame
from wayveil.report.page import page
from wayveil.report.study import Study
from wayveil.report.terms import Terms
from wayveil.shapes import Trajectories
from wayveil.tessellations.square import Square
from wayveil.together import together

_SIZE = 500.0
_TERMS = Terms(k=5, tile_size=_SIZE)
#: Far from any number that a page has for other reasons.
_PLACE = (-37.8, 144.9)


@cache
def away() -> Trajectories:
    return town(centre=_PLACE)


@cache
def release() -> Release:
    return wayveil.anonymize(away(), "microaggregation", k=3, seed=1)


@cache
def html(internal: bool = False) -> str:
    terms = Terms(k=5, tile_size=_SIZE, internal=internal)
    return page(Study.of(away(), release(), terms))


def numbers(text: str) -> Floats:
    """Every number of a page that is written with three digits after the point, or more."""
    return np.array([float(n) for n in re.findall(r"-?\d+\.\d{3,}", text)])


def near_a_coordinate(text: str, data: Trajectories) -> int:
    found, known = numbers(text), np.sort(np.concatenate([data.lat, data.lon]))
    at = np.clip(np.searchsorted(known, found), 1, len(known) - 1)
    return int((np.minimum(abs(known[at] - found), abs(known[at - 1] - found)) < 1e-3).sum())


def ids(data: Trajectories) -> list[str]:
    return [*data.names.id_texts(), *data.names.owner_texts()]


def test_no_number_is_a_coordinate() -> None:
    for data in (away(), release().data):
        assert near_a_coordinate(html(), data) == 0
        assert near_a_coordinate(html(internal=True), data) == 0
    assert near_a_coordinate(f"{html()}<p title='{away().lat[7]:.7f}'>", away()) == 1


def test_no_id_occurs() -> None:
    text = html() + html(internal=True)
    known = ids(away()) + ids(release().data)
    assert len(known) == 350
    assert [name for name in known if name in text] == []


def corners(data: Trajectories, frame: Frame) -> set[tuple[float, float]]:
    """The corners, on the drawing, of all tiles that somebody was in."""
    tiles = Square(size=_SIZE)
    drawn = tiles.outlines(np.unique(tiles.cells(data.lat, data.lon)))
    x, y = frame.spots(wayveil.shapes.rounded(drawn.lat), wayveil.shapes.rounded(drawn.lon))
    return {*zip(np.rint(x * 10).tolist(), np.rint(y * 10).tolist(), strict=True)}


def drawn_corners(svg: str) -> set[tuple[float, float]]:
    paths = re.findall(r' class="(?:cells h\d|edges)"[^>]* d="([^"]*)"', svg)
    told = [re.findall(r"-?\d+(?:\.\d)?", path) for path in paths]
    flat = [round(10 * float(number)) for path in told for number in path]
    return {*zip(map(float, flat[::2]), map(float, flat[1::2]), strict=True)}


def shared_frame(original: Trajectories, released: Trajectories) -> Frame:
    from wayveil.report import coverage as room
    from wayveil.report.heatmap import Scale

    return Scale.of(*(room._counted(data, _SIZE, 5) for data in (original, released))).frame


def test_maps_are_drawn_from_corners_of_the_stated_grid() -> None:
    sides = (away(), release().data)
    found = coverage(*sides, _TERMS)
    frame = shared_frame(*sides)
    for svg, data in zip((found.before, found.after), sides, strict=True):
        assert drawn_corners(svg)
        assert drawn_corners(svg) <= corners(data, frame)


def shaken(data: Trajectories) -> Trajectories:
    """Move every point to the centre of its tile."""
    tiles = Square(size=_SIZE)
    lat, lon = tiles.centres(tiles.cells(data.lat, data.lon))
    return replace(data, lat=lat, lon=lon)


def test_points_may_lie_anywhere_within_their_tiles() -> None:
    released = release().data
    here, moved = (coverage(data, released, _TERMS) for data in (away(), shaken(away())))
    assert here == moved


def test_a_map_of_trips_would_not_pass() -> None:
    here, moved = (
        pictures.maps(Study(data, release(), release().verify(), terms=Terms(internal=True)))
        for data in (away(), shaken(away()))
    )
    assert here != moved


def lonely(data: Trajectories, people: int) -> Trajectories:
    """Add trips of so many people through one tile where nobody else was."""
    lat, lon = float(data.lat.max()) + 0.05, float(data.lon.max()) + 0.05
    more = table([lat] * people, [lon] * people, [1] * people)
    return together(data, more)


@pytest.mark.parametrize(("people", "seen"), [(1, False), (4, False), (5, True)])
def test_a_tile_with_fewer_than_k_people_is_not_drawn(people: int, seen: bool) -> None:
    data = away().each_alone()
    found = coverage(lonely(data, people), data, _TERMS)
    assert (found != coverage(data, data, _TERMS)) is seen


def test_many_trips_of_few_people_are_not_many_people() -> None:
    data = lonely(away().each_alone(), 6)
    alone = data.owner.copy()
    alone[-6:] = alone[-1]
    owned = replace(data, owner=alone)
    assert coverage(owned, data, _TERMS).tiles[0] == coverage(data, data, _TERMS).tiles[0] - 1


def test_the_grid_fits_the_area_and_is_stated() -> None:
    assert fitting(away()) == 250
    assert "square tiles of 500 m" in html()
    assert "5 people or more" in html()
