"""The straight lines that streets are made of, before anyone asks where they cross."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from wayveil.kernels.arrays import Floats, Ints, Mask
from wayveil.synth._land import REACH_M, Land

STREET: Final = 0
AVENUE: Final = 1
BRIDGE: Final = 2
MOTORWAY: Final = 3

_DISTRICTS: Final = 85
_LANES: Final = 110
_OLD_TOWN_M: Final = 520.0
_DOWNTOWN_M: Final = 2_300.0
_WALLS: Final = 9
_RING_M: Final = 3_400.0
_QUIET_BORDERS: Final = 0.45
_AVENUE_EVERY: Final = 5
_GOLDEN_ANGLE: Final = np.pi * (3 - 5**0.5)
#: Lines reach this far beyond the district's edge, so that they surely cross the road there.
_OVERSHOOT_M: Final = 1.0


@dataclass(frozen=True)
class Lines:
    """Segments `ends` (from x, y to x, y), their kind, and the share of blocks they skip.

    Row i of a bent road is joined to row i + 1 where `joined` says so.
    """

    ends: Floats
    kind: Ints
    skips: Floats
    joined: Mask

    @classmethod
    def of(cls, ends: Floats, kind: int, skips: float = 0.0) -> Lines:
        """Make separate lines of one kind."""
        n = len(ends)
        return cls(ends, np.full(n, kind), np.full(n, skips), np.zeros(n, np.bool_))

    @classmethod
    def bent(cls, corners: Floats, kind: int) -> Lines:
        """Make one road that runs from corner to corner."""
        n = len(corners) - 1
        ends = np.hstack([corners[:-1], corners[1:]])
        return cls(ends, np.full(n, kind), np.zeros(n), np.arange(n) < n - 1)

    @classmethod
    def all(cls, parts: list[Lines]) -> Lines:
        """Put lines together."""
        return cls(
            np.vstack([part.ends for part in parts]),
            np.concatenate([part.kind for part in parts]),
            np.concatenate([part.skips for part in parts]),
            np.concatenate([part.joined for part in parts]),
        )


@dataclass(frozen=True)
class Districts:
    """What lies nearest to one middle is one district.

    The first `lanes` are the old town, and the next is downtown.
    """

    middles: Floats
    lanes: int

    def clipped(self, through: Floats, heading: Floats, own: Ints) -> tuple[Floats, Mask]:
        """Cut lines to the district they belong to; tell which of them have any part there."""
        middle = self.middles[own]
        apart = self.middles[None] - middle[:, None]
        limit = (self.middles**2).sum(1)[None] - (middle**2).sum(1)[:, None]
        slack = limit - 2 * np.einsum("ik,ijk->ij", through, apart)
        rate = 2 * np.einsum("ik,ijk->ij", heading, apart)
        along = np.abs(rate) < 1e-6
        with np.errstate(divide="ignore", invalid="ignore"):
            meet = slack / rate
        low = np.where(~along & (rate < 0), meet, -REACH_M).max(1) - _OVERSHOOT_M
        high = np.where(~along & (rate > 0), meet, REACH_M).min(1) + _OVERSHOOT_M
        seen = (high > low + 2 * _OVERSHOOT_M) & ~(along & (slack < -1)).any(1)
        return np.hstack(
            [through + low[:, None] * heading, through + high[:, None] * heading]
        ), seen


def lines(land: Land, rng: np.random.Generator) -> Lines:
    """Draw all the city's streets, avenues, bridges and motorways."""
    districts = _districts(land, rng)
    bridges = land.bridges(np.arange(-7_000, 4_000, 900) + rng.uniform(-200, 200, 13))
    return Lines.all(
        [
            *_borders(districts, rng),
            *_grids(districts, rng),
            *_diagonals(rng),
            *_motorways(rng),
            Lines.of(bridges, BRIDGE),
            Lines.bent(land.promenade(), AVENUE),
            *(Lines.bent(land.quay(side), AVENUE) for side in (-1, 1)),
        ]
    )


def _districts(land: Land, rng: np.random.Generator) -> Districts:
    """Spread middles like the seeds of a sunflower, thinner outwards; the old town is dense."""
    n = np.arange(_DISTRICTS)
    away = REACH_M * ((n + 0.5) / _DISTRICTS) ** 0.62
    turn = n * _GOLDEN_ANGLE + rng.normal(0, 0.35, _DISTRICTS)
    away = away * rng.normal(1, 0.08, _DISTRICTS)
    middles = np.column_stack([away * np.cos(turn), away * np.sin(turn)])[away > _DOWNTOWN_M]
    old = land.placed(np.array([1_500.0]), np.array([land.river * 0.35]))[0]
    outside = np.hypot(*(middles - old).T) > 2 * _OLD_TOWN_M
    turn, away = rng.uniform(0, 2 * np.pi, _LANES), _OLD_TOWN_M * rng.random(_LANES) ** 0.5
    lanes = old + np.column_stack([away * np.cos(turn), away * np.sin(turn)])
    turn = 2 * np.pi * np.arange(_WALLS) / _WALLS + rng.normal(0, 0.1, _WALLS)
    around = old + 1.5 * _OLD_TOWN_M * np.column_stack([np.cos(turn), np.sin(turn)])
    around = around[np.hypot(*around.T) > _DOWNTOWN_M / 2]
    return Districts(np.vstack([lanes, np.zeros((1, 2)), around, middles[outside]]), _LANES)


def _borders(districts: Districts, rng: np.random.Generator) -> list[Lines]:
    """Run a road between every two districts that touch: a lane within the old town."""
    first, second = np.triu_indices(len(districts.middles), 1)
    a, b = districts.middles[first], districts.middles[second]
    across = (b - a) / np.hypot(*(b - a).T)[:, None]
    heading = np.column_stack([-across[:, 1], across[:, 0]])
    ends, seen = districts.clipped((a + b) / 2, heading, first)
    small = (second < districts.lanes) | (rng.random(len(second)) < _QUIET_BORDERS)
    return [Lines.of(ends[seen & small], STREET), Lines.of(ends[seen & ~small], AVENUE)]


def _grids(districts: Districts, rng: np.random.Generator) -> list[Lines]:
    """Lay a grid in each district, finest downtown; those far out may be fields."""
    found, common = [], rng.uniform(0, np.pi / 2)
    shares = np.cumsum(rng.uniform(0.8, 1.2, 400))
    for own in range(districts.lanes, len(districts.middles)):
        km = float(np.hypot(*districts.middles[own])) / 1000
        angle = common if km < 1 or rng.random() < 0.25 else common + rng.normal(0, 0.5)
        block = rng.uniform(0.85, 1.25) * (85 + 17 * km) if km else 88.0
        skips = min(0.25, rng.uniform(0.01, 0.05) * km)
        if rng.random() > (km - 4.5) / 5:
            for turn, width in ((0.0, block), (np.pi / 2, 1.6 * block)):
                aside = width * (shares - shares[200])
                found += _parallels(districts, own, angle + turn, aside, skips)
    return found


def _parallels(
    districts: Districts, own: int, angle: float, aside: Floats, skips: float
) -> list[Lines]:
    """Draw the parallel streets of a district; every few of them, one is an avenue."""
    heading = np.array([np.cos(angle), np.sin(angle)])
    across = np.array([-heading[1], heading[0]])
    middle = districts.middles[own]
    near = np.flatnonzero(np.abs(aside - middle @ across) < REACH_M / 3)
    through = aside[near][:, None] * across + (middle @ heading) * heading
    ends, seen = districts.clipped(
        through, np.broadcast_to(heading, through.shape), np.full(len(near), own)
    )
    main = near % _AVENUE_EVERY == 0
    streets = Lines.of(ends[seen & ~main], STREET, skips)
    return [streets, Lines.of(ends[seen & main], AVENUE)]


def _diagonals(rng: np.random.Generator) -> list[Lines]:
    """Cut three avenues through the middle, whatever lies in their way."""
    angles = rng.uniform(0, np.pi) + np.arange(3) * np.pi / 3 + rng.normal(0, 0.15, 3)
    aside = rng.uniform(-900, 900, 3)
    heading = np.column_stack([np.cos(angles), np.sin(angles)])
    through = aside[:, None] * np.column_stack([-heading[:, 1], heading[:, 0]])
    reach = rng.uniform(3_000, 6_500, (2, 3, 1))
    return [
        Lines.of(np.hstack([through - reach[0] * heading, through + reach[1] * heading]), AVENUE)
    ]


def _motorways(rng: np.random.Generator) -> list[Lines]:
    """Draw a ring, and roads that leave it in a slight curve."""
    turn = np.linspace(0, 2 * np.pi, 120)
    phase = rng.uniform(0, 2 * np.pi, 3)
    wobble = 1 + 0.09 * np.sin(2 * turn + phase[0]) + 0.06 * np.sin(3 * turn + phase[1])
    wobble += 0.02 * np.sin(7 * turn + phase[2])
    ring = _RING_M * wobble[:, None] * np.column_stack([np.cos(turn), np.sin(turn)])
    roads = [Lines.bent(ring, MOTORWAY)]
    for angle in rng.uniform(0, 2 * np.pi) + np.arange(6) * np.pi / 3:
        away = np.arange(_RING_M * 0.88, REACH_M * 1.05, 250.0)
        way = angle + rng.normal(0, 0.15) + rng.normal(0, 0.3) * (away - _RING_M) / REACH_M
        corners = np.column_stack([away * np.cos(way), away * np.sin(way)])
        roads.append(Lines.bent(corners, MOTORWAY))
    return roads
