"""k_pick on call records of a day, 144 samples each: time, memory, and how exact the boxes are.

python -m bench.k_pick [PEOPLE ...]
"""

from __future__ import annotations

import resource
import sys

import wayveil

_ROWS = (1_000, 10_000)
_K = 2


def main() -> None:
    """Print a row for each number of people; the claims were checked before it is printed."""
    print(f"{'people':>8} {'samples':>11} {'seconds':>8} {'checks':>7} {'MB':>6}", end="")
    print(f" {'min (median)':>13} {'km (median)':>12}  one_k")
    for people in [int(word) for word in sys.argv[1:]] or _ROWS:
        data = wayveil.synthesize("cdr", users=people, days=1, rate=6.0, seed=1)
        release = wayveil.anonymize(data, "k_pick", k=_K, seed=1)
        assert release.record is not None
        took = release.record.seconds
        wanted = ("time_granularity", "space_granularity")
        found = wayveil.measure(data, release.data, wanted, release.record)
        long, wide = (reading.detail["median"] for _, reading in found)
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
        held = next(j.verdict for j in release.certificate.judged if j.claim.name == "one_k")
        print(
            f"{people:8,} {data.n_points:11,} {took['anonymize']:8.1f} {took['check']:7.1f}", end=""
        )
        print(f" {peak:6,} {long:13.1f} {wide:12.2f}  {held.found} ({held.note})", flush=True)


if __name__ == "__main__":
    main()
