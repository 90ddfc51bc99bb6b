"""Subscribers: where each lives and works, and at which antenna each is at any time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from wayveil.kernels.arrays import Floats, Ints
from wayveil.synth._antennas import Antennas
from wayveil.synth._drawing import drawn

_HAUNTS: Final = 4
_COMMUTE_HOURS: Final = 0.7
_HANDED_OVER: Final = 0.08


@dataclass(frozen=True)
class Subscribers:
    """One row a person, in codes of antennas; `haunts` are the places of their free time."""

    home: Ints
    work: Ints
    haunts: Ints
    habit_hours: Floats

    def __len__(self) -> int:
        return len(self.home)

    def between(self, first: int, end: int) -> Subscribers:
        """Give some of them."""
        some = slice(first, end)
        return Subscribers(
            self.home[some], self.work[some], self.haunts[some], self.habit_hours[some]
        )


def subscribers(n: int, antennas: Antennas, reach: float, rng: np.random.Generator) -> Subscribers:
    """Settle n people, who work and go out within some metres of where they live."""
    home = rng.choice(len(antennas), n, p=antennas.people / antennas.people.sum())
    lived_in, row = np.unique(home, return_inverse=True)
    pull = antennas.people * np.exp(-antennas.apart(lived_in) / reach) + 1e-30
    works = rng.random(n) < 0.75
    haunts = [drawn(pull, row, rng) for _ in range(_HAUNTS)]
    return Subscribers(
        home=home,
        work=np.where(works, drawn(pull, row, rng), home),
        haunts=np.column_stack(haunts),
        habit_hours=rng.normal(0, 0.7, n),
    )


@dataclass(frozen=True)
class Moments:
    """One row a call: who makes it, on which day, at what hour of it."""

    who: Ints
    day: Ints
    hour: Floats


def seen_at(
    when: Moments, folk: Subscribers, antennas: Antennas, days: int, rng: np.random.Generator
) -> Ints:
    """Give the antenna that hears each call: the nearest, or now and then one beside it."""
    target, gone = _whereabouts(when, folk, days, rng)
    home = folk.home[when.who]
    seen = np.where(gone > 0, target, home)
    under_way = np.flatnonzero((gone > 0) & (gone < 1))
    x, y = (
        (1 - gone[under_way]) * axis[home[under_way]] + gone[under_way] * axis[target[under_way]]
        for axis in (antennas.x, antennas.y)
    )
    seen[under_way] = antennas.nearest(x, y, 1)[:, 0]
    beside = antennas.nearest(antennas.x, antennas.y, 3)
    choice = rng.integers(1, 3, len(seen)) * (rng.random(len(seen)) < _HANDED_OVER)
    heard_by: Ints = beside[seen, choice]
    return heard_by


def _whereabouts(
    when: Moments, folk: Subscribers, days: int, rng: np.random.Generator
) -> tuple[Ints, Floats]:
    """Say where each goes that day, and which part of the way there is behind them."""
    grid, row = (len(folk), days), (when.who, when.day)
    habit = folk.habit_hours[:, None]
    leaves = (8.0 + habit + rng.normal(0, 0.4, grid))[row] + 3 * (when.day % 7 >= 5)
    returns = (17.5 + habit + rng.normal(0, 1.0, grid))[row]
    haunt = folk.haunts[when.who, rng.integers(0, _HAUNTS, grid)[row]]
    by_day = np.where(when.day % 7 >= 5, haunt, folk.work[when.who])
    late = (rng.random(grid) < 0.35)[row] & (when.hour > 19.5) & (when.hour < 22.5)
    gone = _share(when.hour, leaves) - _share(when.hour, returns)
    return np.where(late, haunt, by_day), np.where(late, 1.0, np.maximum(gone, 0))


def _share(hour: Floats, start: Floats) -> Floats:
    """Give the part of a way that is done at an hour, if it begins at another."""
    return np.clip((hour - start) / _COMMUTE_HOURS, 0, 1)
