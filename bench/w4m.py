"""w4m at k = 5: time, memory, and what became of the samples; the promise was checked before.

Shares are of the samples there were: left out with their record, deleted, moved, created. "Seen" is
the share of cylinders in which only one record can be the pivot, whose points are published as they
are: all others of equal times always lie within δ / 2 of it, and of no other. `own_end` is the
share found by who knows the exact first points.

python -m bench.w4m CABS.parquet [PEOPLE ...]
"""

from __future__ import annotations

import resource
import sys
import time
from typing import Final

import numpy as np

import wayveil
from wayveil import geo
from wayveil.claims.k_delta_anonymous import of_equal_times
from wayveil.kinds import Unit
from wayveil.shapes import Trajectories

_K: Final = 5
_PEOPLE: Final = (1_000, 10_000)


def main(cabs: str, *people: str) -> None:
    """Print a row for each table: a day of cabs by trips and drivers, and of call records."""
    print(
        f"{'data':>26} {'records':>8} {'samples':>10} {'δ m':>6} {'CPU s':>7} {'wall s':>7}"
        f" {'MB':>6} {'left out':>9} {'deleted':>8} {'moved':>6} {'created':>8} {'seen':>6}"
        "  own_end  held"
    )
    day = wayveil.read(cabs)
    row("cabs, each trip", day, 500, "trajectory")
    row("cabs, each driver", day, 500, "user")
    for n in [int(word) for word in people] or _PEOPLE:
        for rate in (0.75, 6.0):
            data = wayveil.synthesize("cdr", users=n, days=1, rate=rate, seed=1)
            row(f"call records, {rate:g} an hour", data, 2000, "user")


def row(title: str, data: Trajectories, delta: float, unit: Unit) -> None:
    """Release, and say what it took and did."""
    cpu, wall = time.process_time(), time.perf_counter()
    release = wayveil.anonymize(data, "w4m", k=_K, delta=delta, unit=unit, seed=1)
    cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
    assert release.record is not None
    assert release.record.edits is not None
    edits, drops = release.record.edits, {d.cause: d.points for d in release.record.removed}
    causes = ("too far from k - 1 others", "no counterpart at the pivot")
    out, deleted = (drops.get(cause, 0) for cause in causes)
    shares = [100 * n / data.n_points for n in (out, deleted, edits.moved, edits.created)]
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    told = f"{shares[0]:8.1f}% {shares[1]:7.1f}% {shares[2]:5.1f}% {shares[3]:7.1f}%"
    told += f" {100 * seen(release.data, delta):5.1f}%"
    verdicts = {judged.claim.name: judged.verdict for judged in release.certificate.judged}
    held, found = verdicts["k_delta_anonymous"], verdicts["attack_success"].found
    n = data.n_owners if unit == "user" else len(data)
    print(
        f"{title:>26} {n:8,} {data.n_points:10,} {delta:6,} {cpu:7.1f} {wall:7.1f} {peak:6,} "
        f"{told} {found:8}  {held.answer}, {held.found}",
        flush=True,
    )


def seen(released: Trajectories, delta: float) -> float:
    """Give the share of groups of equal times that have one middle only."""
    order, offsets = of_equal_times(released)
    middles = []
    for members in np.split(order, offsets[1:-1]):
        group = released.take(members)
        lat, lon = (column.reshape(len(members), -1) for column in (group.lat, group.lon))
        away = [geo.metres(lat[i], lon[i], lat, lon).max() for i in range(len(members))]
        middles.append(sum(farthest <= delta / 2 for farthest in away))
    return float(np.mean(np.array(middles) == 1))


if __name__ == "__main__":
    main(*sys.argv[1:])
