"""The earth: metres between degrees, and one flat map for a data set.

Lengths are on the sphere of the mean radius: within 0.6 % of the ellipsoid, which is far below
what any method here adds, and the same for both sides of every comparison.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from wayveil.errors import Infeasible
from wayveil.kernels.arrays import Floats

EARTH_RADIUS_M: Final = 6_371_008.8
METRES_PER_DEGREE: Final = EARTH_RADIUS_M * np.pi / 180
PLANE_REACH_M: Final = 1_000_000.0


def wrapped(lon: Floats) -> Floats:
    """Bring longitudes into [-180, 180)."""
    return (lon + 180.0) % 360.0 - 180.0


@dataclass(frozen=True)
class Plane:
    """An azimuthal equidistant map: true distances from its centre, 0.1 % off at 500 km."""

    lat: float
    lon: float

    def project(self, lat: Floats, lon: Floats) -> tuple[Floats, Floats]:
        """Give metres east and north of the centre."""
        phi, phi0 = np.radians(lat), np.radians(self.lat)
        away = np.radians(wrapped(lon - self.lon))
        east = np.cos(phi) * np.sin(away)
        north = np.cos(phi0) * np.sin(phi) - np.sin(phi0) * np.cos(phi) * np.cos(away)
        up = np.sin(phi0) * np.sin(phi) + np.cos(phi0) * np.cos(phi) * np.cos(away)
        sine = np.hypot(east, north)
        angle = np.arctan2(sine, up)
        stretch = EARTH_RADIUS_M * np.divide(angle, sine, out=np.ones_like(sine), where=sine > 0)
        return east * stretch, north * stretch

    def unproject(self, x: Floats, y: Floats) -> tuple[Floats, Floats]:
        """Give back latitude and longitude."""
        angle = np.hypot(x, y) / EARTH_RADIUS_M
        safe = np.where(angle > 0, angle, 1.0)
        sine, cosine = np.sin(angle), np.cos(angle)
        phi0 = np.radians(self.lat)
        north = y / EARTH_RADIUS_M / safe * sine
        east = x / EARTH_RADIUS_M / safe * sine
        lat = np.arcsin(np.clip(cosine * np.sin(phi0) + north * np.cos(phi0), -1, 1))
        lon = np.arctan2(east, cosine * np.cos(phi0) - north * np.sin(phi0))
        return np.degrees(lat), wrapped(self.lon + np.degrees(lon))


def plane(lat: Floats, lon: Floats) -> Plane:
    """Choose the one plane for a data set; both sides of a comparison use the original's.

    Its centre is snapped to whole degrees, so that it says little about the data.
    """
    phi, lam = np.radians(lat), np.radians(lon)
    x, y, z = (
        (np.cos(phi) * np.cos(lam)).sum(),
        (np.cos(phi) * np.sin(lam)).sum(),
        np.sin(phi).sum(),
    )
    centre = Plane(
        float(np.round(np.degrees(np.arctan2(z, np.hypot(x, y))))),
        float(np.round(np.degrees(np.arctan2(y, x)))),
    )
    if len(lat) and np.hypot(*centre.project(lat, lon)).max() > PLANE_REACH_M:
        raise Infeasible(
            f"the data reaches more than {PLANE_REACH_M / 1000:,.0f} km from its centre, where "
            "metres on one plane are no longer true.",
            "Split it by region, or leave far-off points out.",
        )
    return centre


def metres(lat1: Floats, lon1: Floats, lat2: Floats, lon2: Floats) -> Floats:
    """Give great-circle distances (haversine)."""
    phi1, phi2 = np.radians(lat1), np.radians(lat2)
    across = np.sin(np.radians(lon2 - lon1) / 2) ** 2
    h = np.sin((phi2 - phi1) / 2) ** 2 + np.cos(phi1) * np.cos(phi2) * across
    length: Floats = 2 * EARTH_RADIUS_M * np.arcsin(np.sqrt(np.minimum(h, 1.0)))
    return length


def areas(south: Floats, north: Floats, width_degrees: Floats) -> Floats:
    """Give the true areas, in square metres, of boxes between two parallels."""
    tall = np.sin(np.radians(north)) - np.sin(np.radians(south))
    area: Floats = EARTH_RADIUS_M**2 * np.radians(width_degrees) * tall
    return area
