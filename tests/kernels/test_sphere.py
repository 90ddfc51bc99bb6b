"""The map of the sphere, against its definition: true distance and true bearing from the centre."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wayveil.kernels import sphere

LATS, LONS = st.floats(-89.9, 89.9), st.floats(-180, 180)


@settings(max_examples=150, deadline=None)
@given(LATS, LONS, LATS, LONS)
def test_distance_and_bearing_from_the_centre_are_true(
    lat0: float, lon0: float, lat: float, lon: float
) -> None:
    x, y = sphere.project(np.array([lat]), np.array([lon]), lat0, lon0)
    phi0, phi, away = math.radians(lat0), math.radians(lat), math.radians(lon - lon0)
    half = math.sin((phi - phi0) / 2) ** 2
    half += math.cos(phi0) * math.cos(phi) * math.sin(away / 2) ** 2
    angle = 2 * math.asin(min(1.0, math.sqrt(half)))
    assert math.hypot(x[0], y[0]) == pytest.approx(angle, abs=1e-7)
    if 1e-6 < angle < math.pi - 1e-6:
        north = math.cos(phi0) * math.sin(phi) - math.sin(phi0) * math.cos(phi) * math.cos(away)
        bearing = math.atan2(math.sin(away) * math.cos(phi), north)
        turn = math.remainder(math.atan2(x[0], y[0]) - bearing, 2 * math.pi)
        assert abs(turn) * math.sin(angle) < 1e-6


def test_the_centre_is_the_origin() -> None:
    for lat, lon in ((0.0, 0.0), (48.2, 16.4), (90.0, 0.0), (-90.0, 12.0)):
        x, y = sphere.project(np.array([lat]), np.array([lon]), lat, lon)
        assert math.hypot(x[0], y[0]) < 1e-15


def test_the_middle_by_hand() -> None:
    lat, lon = sphere.middle(np.array([0.0, 0.0]), np.array([179.0, -179.0]))
    assert lat == pytest.approx(0)
    assert abs(lon) == pytest.approx(180)
    lat, _ = sphere.middle(np.array([80.0, 80.0]), np.array([0.0, 180.0]))
    assert lat == pytest.approx(90)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(LATS, LONS), min_size=1, max_size=6))
def test_the_middle_is_that_of_the_directions(drawn: list[tuple[float, float]]) -> None:
    phi, lam = np.radians(np.array(drawn)).T
    whole = np.array([np.cos(phi) * np.cos(lam), np.cos(phi) * np.sin(lam), np.sin(phi)]).sum(1)
    if np.linalg.norm(whole) > 1e-3:
        lat, lon = np.radians(sphere.middle(*np.array(drawn).T))
        found = [np.cos(lat) * np.cos(lon), np.cos(lat) * np.sin(lon), np.sin(lat)]
        np.testing.assert_allclose(found, whole / np.linalg.norm(whole), atol=1e-9)
