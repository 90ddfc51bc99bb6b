"""The earth: metres between degrees, and one flat map for a data set.

Lengths are on the sphere of the mean radius: within 0.6 % of the ellipsoid, which is far below
what any method here adds, and the same for both sides of every comparison.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from wayveil.errors import Infeasible
from wayveil.kernels.arrays import Floats, Ints

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
        from wayveil.kernels import sphere

        x, y = sphere.project(lat, lon, self.lat, self.lon)
        return x * EARTH_RADIUS_M, y * EARTH_RADIUS_M

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
    from wayveil.kernels import sphere

    centre = Plane(*(float(np.round(degrees)) for degrees in sphere.middle(lat, lon)))
    if _may_reach_too_far(centre, lat, lon) and _reach(centre, lat, lon) > PLANE_REACH_M:
        raise Infeasible(
            f"the data reaches more than {PLANE_REACH_M / 1000:,.0f} km from its centre, where "
            "metres on one plane are no longer true.",
            "Split it by region, or leave far-off points out.",
        )
    return centre


def _may_reach_too_far(centre: Plane, lat: Floats, lon: Floats) -> bool:
    """Look at the box of the data first: along a meridian, then along the longer parallel."""
    if not len(lat):
        return False
    tall = max(abs(lat.min() - centre.lat), abs(lat.max() - centre.lat))
    away = lon - centre.lon
    if away.min() < -180 or away.max() > 180:
        away = wrapped(away)
    wide = max(abs(away.min()), abs(away.max()))
    return bool((tall + wide) * METRES_PER_DEGREE > PLANE_REACH_M)


def _reach(centre: Plane, lat: Floats, lon: Floats) -> float:
    return float(np.hypot(*centre.project(lat, lon)).max())


def metres(lat1: Floats, lon1: Floats, lat2: Floats, lon2: Floats) -> Floats:
    """Give great-circle distances (haversine)."""
    phi1, phi2 = np.radians(lat1), np.radians(lat2)
    across = np.sin(np.radians(lon2 - lon1) / 2) ** 2
    h = np.sin((phi2 - phi1) / 2) ** 2 + np.cos(phi1) * np.cos(phi2) * across
    length: Floats = 2 * EARTH_RADIUS_M * np.arcsin(np.sqrt(np.minimum(h, 1.0)))
    return length


def drawn_in(
    lat: Floats, lon: Floats, centre_lat: Floats, centre_lon: Floats, radius: float
) -> tuple[Floats, Floats]:
    """Move points along great circles until each is within so many metres of its own centre.

    Points that are that near already stay, to the last bit; within 0 m is the centre itself.
    """
    away = metres(lat, lon, centre_lat, centre_lon)
    angle, far = away / EARTH_RADIUS_M, away > radius
    safe = np.where(far, angle, 1.0)
    share = radius / EARTH_RADIUS_M
    out, back = np.sin(share) / np.sin(safe), np.sin(safe - share) / np.sin(safe)
    ends = zip(vectors(lat, lon), vectors(centre_lat, centre_lon), strict=True)
    x, y, z = (out * point + back * centre for point, centre in ends)
    moved = np.degrees(np.arctan2(z, np.hypot(x, y))), np.degrees(np.arctan2(y, x))
    if radius <= 0:
        moved = centre_lat, centre_lon
    return np.where(far, moved[0], lat), np.where(far, moved[1], lon)


def vectors(lat: Floats, lon: Floats) -> tuple[Floats, Floats, Floats]:
    """Give points as vectors in metres from the middle of the earth: without seams or poles."""
    phi, lam = np.radians(lat), np.radians(lon)
    flat = EARTH_RADIUS_M * np.cos(phi)
    return flat * np.cos(lam), flat * np.sin(lam), EARTH_RADIUS_M * np.sin(phi)


def degrees(x: Floats, y: Floats, z: Floats) -> tuple[Floats, Floats]:
    """Give latitude and longitude below or above vectors from the middle of the earth."""
    return np.degrees(np.arctan2(z, np.hypot(x, y))), wrapped(np.degrees(np.arctan2(y, x)))


def chord(metres: float) -> float:
    """Give the straight line between two points that are so far apart along a great circle."""
    return 2 * EARTH_RADIUS_M * float(np.sin(min(metres / EARTH_RADIUS_M, np.pi) / 2))


def areas(south: Floats, north: Floats, width_degrees: Floats) -> Floats:
    """Give the true areas, in square metres, of boxes between two parallels."""
    tall = np.sin(np.radians(north)) - np.sin(np.radians(south))
    area: Floats = EARTH_RADIUS_M**2 * np.radians(width_degrees) * tall
    return area


def ring_areas(lat: Floats, lon: Floats, rings: Ints) -> Floats:
    """Give the true areas, in square metres, inside rings of corners; negative if clockwise.

    Sides are straight in degrees, as in files of polygons: under a side from φ - h to φ + h lies,
    up to the equator, its breadth times the mean of the sine, sin φ · sin h / h.
    """
    following = np.arange(1, len(lat) + 1)
    following[rings[1:] - 1] = rings[:-1]
    phi, breadth = np.radians(lat), np.radians(lon[following] - lon)
    half = (phi[following] - phi) / 2
    # The first corner's sine is taken off everywhere: it adds nothing to a ring, and saves digits.
    base = np.repeat(np.sin(phi[rings[:-1]]), np.diff(rings))
    under = breadth * (np.sin(phi + half) * np.sinc(half / np.pi) - base)
    area: Floats = -(EARTH_RADIUS_M**2) * np.add.reduceat(under, rings[:-1])
    return area
