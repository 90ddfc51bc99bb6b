from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from wayveil import geo
from wayveil.errors import Infeasible
from wayveil.kernels.arrays import Floats

#: Great circles worked out by hand on the sphere: a quarter and a half of its girth, one degree.
QUARTER = geo.EARTH_RADIUS_M * np.pi / 2


def one(value: float) -> Floats:
    return np.array([value])


@pytest.mark.parametrize(
    ("start", "end", "metres"),
    [
        ((0, 0), (90, 77), QUARTER),
        ((0, 0), (0, 180), 2 * QUARTER),
        ((10, 179.5), (10, -179.5), 109_503.0),
        ((90, 0), (90, 120), 0),
        ((37.7, -122.4), (38.7, -122.4), geo.METRES_PER_DEGREE),
    ],
)
def test_metres_along_great_circles(
    start: tuple[float, float], end: tuple[float, float], metres: float
) -> None:
    got = geo.metres(one(start[0]), one(start[1]), one(end[0]), one(end[1]))
    assert got[0] == pytest.approx(metres, rel=1e-4, abs=1e-6)


@given(
    lat=st.floats(-89, 89),
    lon=st.floats(-180, 180),
    away=st.floats(1, 900_000),
    bearing=st.floats(0, 6.28),
)
def test_a_plane_and_back(lat: float, lon: float, away: float, bearing: float) -> None:
    flat = geo.Plane(lat, lon)
    x, y = away * np.sin(one(bearing)), away * np.cos(one(bearing))
    there = flat.unproject(x, y)
    back = flat.project(*there)
    assert back[0] == pytest.approx(x, abs=1e-3)
    assert back[1] == pytest.approx(y, abs=1e-3)
    from_centre = geo.metres(one(lat), one(lon), *there)
    assert from_centre == pytest.approx(away, rel=1e-6)


def test_a_plane_is_true_to_a_thousandth_at_500_km() -> None:
    flat = geo.Plane(47.0, 11.0)
    x = np.array([500_000.0, 499_000.0])
    lat, lon = flat.unproject(x, np.array([0.0, 500.0]))
    real = geo.metres(lat[:1], lon[:1], lat[1:], lon[1:])[0]
    assert real == pytest.approx(np.hypot(1000, 500), rel=2e-3)


def test_the_centre_is_snapped_and_survives_the_antimeridian() -> None:
    flat = geo.plane(np.array([10.2, 10.4]), np.array([179.8, -179.7]))
    assert flat.lat == 10
    assert abs(flat.lon) == 180
    x, _ = flat.project(np.array([10.2, 10.4]), np.array([179.8, -179.7]))
    assert np.abs(np.diff(x)) < 60_000


def test_near_a_pole() -> None:
    lat, lon = np.array([89.9, 89.9]), np.array([0.0, 180.0])
    x, y = geo.plane(lat, lon).project(lat, lon)
    across = np.hypot(np.diff(x), np.diff(y))[0]
    assert across == pytest.approx(0.2 * geo.METRES_PER_DEGREE, rel=1e-6)


def test_a_continent_is_refused_with_a_hint() -> None:
    with pytest.raises(Infeasible, match="Split it by region"):
        geo.plane(np.array([10.0, 40.0]), np.array([10.0, 40.0]))


def test_areas_add_up_to_the_earth() -> None:
    south = np.arange(-90.0, 90.0, 1.5)
    whole = geo.areas(south, south + 1.5, np.full(len(south), 360.0)).sum()
    assert whole == pytest.approx(4 * np.pi * geo.EARTH_RADIUS_M**2)


def test_longitudes_wrap() -> None:
    wrapped = geo.wrapped(np.array([180.0, -180.0, 190.0, -190.0, 0.0]))
    assert wrapped.tolist() == [-180.0, -180.0, -170.0, 170.0, 0.0]


@given(
    lat=st.floats(-89, 89),
    lon=st.floats(-180, 180),
    away=st.floats(0, 900_000),
    bearing=st.floats(0, 6.28),
    radius=st.sampled_from([0.0, 1.0, 5_000.0]),
)
def test_points_are_drawn_in_no_farther_than_they_must(
    lat: float, lon: float, away: float, bearing: float, radius: float
) -> None:
    there = geo.Plane(lat, lon).unproject(away * np.sin(one(bearing)), away * np.cos(one(bearing)))
    before = geo.metres(*there, one(lat), one(lon))[0]
    drawn = geo.drawn_in(*there, one(lat), one(lon), radius)
    after = geo.metres(*drawn, one(lat), one(lon))[0]
    assert after == pytest.approx(min(before, radius), abs=1e-4)
    assert geo.metres(*drawn, *there)[0] == pytest.approx(max(0, before - radius), abs=1e-2)
    if before <= radius:
        assert (drawn[0][0], drawn[1][0]) == (there[0][0], there[1][0])
    elif not radius:
        assert (drawn[0][0], drawn[1][0]) == (lat, lon)
