"""Antennas of a mobile network: dense where many people are, sparse in the country."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from wayveil.kernels.arrays import Floats, Ints

_CITY_RADIUS_M: Final = 29_000.0
_NATION_SIDE_M: Final = 560_000.0
_TOWNS: Final = 30


@dataclass(frozen=True)
class Antennas:
    """One row an antenna: metres east and north of the centre, and how many live around it."""

    x: Floats
    y: Floats
    people: Floats

    def __len__(self) -> int:
        return len(self.x)

    def apart(self, ones: Ints) -> Floats:
        """Give the distance from each of some antennas to all, as a table."""
        return np.hypot(self.x[ones][:, None] - self.x, self.y[ones][:, None] - self.y)

    def nearest(self, x: Floats, y: Floats, count: int) -> Ints:
        """Give the nearest antennas to each place, a row each."""
        from scipy.spatial import KDTree

        tree = KDTree(np.column_stack([self.x, self.y]))
        _, near = tree.query(np.column_stack([x, y]), list(range(1, count + 1)), workers=2)
        return np.asarray(near, np.int64)


def city(n: int, rng: np.random.Generator) -> Antennas:
    """Spread antennas over a city of some 2,600 km² and its outskirts."""
    ring = rng.choice(3, n, p=[0.5, 0.35, 0.15])
    away = np.where(
        ring == 2,
        _CITY_RADIUS_M * np.sqrt(rng.random(n)),
        rng.exponential(np.where(ring == 0, 3_500.0, 9_000.0)),
    )
    angle = rng.uniform(0, 2 * np.pi, n)
    away = np.minimum(away, _CITY_RADIUS_M)
    return Antennas(away * np.cos(angle), away * np.sin(angle), rng.lognormal(0, 0.6, n))


def nation(n: int, rng: np.random.Generator) -> Antennas:
    """Spread antennas over towns, the roads between them, and 310,000 km² of country."""
    towns = (rng.random((_TOWNS, 2)) - 0.5) * _NATION_SIDE_M
    size = 1.0 / np.arange(1, _TOWNS + 1)
    place = rng.choice(3, n, p=[0.7, 0.18, 0.12])
    town = rng.choice(_TOWNS, n, p=size / size.sum())
    spread = 12_000.0 * np.sqrt(size)[town, None]
    in_town = towns[town] + rng.normal(0, spread, (n, 2))
    along_road = towns[town] + rng.random((n, 1)) * (_neighbour(towns)[town] - towns[town])
    anywhere = (rng.random((n, 2)) - 0.5) * _NATION_SIDE_M
    x, y = np.where(place == 0, in_town.T, np.where(place == 1, along_road.T, anywhere.T))
    crowd = np.where(place == 0, 1.0, 0.15) * rng.lognormal(0, 0.6, n)
    return Antennas(x, y, crowd)


def _neighbour(towns: Floats) -> Floats:
    """Give each town the nearest of those larger than it; the largest is its own."""
    apart = np.hypot(*(towns[:, None] - towns).T).T
    smaller = np.triu(np.ones((len(towns), len(towns)), np.bool_))
    nearest = np.where(smaller, np.inf, apart).argmin(axis=1)
    road_to: Floats = towns[nearest]
    return road_to
