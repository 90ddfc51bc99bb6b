"""Calls: at what times a network hears of somebody. Rare, in bursts, and hardly at night."""

from __future__ import annotations

from typing import Final

import numpy as np

from wayveil.kernels.arrays import Floats, Ints

#: How busy each hour of the day is, from midnight on.
_HOURS: Final = np.array(
    [12, 7, 4, 3, 3, 6, 14, 32, 52, 62, 68, 72, 76, 70, 66, 66, 70, 80, 90, 96, 92, 76, 50, 26],
    float,
)
_PER_BURST: Final = 1.7
_BURST_S: Final = 420.0
DAY_S: Final = 86_400


def calls(n: int, days: int, rate: float, rng: np.random.Generator) -> tuple[Ints, Ints]:
    """Give who is heard of and when, in seconds, sorted by both; everybody at least once.

    People differ: the mean rate is that asked for, per hour, and some call ten times as often as
    others.
    """
    expected = rate * 24 * days / _PER_BURST
    activity = rng.lognormal(-0.245, 0.7, n)
    bursts = np.maximum(1, rng.poisson(expected * activity))
    who = np.repeat(np.arange(n), bursts)
    start = _moments(len(who), days, rng)
    calls = rng.geometric(1 / _PER_BURST, len(who))
    who, start = np.repeat(who, calls), np.repeat(start, calls)
    heard = np.minimum(start + rng.exponential(_BURST_S, len(who)), days * DAY_S - 1)
    seconds = heard.astype(np.int64)
    order = np.lexsort((seconds, who))
    return who[order], seconds[order]


def _moments(n: int, days: int, rng: np.random.Generator) -> Floats:
    """Draw seconds since the first midnight, by how busy the hours are."""
    hour = rng.choice(24, n, p=_HOURS / _HOURS.sum())
    day = rng.integers(0, days, n)
    moments: Floats = day * DAY_S + (hour + rng.random(n)) * 3_600
    return moments
