"""kte_hide on call records: time, memory, what is suppressed, and how fine the boxes are.

python -m bench.kte [USERS DAYS [K TAU_MIN EPSILON_MIN]]
python -m bench.kte against-tau USERS DAYS
"""

from __future__ import annotations

import resource
import sys
import time

import numpy as np

from wayveil import Release, anonymize, synthesize
from wayveil.cells import Cells
from wayveil.geo import METRES_PER_DEGREE
from wayveil.kernels.arrays import Floats
from wayveil.shapes import STEPS_PER_DEGREE

TAUS_MIN = (10, 30, 60, 120, 240)


def main(users: int = 1_000, days: int = 14, k: int = 2, tau: int = 60, epsilon: int = 60) -> None:
    """Print what one run takes and gives, with the verdicts."""
    data = synthesize("cdr", users=users, days=days, seed=1)
    start = time.perf_counter()
    method = {"name": "kte_hide", "params": {"k": k, "tau": 60 * tau, "epsilon": 60 * epsilon}}
    made: Release[Cells] = anonymize(data, method, seed=1)
    seconds = time.perf_counter() - start
    assert made.record is not None
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
    laps = ", ".join(f"{name} {lap:.1f}" for name, lap in made.record.seconds.items())
    print(f"{users:,} people, {data.n_points:,} points, {days} days; {method['params']}")
    print(f"{seconds:.1f} s ({laps}), peak {peak:.2f} GiB")
    share = made.record.removed.points / data.n_points
    print(f"suppressed {share:.2%} of the points; {made.data}")
    for name, values in (("space, km", sides_km(made.data)), ("time, min", spans_min(made.data))):
        low, half, high = np.percentile(values, [25, 50, 75])
        print(f"{name}: mean {values.mean():.2f}, quartiles {low:.2f} {half:.2f} {high:.2f}")
    for judged in made.certificate.judged:
        verdict = judged.verdict
        print(f"{judged.claim.name}: {verdict.answer}, found {verdict.found} ({verdict.note})")


def against_tau(users: int, days: int) -> None:
    """Print a row for each time of watching, as the paper's Figures 6 and 8 do: epsilon is tau."""
    data = synthesize("cdr", users=users, days=days, seed=1)
    print(f"{users:,} people, {data.n_points:,} points, {days} days; k=2")
    heads = ("tau, min", "space, km: median", "mean", "time, min: median", "mean", "suppressed")
    print(*heads, "out of scope", "leak above epsilon", sep=" | ")
    for tau in TAUS_MIN:
        method = {"name": "kte_hide", "params": {"k": 2, "tau": 60 * tau, "epsilon": 60 * tau}}
        made: Release[Cells] = anonymize(data, method, seed=1)
        assert made.record is not None
        fine = [
            f(v) for v in (sides_km(made.data), spans_min(made.data)) for f in (np.median, np.mean)
        ]
        share = made.record.removed.points / data.n_points
        verdicts = {judged.claim.name: judged.verdict for judged in made.certificate.judged}
        scope = verdicts["kte_anonymous"].note.split("; ")[1].split()[0]
        leak = float(verdicts["leakage"].found or 0)
        print(tau, *(f"{v:.2f}" for v in fine), f"{share:.2%}", scope, f"{leak:.1%}", sep=" | ")


def sides_km(cells: Cells) -> Floats:
    """Give the sum of both sides of each box."""
    step = METRES_PER_DEGREE / STEPS_PER_DEGREE / 1_000
    narrow = np.cos(np.radians(cells.south / STEPS_PER_DEGREE))
    sides: Floats = step * (cells.north - cells.south + narrow * (cells.east - cells.west))
    return sides


def spans_min(cells: Cells) -> Floats:
    """Give how long each box lasts."""
    spans: Floats = (cells.end - cells.start) / 60_000
    return spans


if __name__ == "__main__":
    if sys.argv[1:2] == ["against-tau"]:
        against_tau(*map(int, sys.argv[2:]))
    else:
        main(*map(int, sys.argv[1:]))
