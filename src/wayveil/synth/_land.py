"""The ground a city stands on: a coast, a river and parks, in metres from the centre."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from wayveil.kernels.arrays import Floats, Mask

#: Nothing of the city lies further out than this.
REACH_M: Final = 9_000.0
_COAST_M: Final = 4_300.0
_BANK_M: Final = 80.0
_STEP_M: Final = 150.0


@dataclass(frozen=True)
class Parks:
    """Rounded boxes in which no street runs."""

    x: Floats
    y: Floats
    long: Floats
    wide: Floats
    angle: Floats

    def contain(self, x: Floats, y: Floats) -> Mask:
        """Tell which places lie in a park."""
        east, north = x[:, None] - self.x, y[:, None] - self.y
        cosine, sine = np.cos(self.angle), np.sin(self.angle)
        along = (east * cosine + north * sine) / self.long
        across = (north * cosine - east * sine) / self.wide
        nearest: Floats = (along**4 + across**4).min(axis=1)
        return nearest < 1


@dataclass(frozen=True)
class Land:
    """Sea on one side, and a river that winds past the centre towards it.

    Water is described by `out`, the metres towards the sea, and `along`, those along the coast.
    """

    seaward: float
    bend: Floats
    river: float
    parks: Parks

    def turned(self, x: Floats, y: Floats) -> tuple[Floats, Floats]:
        """Give the metres towards the sea, and along the coast."""
        cosine, sine = np.cos(self.seaward), np.sin(self.seaward)
        return x * cosine + y * sine, y * cosine - x * sine

    def placed(self, out: Floats, along: Floats) -> Floats:
        """Give x and y, one row a place, of what `turned` describes."""
        cosine, sine = np.cos(self.seaward), np.sin(self.seaward)
        return np.column_stack([out * cosine - along * sine, out * sine + along * cosine])

    def coast(self, along: Floats) -> Floats:
        """Say how far out the sea begins."""
        near, far = self.bend[:2]
        wave: Floats = 320 * np.sin(along / 1_900 + near) + 130 * np.sin(along / 640 + far)
        return _COAST_M + wave

    def stream(self, out: Floats) -> Floats:
        """Say where along the coast the middle of the river runs."""
        near, far = self.bend[2:]
        wave: Floats = 420 * np.sin(out / 1_500 + near) + 90 * np.sin(out / 530 + far)
        return self.river + wave

    def breadth(self, out: Floats) -> Floats:
        """Say how far the banks are from the middle of the river."""
        return _BANK_M + 45 * np.clip(out / 4_000, -1, 1)

    def sea(self, x: Floats, y: Floats) -> Mask:
        """Tell which places lie in the sea."""
        out, along = self.turned(x, y)
        return out > self.coast(along)

    def flooded(self, x: Floats, y: Floats) -> Mask:
        """Tell which places lie in the river."""
        out, along = self.turned(x, y)
        return np.abs(along - self.stream(out)) < self.breadth(out)

    def promenade(self) -> Floats:
        """Draw the road along the coast."""
        along = np.arange(-REACH_M, REACH_M, _STEP_M)
        return self.placed(self.coast(along) - 40, along)

    def quay(self, side: int) -> Floats:
        """Draw the road along one bank of the river."""
        out = np.arange(-REACH_M, _COAST_M + 500, _STEP_M)
        return self.placed(out, self.stream(out) + side * (self.breadth(out) + 20))

    def bridges(self, outs: Floats) -> Floats:
        """Draw bridges at these distances, one row each: from x, y to x, y."""
        half, middle = self.breadth(outs) + 150, self.stream(outs)
        return np.hstack([self.placed(outs, middle - half), self.placed(outs, middle + half)])


def land(rng: np.random.Generator) -> Land:
    """Lay out the land."""
    return Land(
        seaward=float(rng.uniform(-np.pi, np.pi)),
        bend=rng.uniform(0, 2 * np.pi, 4),
        river=float(rng.choice([-1, 1]) * rng.uniform(1_300, 1_900)),
        parks=_parks(rng, 9),
    )


def _parks(rng: np.random.Generator, n: int) -> Parks:
    turn = rng.uniform(0, 2 * np.pi) + np.arange(n) * 2.4
    away = 2_100 + 4_700 * np.linspace(0, 1, n) ** 0.8
    long = rng.uniform(260, 700, n)
    return Parks(
        x=away * np.cos(turn),
        y=away * np.sin(turn),
        long=long,
        wide=long * rng.uniform(0.4, 0.9, n),
        angle=rng.uniform(0, np.pi, n),
    )
