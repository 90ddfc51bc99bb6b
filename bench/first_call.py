"""What compiling costs: the first call in a fresh process, with and without a cache.

python -m bench.first_call
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile

_CALL = """
import time
from bench.microaggregation import draft_of
import wayveil
from wayveil.kinds import Clustering
from wayveil.methods.microaggregation import Microaggregation
data = wayveil.synthesize(seed=1, trajectories=300, users=60, days=1)
method = Microaggregation(k=3, clustering_method=Clustering.named("{clustering}"))
start = time.perf_counter()
draft_of(method, data)
first = time.perf_counter() - start
draft_of(method, data)
print(2 * first + start - time.perf_counter())
"""


def main() -> None:
    """Print how much longer the first call takes than the second."""
    print(f"{'clustering':16} {'not cached':>11} {'cached':>8}   seconds beyond the second call")
    for clustering in ("simple_mdav", "farthest_first", "refined"):
        with tempfile.TemporaryDirectory() as folder:
            fresh, cached = (extra(clustering, folder) for _ in range(2))
        print(f"{clustering:16} {fresh:11.2f} {cached:8.2f}", flush=True)


def extra(clustering: str, folder: str) -> float:
    """Call twice in a process of its own, with the cache in a folder."""
    env = {**os.environ, "NUMBA_CACHE_DIR": folder}
    code = _CALL.format(clustering=clustering)
    command = [sys.executable, "-c", code]
    return float(
        subprocess.run(command, env=env, capture_output=True, text=True, check=True).stdout
    )


if __name__ == "__main__":
    main()
