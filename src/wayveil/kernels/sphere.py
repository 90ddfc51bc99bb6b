"""Points of the sphere: their middle, and an azimuthal equidistant map of them."""

from __future__ import annotations

import numpy as np

from wayveil.kernels.arrays import Floats
from wayveil.kernels.compiled import compiled

_DIAMETER_M = 2 * 6_371_008.8


@compiled
def middle(lat: Floats, lon: Floats) -> tuple[float, float]:
    """Give latitude and longitude of the mean direction, in degrees."""
    x, y, z = 0.0, 0.0, 0.0
    for i in range(len(lat)):
        phi, lam = np.radians(lat[i]), np.radians(lon[i])
        x += np.cos(phi) * np.cos(lam)
        y += np.cos(phi) * np.sin(lam)
        z += np.sin(phi)
    return np.degrees(np.arctan2(z, np.hypot(x, y))), np.degrees(np.arctan2(y, x))


@compiled
def distance(lat1: float, lon1: float, lat2: float, lon2: float) -> float:
    """Give the metres between two points along a great circle (haversine)."""
    phi1, phi2 = np.radians(lat1), np.radians(lat2)
    across = np.sin(np.radians(lon2 - lon1) / 2) ** 2
    h = np.sin((phi2 - phi1) / 2) ** 2 + np.cos(phi1) * np.cos(phi2) * across
    return _DIAMETER_M * np.arcsin(np.sqrt(min(h, 1.0)))


@compiled
def project(lat: Floats, lon: Floats, lat0: float, lon0: float) -> tuple[Floats, Floats]:
    """Give east and north of a centre, in radians of arc."""
    x, y = np.empty(len(lat)), np.empty(len(lat))
    sin0, cos0 = np.sin(np.radians(lat0)), np.cos(np.radians(lat0))
    for i in range(len(lat)):
        phi, away = np.radians(lat[i]), np.radians(lon[i] - lon0)
        sin, cos, cos_away = np.sin(phi), np.cos(phi), np.cos(away)
        east, north = cos * np.sin(away), cos0 * sin - sin0 * cos * cos_away
        sine = np.hypot(east, north)
        angle = np.arctan2(sine, sin0 * sin + cos0 * cos * cos_away)
        stretch = angle / sine if sine > 0 else 1.0
        x[i], y[i] = east * stretch, north * stretch
    return x, y
