from __future__ import annotations

import time
from dataclasses import replace

import numpy as np
import polars as pl
import pytest

from wayveil.cli._forecast import SAMPLE_POINTS, extrapolated, forecast, sample, size_of
from wayveil.errors import Infeasible
from wayveil.shapes import Names, Trajectories


def table(trajectories: int, points: int, users: int = 7) -> Trajectories:
    n = trajectories * points
    return Trajectories(
        lat=np.linspace(41, 42, n),
        lon=np.linspace(4, 5, n),
        t=np.arange(n),
        offsets=np.arange(trajectories + 1) * points,
        id=np.arange(trajectories, dtype=np.int32),
        owner=(np.arange(trajectories) % users).astype(np.int32),
        names=Names(
            pl.Series([f"t{i}" for i in range(trajectories)]),
            pl.Series([f"u{i}" for i in range(users)]),
        ),
    )


def test_small_data_is_tried_whole() -> None:
    seen: list[int] = []
    found = forecast(table(10, 10), lambda data: seen.append(data.n_points))
    assert found.tried == 10
    assert set(seen) == {100}


def test_small_data_tells_that_it_is_not_enough() -> None:
    def work(data: Trajectories) -> None:
        raise Infeasible("no")

    with pytest.raises(Infeasible):
        forecast(table(10, 10), work)
    found = forecast(table(3_000, 10), work)
    assert (found.seconds, found.n_bytes) == (None, None)


@pytest.mark.parametrize("power", [1, 2])
def test_time_and_memory_are_extrapolated(power: int, monkeypatch: pytest.MonkeyPatch) -> None:
    whole, clock = table(8_000, 10), [0.0]
    monkeypatch.setattr(time, "perf_counter", lambda: clock[0])

    def work(data: Trajectories) -> object:
        clock[0] += 0.02 * (data.n_points / 1e4) ** power
        return np.zeros(int(100 * data.n_points * (data.n_points / 1e4) ** (power - 1)), np.uint8)

    found = forecast(whole, work)
    assert found.seconds is not None
    assert found.n_bytes is not None
    assert found.tried == 1_000
    assert found.seconds == pytest.approx(0.02 * 8**power, rel=0.05)
    memory = 100 * 80_000 * 8 ** (power - 1) + size_of(whole)
    assert memory / 1.2 < found.n_bytes < memory * 1.2


def test_the_exponent_stays_between_one_and_two() -> None:
    assert extrapolated(100, 1.0, 200, 1.0, 2000) == pytest.approx(10.0)
    assert extrapolated(100, 1.0, 200, 64.0, 400) == pytest.approx(256.0)
    assert extrapolated(100, 0.0, 200, 1.0, 400) == pytest.approx(2.0)


def test_samples_are_small_tables_of_their_own() -> None:
    whole = table(5_000, 100)
    drawn = sample(whole, 1 / 8)
    assert drawn.n_points == SAMPLE_POINTS
    assert drawn.id.tolist() == list(range(len(drawn)))
    assert drawn.has_owners
    assert drawn.n_owners == drawn.owner.max() + 1
    long = sample(table(50, 5_000), 1 / 16)
    assert len(long) == 16


def test_a_table_knows_its_size() -> None:
    data = table(100, 10)
    assert size_of(data) == 1_000 * 24 + 101 * 8 + 100 * 8
    kept = replace(data, extra=pl.DataFrame({"speed": np.zeros(1_000)}))
    assert size_of(kept) == size_of(data) + 8_000
