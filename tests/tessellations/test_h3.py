from __future__ import annotations

import h3 as peer
import numpy as np
import pytest

from wayveil import geo
from wayveil.tessellations.h3 import H3

RNG = np.random.default_rng(1)
LAT, LON = np.degrees(np.arcsin(RNG.uniform(-1, 1, 300))), RNG.uniform(-180, 180, 300)


def codes(cells: object) -> list[str]:
    return [peer.int_to_str(cell) for cell in np.asarray(cells).tolist()]


@pytest.mark.parametrize("resolution", [0, 5, 15])
def test_hexagons_are_those_of_h3(resolution: int) -> None:
    tiles = H3(resolution=resolution)
    cells = tiles.cells(LAT, LON)
    places = zip(LAT, LON, strict=True)
    assert codes(cells) == [peer.latlng_to_cell(*place, resolution) for place in places]
    lat, lon = tiles.centres(cells)
    centres = [peer.cell_to_latlng(cell) for cell in codes(cells)]
    assert np.column_stack([lat, lon]).tolist() == [list(centre) for centre in centres]


def test_pentagons_have_five_corners_or_ten() -> None:
    for resolution, corners in ((2, 5), (3, 10)):  # odd ones lie across the map's edges
        cells = np.array([peer.str_to_int(cell) for cell in peer.get_pentagons(resolution)])
        drawn = H3(resolution=resolution).outlines(cells)
        assert np.diff(drawn.rings).tolist() == [corners] * 12


def test_all_hexagons_together_cover_the_earth_once() -> None:
    cells = np.array([peer.str_to_int(cell) for cell in peer.get_res0_cells()])
    earth = 4 * np.pi * geo.EARTH_RADIUS_M**2
    assert H3(resolution=0).areas(cells).sum() == pytest.approx(earth, rel=1e-5)


def test_outlines_hold_together_at_the_antimeridian_and_go_round_the_poles() -> None:
    tiles = H3(resolution=4)
    lat, lon = np.array([0.0, 65.0, 90.0, -90.0]), np.array([180.0, -180.0, 0.0, 0.0])
    cells = tiles.cells(lat, lon)
    drawn = tiles.outlines(cells)
    rings = [slice(*span) for span in zip(drawn.rings[:-1], drawn.rings[1:], strict=True)]
    assert [round(np.ptp(drawn.lon[ring])) for ring in rings[2:]] == [360, 360]
    assert all(np.ptp(drawn.lon[ring]) < 2 for ring in rings[:2])
    drawn_areas = geo.ring_areas(drawn.lat, drawn.lon, drawn.rings)
    np.testing.assert_allclose(drawn_areas[:2], tiles.areas(cells)[:2], rtol=1e-3)
    assert (drawn_areas > 0).all()
