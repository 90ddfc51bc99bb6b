"""What swapping on a partition leaves as it was, and what it does not: plain counts.

(Dahne 2019, 4.4 and 5.1.) Cells here are the swap's own, or coarser ones made of whole cells.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import groupby
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.crowds import crowds
from tests.reference.swapping import Point, cell
from tests.rows import trips
from wayveil.chance import Chance
from wayveil.contract.tables import busy
from wayveil.meetings.partition import Partition
from wayveil.methods.swapmob import SwapMob
from wayveil.shapes import Trajectories

SIZE, WIDTH = 0.001, 60_000
METHOD = SwapMob(meeting=Partition(size=SIZE, interval=WIDTH / 1000))
SIZES = st.sampled_from([SIZE, 4 * SIZE, 1.0])
Cell = tuple[int, int]
Stay = tuple[Cell, int, int]


def swapped(data: Trajectories, seed: int) -> Trajectories:
    return METHOD(data, Chance.seeded(seed)).data


def cells(data: Trajectories, size: float) -> Iterator[list[tuple[Cell, Point]]]:
    for trip in trips(data):
        yield [(cell(p[1], p[2], size), p) for p in trip]


def starts(data: Trajectories, size: float) -> Counter[Any]:
    """λ: in which cells trajectories begin."""
    return Counter(trip[0][0] for trip in cells(data, size))


def transitions(data: Trajectories, size: float, order: int = 1) -> Counter[Any]:
    """How often one cell follows another, after runs in one cell are taken together."""
    count: Counter[Any] = Counter()
    for trip in cells(data, size):
        runs = [where for where, _ in groupby(trip, key=lambda pair: pair[0])]
        count.update(tuple(runs[i : i + order + 1]) for i in range(len(runs) - order))
    return count


def stays(data: Trajectories, size: float) -> Iterator[tuple[Stay, bool]]:
    """Each stay: cell, begin, end (the next cell's begin), and whether it is finished."""
    for trip in cells(data, size):
        runs = [list(run) for _, run in groupby(trip, key=lambda pair: pair[0])]
        begins = [floored(run[0][1]) for run in runs]
        for i, run in enumerate(runs):
            finished = i + 1 < len(runs)
            end = begins[i + 1] if finished else floored(run[-1][1])
            yield (run[0][0], begins[i], end), finished


def floored(point: Point) -> int:
    return point[0] // WIDTH * WIDTH


def time_spent(data: Trajectories, size: float) -> dict[Cell, int]:
    """T_x: all time spent in a cell, the last, unfinished stay included."""
    total: Counter[Cell] = Counter()
    for (where, begin, end), _ in stays(data, size):
        total[where] += end - begin
    return dict(total)


def rates(data: Trajectories, size: float) -> dict[Cell, float]:
    """q_x = N_x / T_x, N_x being how often the cell is left."""
    left: Counter[Cell] = Counter(
        where for (where, _, _), finished in stays(data, size) if finished
    )
    return {where: left[where] / t for where, t in time_spent(data, size).items() if t}


def points(data: Trajectories, size: float) -> Counter[Any]:
    return Counter(zip(data.lat.tolist(), data.lon.tolist(), data.t.tolist(), strict=True))


def holdings(data: Trajectories, size: float) -> Counter[Any]:
    """How long the single stays are."""
    return Counter((where, end - begin) for (where, begin, end), _ in stays(data, size))


def completed(data: Trajectories, size: float) -> Counter[Any]:
    """Time spent in stays that are finished, by cell."""
    total: Counter[Any] = Counter()
    for (where, begin, end), finished in stays(data, size):
        total[where] += (end - begin) * finished
    return +total


def second_order(data: Trajectories, size: float) -> Counter[Any]:
    return transitions(data, size, order=2)


def first_last(data: Trajectories, size: float) -> Counter[Any]:
    return Counter((trip[0][0], trip[-1][0]) for trip in cells(data, size))


Count = Callable[[Trajectories, float], Any]
PRESERVED: list[Count] = [points, starts, transitions, time_spent, rates]
CHANGED: list[Count] = [holdings, second_order, first_last]


@pytest.mark.parametrize("count", PRESERVED)
@given(data=crowds(), size=SIZES, seed=st.integers(0, 9))
def test_it_is_preserved(count: Count, data: Trajectories, size: float, seed: int) -> None:
    assert count(swapped(data, seed), size) == count(data, size)


@pytest.mark.parametrize("count", PRESERVED)
def test_it_is_preserved_in_a_crowd(count: Count) -> None:
    assert count(swapped(busy(), 1), SIZE) == count(busy(), SIZE)


def differing(count: Count, data: Trajectories) -> bool:
    return any(count(swapped(data, seed), SIZE) != count(data, SIZE) for seed in range(5))


@pytest.mark.parametrize("count", CHANGED)
def test_it_is_not_preserved(count: Count) -> None:
    assert differing(count, busy())


def test_finished_stays_alone_are_not_preserved() -> None:
    """One meets another who stops there for long, and goes on: who of them has finished?"""
    lat = np.array([1.0, 1.0, 2.0, 1.0, 1.0])
    t = np.array([300_000, 310_000, 400_000, 0, 310_000])
    each = np.arange(2, dtype=np.int32)
    data = Trajectories(lat, lat, t, np.array([0, 3, 5]), each, each)
    assert differing(completed, data)
    assert time_spent(swapped(data, 0), SIZE) == time_spent(data, SIZE)


def test_transitions_between_finer_cells_are_not_preserved() -> None:
    def fine(data: Trajectories, size: float) -> Counter[Any]:
        return transitions(data, size / 10)

    assert differing(fine, busy())
