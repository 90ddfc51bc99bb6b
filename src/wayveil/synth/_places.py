"""Where people live, and where they go."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from wayveil.kernels.arrays import Floats, Ints
from wayveil.synth._drawing import drawn
from wayveil.synth._lines import AVENUE, MOTORWAY, STREET
from wayveil.synth._streets import Streets

JOB: Final = 0
SHOP: Final = 1
TREAT: Final = 2
_JOBS, _SHOPS, _TREATS = 220, 220, 110
_QUARTERS: Final = 40


@dataclass(frozen=True)
class Places:
    """Some crossings are hubs, of a purpose and a size; at the others people live, or do not."""

    dwellings: Floats
    hubs: Ints
    purpose: Ints
    size: Floats

    def chosen_near(
        self, streets: Streets, near: Ints, purpose: int, reach: float, rng: np.random.Generator
    ) -> Ints:
        """Choose a hub for each crossing in `near`: large ones more often, far ones rarely."""
        hubs = np.flatnonzero(self.purpose == purpose)
        from_, row = np.unique(near, return_inverse=True)
        east = streets.x[from_][:, None] - streets.x[self.hubs[hubs]]
        north = streets.y[from_][:, None] - streets.y[self.hubs[hubs]]
        pull = self.size[hubs] * np.exp(-np.hypot(east, north) / reach) + 1e-30
        return hubs[drawn(pull, row, rng)]


def places(streets: Streets, rng: np.random.Generator) -> Places:
    """Spread hubs and dwellings over the city."""
    away = np.hypot(streets.x, streets.y)
    open_to_all = (streets.touching(STREET) + streets.touching(AVENUE) > 0) & (
        streets.touching(MOTORWAY) == 0
    )
    homely = open_to_all * _homely(streets, away, rng)
    busy = streets.touching(AVENUE) > 0
    appeal = {
        JOB: open_to_all * _working(streets, away, rng),
        SHOP: open_to_all * (homely + 0.3) * (1 + 3 * busy),
        TREAT: open_to_all * (np.exp(-((away / 2_200) ** 2)) + 0.12),
    }
    hubs, purpose = _hubs(appeal, rng)
    homely[hubs] = 0
    return Places(homely, hubs, purpose, rng.lognormal(0, 0.9, len(hubs)))


def _hubs(appeal: dict[int, Floats], rng: np.random.Generator) -> tuple[Ints, Ints]:
    """Choose distinct crossings, the more appealing the likelier."""
    found, purpose = [], []
    free = np.ones(len(appeal[JOB]))
    for what, n in ((JOB, _JOBS), (SHOP, _SHOPS), (TREAT, _TREATS)):
        weight = appeal[what] * free
        chosen = rng.choice(len(weight), n, replace=False, p=weight / weight.sum())
        free[chosen] = 0
        found.append(chosen)
        purpose.append(np.full(n, what))
    return np.concatenate(found), np.concatenate(purpose)


def _homely(streets: Streets, away: Floats, rng: np.random.Generator) -> Floats:
    """Weigh crossings by how many live there: some quarters more, downtown few, outside fewer."""
    quarters = rng.choice(len(streets), _QUARTERS)
    east = streets.x[:, None] - streets.x[quarters]
    north = streets.y[:, None] - streets.y[quarters]
    crowd = rng.lognormal(0, 0.8, _QUARTERS)[np.hypot(east, north).argmin(axis=1)]
    offices = 1 - 0.7 * np.exp(-((away / 1_000) ** 2))
    density: Floats = crowd * offices * np.exp(-((away / 5_500) ** 2))
    return density


def _working(streets: Streets, away: Floats, rng: np.random.Generator) -> Floats:
    """Weigh crossings by jobs: downtown, four parks of industry and a campus, few elsewhere."""
    weight = np.exp(-((away / 1_500) ** 2)) + 0.02
    far = np.flatnonzero((away > 2_800) & (away < 6_500))
    for centre in rng.choice(far, 5):
        near = np.hypot(streets.x - streets.x[centre], streets.y - streets.y[centre])
        weight = weight + 1.2 * np.exp(-((near / 500) ** 2))
    return weight
