"""Markov chains: seconds from a table to a model, and from a model to walks.

    python -m bench.markov FILE ...

Tiles are squares of 500 m. `estimate` is the analysis alone, `release` counts everything again to
check the promises, `walks` are 10,000 of an hour each.
"""

from __future__ import annotations

import resource
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np

import wayveil
from wayveil.chance import Chance
from wayveil.kinds import Analysis

_RUNS: dict[str, dict[str, Any]] = {
    "order 1": {},
    "order 2": {"order": 2},
    "by hour": {"time_of_day": 3600},
}
_HEAD = ("data", "points", "model", "estimate s", "release s", "walks s", "cells", "moves")


def main(*files: str) -> None:
    """Print a row for each file and kind of model."""
    print(*(f"{name:>12}" for name in _HEAD), f"{'peak MB':>12}")
    for file in files:
        data = wayveil.read(file)
        for name, params in _RUNS.items():
            told = row(data, Analysis.named("markov_model", **params))
            print(*(f"{x:>12}" for x in (Path(file).stem, f"{data.n_points:,}", name, *told)),
                  flush=True)  # fmt: skip


def row(data: Any, analysis: Analysis) -> tuple[str, ...]:
    """Measure one table and one kind of model."""
    analysis(data.take(np.arange(min(len(data), 50))), Chance.seeded(1))
    start = time.perf_counter()
    analysis(data, Chance.seeded(1))
    estimate = time.perf_counter() - start
    start = time.perf_counter()
    made: Any = wayveil.analyze(data, analysis, seed=1)
    whole = time.perf_counter() - start
    start = time.perf_counter()
    made.data.sample(Chance.seeded(1), 10_000, duration=3600)
    walks = time.perf_counter() - start
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return (
        f"{estimate:.2f}", f"{whole:.2f}", f"{walks:.2f}",
        f"{len(made.data.places):,}", f"{len(made.data.moves.bin):,}", f"{peak:,.0f}",
    )  # fmt: skip


if __name__ == "__main__":
    main(*sys.argv[1:])
