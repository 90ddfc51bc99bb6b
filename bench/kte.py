"""kte_hide on call records: time, memory, what is suppressed, and how fine the boxes are.

python -m bench.kte [USERS DAYS [K TAU_MIN EPSILON_MIN]]
"""

from __future__ import annotations

import resource
import sys
import time

import numpy as np

from wayveil import Release, anonymize, synthesize
from wayveil.cells import Cells
from wayveil.measures._samples import Samples


def main(users: int = 1_000, days: int = 14, k: int = 2, tau: int = 60, epsilon: int = 60) -> None:
    """Print what one run takes and gives, with the verdicts."""
    data = synthesize("cdr", users=users, days=days, seed=1)
    start, used = time.perf_counter(), time.process_time()
    method = {"name": "kte_hide", "params": {"k": k, "tau": 60 * tau, "epsilon": 60 * epsilon}}
    made: Release[Cells] = anonymize(data, method, seed=1)
    seconds, used = time.perf_counter() - start, time.process_time() - used
    assert made.record is not None
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
    laps = ", ".join(f"{name} {lap:.1f}" for name, lap in made.record.seconds.items())
    print(f"{users:,} people, {data.n_points:,} points, {days} days; {method['params']}")
    print(f"{seconds:.1f} s ({laps}), of processors {used:.1f} s, peak {peak:.2f} GiB")
    share = made.record.removed.points / data.n_points
    print(f"suppressed {share:.2%} of the points; {made.data}")
    samples = Samples.of(data, made.data, made.record.origin)
    for name, values in (("space, km", samples.kilometres()), ("time, min", samples.minutes())):
        low, half, high = np.percentile(values, [25, 50, 75])
        print(f"{name}: mean {values.mean():.2f}, quartiles {low:.2f} {half:.2f} {high:.2f}")
    for judged in made.certificate.judged:
        verdict = judged.verdict
        print(f"{judged.claim.name}: {verdict.answer}, found {verdict.found} ({verdict.note})")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
