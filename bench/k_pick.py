"""k_pick on call records of a day, 144 samples each: time, memory, and how exact the boxes are.

python -m bench.k_pick [PEOPLE ...]
"""

from __future__ import annotations

import resource
import sys
import time
from math import log

import wayveil

_ROWS = (1_000, 10_000)
_K = 2


def main() -> None:
    """Print a row for each number of people; the claims were checked before it is printed."""
    columns = f"{'people':>9} {'samples':>11} {'seconds':>8} {'checks':>7} {'CPU':>8} {'MB':>6}"
    print(f"{columns} {'min (median)':>13} {'km (median)':>12}  one_k")
    before = None
    for people in [int(word) for word in sys.argv[1:]] or _ROWS:
        busy = row(people)
        if before:
            power = log(busy / before[1]) / log(people / before[0])
            print(f"  CPU time grew with people to the power of {power:.2f}", flush=True)
        before = people, busy


def row(people: int) -> float:
    """Print one, and give the CPU seconds that it took with all checks."""
    data = wayveil.synthesize("cdr", users=people, days=1, rate=6.0, seed=1)
    start = time.process_time()
    release = wayveil.anonymize(data, "k_pick", k=_K, seed=1)
    busy = time.process_time() - start
    assert release.record is not None
    took, most = release.record.seconds, peak()
    wanted = ("time_granularity", "space_granularity")
    found = wayveil.measure(data, release.data, wanted, release.record)
    long, wide = (reading.detail["median"] for _, reading in found)
    held = next(j.verdict for j in release.certificate.judged if j.claim.name == "one_k")
    print(f"{people:9,} {data.n_points:11,} {took['anonymize']:8.1f} {took['check']:7.1f}", end="")
    print(f" {busy:8.1f} {most:6,} {long:13.1f} {wide:12.2f}  {held.found}", flush=True)
    return busy


def peak() -> int:
    """Most memory so far, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


if __name__ == "__main__":
    main()
