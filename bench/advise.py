"""How long advice takes: every purpose against every attacker, in this process, warm.

python -m bench.advise CABS.parquet
"""

from __future__ import annotations

import sys
import time

import wayveil
from wayveil.advice.knowledge import ATTACKERS, PURPOSES
from wayveil.errors import Infeasible


def main(path: str) -> None:
    """Print a row for each pair; the first pair of all is asked twice, to warm up."""
    data = wayveil.read(path)
    wayveil.advise(data, "tracks", "regulator")
    print(f"{len(data):,} trips, {data.n_owners:,} people; sample of some 2,000 trips")
    print(f"{'for':10} {'against':10} {'seconds':>8} {'price':>10} {'risk':>7}  proposed")
    for purpose in PURPOSES:
        for attacker in ATTACKERS:
            start = time.perf_counter()
            try:
                best = wayveil.advise(data, purpose.name, attacker.name).choice.best
                told = f"{best.cost:>10} {best.risk:7.1%}  {best.label}"
            except Infeasible as error:
                told = f"{'-':>10} {'-':>7}  {error.message}"
            seconds = time.perf_counter() - start
            print(f"{purpose.name:10} {attacker.name:10} {seconds:8.1f} {told}", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
