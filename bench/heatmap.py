"""Heat maps: seconds, memory, and how many sectors tell of fewer than k units.

    python -m bench.heatmap FILE ...

Kernels are warmed on a few trips before the clock starts. The last column counts, of the sectors
that hold k locations as D4.10 asks, those that hold fewer than k users, or trajectories.
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

K = 5
_HEAD = ("data", "unit", "points", "analyze s", "release s", "peak MB", "sectors", "left out")


def main(*files: str) -> None:
    """Print a row for each file and unit."""
    print(*(f"{name:>12}" for name in _HEAD), f"{'below k, k units':>18} {'k locations':>12}")
    for file in files:
        data = wayveil.read(file)
        for unit in ("user", "trajectory"):
            if unit == "trajectory" or data.has_owners:
                told = row(data if unit == "user" else data.each_alone())
                name = Path(file).stem[:12]
                print(*(f"{each:>12}" for each in (name, unit, *told)), flush=True)


def row(data: Any) -> tuple[str, ...]:
    """Measure one table."""
    analysis = Analysis.named("quadtree_heatmap", min_k=K)
    wayveil.analyze(data.take(np.arange(min(len(data), 2000))), analysis, seed=1)
    start = time.perf_counter()
    analysis(data, Chance.seeded(1))
    seconds = time.perf_counter() - start
    start = time.perf_counter()
    made: Any = wayveil.analyze(data, analysis, seed=1)
    whole = time.perf_counter() - start
    loose: Any = wayveil.analyze(data, "quadtree_heatmap", min_k=K, count="locations", seed=1)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return (
        f"{data.n_points:,}", f"{seconds:.2f}", f"{whole:.2f}", f"{peak:,.0f}",
        f"{len(made.data):,}", f"{made.record.removed.points:,}",
        f"{int((made.data.units < K).sum()):>18}",
        f"{int((loose.data.units < K).sum()):,} of {len(loose.data):,}",
    )  # fmt: skip


if __name__ == "__main__":
    main(*sys.argv[1:])
