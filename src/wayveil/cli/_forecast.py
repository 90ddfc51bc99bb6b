"""How long work will take and how much memory it needs: tried on samples, then extrapolated."""

from __future__ import annotations

import gc
import math
import time
import tracemalloc
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np

from wayveil.errors import Infeasible
from wayveil.shapes import Trajectories

SAMPLE_POINTS: Final = 20_000
_SHARES: Final = (1 / 16, 1 / 8)
#: A method needs a few trajectories to have anything to do, however long they are.
_FEWEST: Final = 16
_QUICK_SECONDS: Final = 0.3
_REPEATS: Final = 3

Work = Callable[[Trajectories], object]


@dataclass(frozen=True)
class Forecast:
    """What was tried, and what to expect of the whole: None where no sample was enough."""

    tried: int
    seconds: float | None = None
    n_bytes: float | None = None


@dataclass(frozen=True)
class _Trial:
    points: int
    seconds: float
    n_bytes: float


def forecast(data: Trajectories, work: Work) -> Forecast:
    """Try work on samples of the data; small data is tried whole, and what it raises rises."""
    if data.n_points <= SAMPLE_POINTS:
        only = _try(data, work)
        return Forecast(len(data), only.seconds, only.n_bytes + size_of(data))
    samples = [sample(data, share) for share in _SHARES]
    try:
        small, large = (_try(each, work) for each in samples)
    except Infeasible:
        return Forecast(len(samples[-1]))
    whole, n = data.n_points, len(samples[-1])
    seconds = extrapolated(small.points, small.seconds, large.points, large.seconds, whole)
    n_bytes = extrapolated(small.points, small.n_bytes, large.points, large.n_bytes, whole)
    return Forecast(n, seconds, n_bytes + size_of(data))


def sample(data: Trajectories, share: float) -> Trajectories:
    """Draw some trajectories, as a table of its own: as many as their share and points allow."""
    order = np.random.default_rng(0).permutation(len(data))
    points = min(share * data.n_points, SAMPLE_POINTS * share / max(_SHARES))
    enough = int(np.searchsorted(np.cumsum(data.lengths[order]), points, side="right"))
    return data.take(np.sort(order[: max(enough, _FEWEST)])).renumbered()


def extrapolated(
    small: float, small_cost: float, large: float, large_cost: float, whole: float
) -> float:
    """Follow cost = a * points^b through two trials, with b from 1 to 2.

    >>> extrapolated(100, 2.0, 200, 4.0, 1000), extrapolated(100, 1.0, 200, 4.0, 1000)
    (20.0, 100.0)
    """
    if large <= small or small_cost <= 0:
        return large_cost * whole / large
    power = math.log(large_cost / small_cost) / math.log(large / small)
    return float(large_cost * (whole / large) ** min(max(power, 1.0), 2.0))


def size_of(data: Trajectories) -> int:
    """Give the bytes that a table holds."""
    columns = (data.lat, data.lon, data.t, data.offsets, data.id, data.owner)
    extra = 0 if data.extra is None else int(data.extra.estimated_size())
    return sum(column.nbytes for column in columns) + extra


def _try(data: Trajectories, work: Work) -> _Trial:
    # The first run also compiles and imports, which does not grow with the data.
    work(data)
    seconds = [_timed(data, work)]
    while len(seconds) < _REPEATS and seconds[-1] < _QUICK_SECONDS:
        seconds.append(_timed(data, work))
    return _Trial(data.n_points, min(seconds), _peak(data, work))


def _timed(data: Trajectories, work: Work) -> float:
    start = time.perf_counter()
    work(data)
    return time.perf_counter() - start


def _peak(data: Trajectories, work: Work) -> float:
    gc.collect()
    tracemalloc.start()
    try:
        work(data)
        return float(tracemalloc.get_traced_memory()[1])
    finally:
        tracemalloc.stop()
