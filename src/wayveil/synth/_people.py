"""People: where each lives and works, the few places they keep to, and how they get about."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from wayveil.kernels.arrays import Floats, Ints, Mask
from wayveil.synth._places import JOB, SHOP, TREAT, Places
from wayveil.synth._streets import Streets

#: The letters in which days are written; an odd place is chosen anew for every trip.
LETTERS: Final = "HWUSTLMO"
HOME, ODD = LETTERS.index("H"), LETTERS.index("O")
_MOST_TO_HOUSE_M: Final = 55.0


@dataclass(frozen=True)
class People:
    """One row a person; `keeps[i, letter]` is the hub that the letter means to person i."""

    home: Ints
    house: Floats
    keeps: Ints
    works: Mask
    shift_hours: Floats
    walks_m: Floats
    rides_m: Floats
    haste: Floats
    taste: Ints

    def __len__(self) -> int:
        return len(self.home)


def people(n: int, streets: Streets, places: Places, rng: np.random.Generator) -> People:
    """Settle n people."""
    share = np.cumsum(places.dwellings) / places.dwellings.sum()
    home = np.searchsorted(share, rng.random(n), side="right")
    return People(
        home=home,
        house=_houses(home, streets, rng),
        keeps=_haunts(home, streets, places, rng),
        works=rng.random(n) < 0.85,
        shift_hours=rng.normal(0, 0.6, n) + 4 * (rng.random(n) < 0.07),
        walks_m=rng.lognormal(np.log(600), 0.4, n),
        rides_m=np.where(rng.random(n) < 0.3, rng.uniform(1_500, 5_000, n), 0),
        haste=np.clip(rng.normal(1, 0.1, n), 0.8, 1.3),
        taste=rng.integers(0, 2, n),
    )


def _haunts(home: Ints, streets: Streets, places: Places, rng: np.random.Generator) -> Ints:
    work = places.chosen_near(streets, home, JOB, 1_500, rng)
    lunch = places.chosen_near(streets, places.hubs[work], SHOP, 250, rng)
    columns = [
        np.full(len(home), -1),
        work,
        lunch,
        places.chosen_near(streets, home, SHOP, 350, rng),
        places.chosen_near(streets, home, SHOP, 900, rng),
        places.chosen_near(streets, home, TREAT, 800, rng),
        places.chosen_near(streets, home, TREAT, 1_700, rng),
        np.full(len(home), -1),
    ]
    return np.column_stack(columns)


def _houses(home: Ints, streets: Streets, rng: np.random.Generator) -> Floats:
    """Put each house beside its crossing, along one of the streets that meet there."""
    here = np.concatenate([streets.start, streets.end])
    there = np.concatenate([streets.end, streets.start])
    order = np.argsort(here, kind="stable")
    first = np.searchsorted(here[order], home)
    count = np.searchsorted(here[order], home, side="right") - first
    neighbour = there[order][first + (rng.random(len(home)) * count).astype(np.int64)]
    x, y = streets.x[home], streets.y[home]
    east, north = streets.x[neighbour] - x, streets.y[neighbour] - y
    share = rng.uniform(0.05, 0.45, len(home))
    share = np.minimum(share, _MOST_TO_HOUSE_M / np.hypot(east, north))
    return np.column_stack([x + share * east, y + share * north])
