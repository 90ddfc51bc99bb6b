"""Microaggregation: seconds, memory and loss. Each row runs alone, in a process of its own.

    python -m bench.microaggregation CABS.parquet MONTH.parquet [ROW ...]

CABS and MONTH are the files of `d410_cabs` and of all occupied trips of a month; a million
synthetic trips are made on the way. Kernels are warmed on a few trips before the clock starts.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

#: λ with which the reference implementation was measured.
PEER_LAMBDA = 0.00657901067783612
CABS, MONTH, MILLION, SAMPLE = "cabs", "month", "million", "every 50th of a million"

ROWS: dict[str, tuple[str, str, int, float | None]] = {
    "simple_mdav cabs k=3": (CABS, "simple_mdav", 3, PEER_LAMBDA),
    "simple_mdav cabs k=3, default λ": (CABS, "simple_mdav", 3, None),
    "simple_mdav cabs k=10": (CABS, "simple_mdav", 10, PEER_LAMBDA),
    "refined cabs k=3": (CABS, "refined", 3, PEER_LAMBDA),
    "refined cabs k=5": (CABS, "refined", 5, PEER_LAMBDA),
    "refined cabs k=10": (CABS, "refined", 10, PEER_LAMBDA),
    "farthest_first month k=5": (MONTH, "farthest_first", 5, None),
    "refined month k=5": (MONTH, "refined", 5, None),
    "farthest_first million k=5": (MILLION, "farthest_first", 5, None),
    "farthest_first sample of it k=5": (SAMPLE, "farthest_first", 5, None),
    "simple_mdav sample of it k=5": (SAMPLE, "simple_mdav", 5, None),
}


def main(cabs: str, month: str, *wanted: str) -> None:
    """Run the rows one after another."""
    files = {CABS: cabs, MONTH: month, MILLION: "1000000", SAMPLE: "1000000/50"}
    print(f"{'row':36} {'seconds':>8} {'peak MB':>8} {'rmse':>8}")
    for name in wanted or ROWS:
        source, clustering, k, weight = ROWS[name]
        words = [sys.executable, "-m", "bench.microaggregation", "--row"]
        job = json.dumps([files[source], clustering, k, weight])
        out = subprocess.run([*words, job], capture_output=True, text=True, check=True)
        seconds, peak, rmse = json.loads(out.stdout)
        print(f"{name:36} {seconds:8.2f} {peak:8.0f} {rmse:8.1f}", flush=True)


def row(source: str, clustering: str, k: int, weight: float | None) -> None:
    """Run one row and print its figures as JSON."""
    import numpy as np

    from wayveil.kinds import Clustering, Distance
    from wayveil.methods.microaggregation import Microaggregation

    distance = Distance.named("martinez2021", p_lambda=weight)
    method = Microaggregation(
        k=k, clustering_method=Clustering.named(clustering, trajectory_distance=distance)
    )
    data = read(source)
    draft_of(method, data.take(np.arange(300)))
    seconds, draft = timed(lambda: draft_of(method, data))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(json.dumps([seconds, peak, loss(data, draft, distance)]))


def read(source: str) -> Any:
    """Read a file, or make that many synthetic trips, or a share; every trip counts for itself."""
    import numpy as np

    import wayveil

    count, _, step = source.partition("/")
    if not count.isdigit():
        return wayveil.read(source).each_alone()
    n = int(count)
    data = wayveil.synthesize(seed=1, trajectories=n, users=n // 20, days=14)
    return data.take(np.arange(0, n, int(step or 1))).renumbered().each_alone()


def draft_of(method: Any, data: Any) -> Any:
    """Anonymize, without release and checks."""
    from wayveil.chance import Chance

    return method(data, Chance.seeded(1))


def loss(data: Any, draft: Any, distance: Any) -> float:
    """Give the RMSE."""
    from wayveil.measures.rmse import Rmse

    return Rmse(trajectory_distance=distance)(data, draft.data, draft.origin).value


def timed(work: Callable[[], Any]) -> tuple[float, Any]:
    """Give the seconds and the result."""
    start = time.perf_counter()
    result = work()
    return time.perf_counter() - start, result


if __name__ == "__main__":
    if sys.argv[1:2] == ["--row"]:
        row(*json.loads(sys.argv[2]))
    else:
        main(*sys.argv[1:])
