"""k-merge: tuples a second on one core, for random walks of so many samples each.

python -m bench.merging
"""

from __future__ import annotations

import time

import numpy as np

from wayveil.kernels import merging, ragged
from wayveil.kernels.merging import Samples

ROWS = ((15, 2), (15, 5), (50, 2), (200, 2), (200, 5))


def main() -> None:
    """Print a row for each length and k."""
    print(f"{'samples each':>12} {'k':>3} {'tuples/s':>12} {'M samples/s':>12}")
    for length, k in ROWS:
        rng = np.random.default_rng(1)
        samples = walks(rng, 5_000, length)
        groups = rng.integers(0, 5_000, (2_000_000 // (length * k), k))
        merging.costs(samples, groups[:10], np.empty(10))
        start = time.perf_counter()
        merging.costs(samples, groups, np.empty(len(groups)))
        rate = len(groups) / (time.perf_counter() - start)
        print(f"{length:12} {k:3} {rate:12,.0f} {rate * k * length / 1e6:12.1f}", flush=True)


def walks(rng: np.random.Generator, n: int, length: int) -> Samples:
    """Make walks on a grid of 100 m within two days, in minutes."""
    t = np.sort(rng.integers(0, 2_880, (n, length)), axis=1).ravel()
    x, y = rng.integers(-3, 4, (2, n, length)).cumsum(axis=2).reshape(2, -1)
    return Samples(t, x, y, ragged.offsets_of(np.full(n, length)))


if __name__ == "__main__":
    main()
