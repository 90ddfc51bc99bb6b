"""Risk: seconds, memory and figures of record linkage and unicity. Each row runs alone.

    python -m bench.linkage CABS.parquet MONTH.parquet [ROW ...]

CABS and MONTH are the files of `d410_cabs` and of all occupied trips of a month. What is measured
is the call, after reading and anonymizing; kernels are warmed on a few trips before.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
from typing import Any

from bench.microaggregation import PEER_LAMBDA, read, timed

CABS, MONTH = "cabs", "month"

#: What is measured, on which data, with which clustering, k and λ.
ROWS: dict[str, tuple[str, str, str, int, float | None]] = {
    "linkage cabs k=3, our MDAV": ("linkage", CABS, "simple_mdav", 3, PEER_LAMBDA),
    "linkage cabs k=10, our MDAV": ("linkage", CABS, "simple_mdav", 10, PEER_LAMBDA),
    "linkage cabs k=5": ("linkage", CABS, "refined", 5, None),
    "linkage cabs, identical": ("linkage", CABS, "", 0, None),
    "linkage month k=5": ("linkage", MONTH, "farthest_first", 5, None),
    "window cabs k=3, our MDAV": ("window", CABS, "simple_mdav", 3, PEER_LAMBDA),
    "window cabs k=10, our MDAV": ("window", CABS, "simple_mdav", 10, PEER_LAMBDA),
    "unicity cabs, raw": ("unicity", CABS, "", 0, None),
    "unicity month, raw": ("unicity", MONTH, "", 0, None),
    "unicity month, raw, by user": ("unicity by user", MONTH, "", 0, None),
}


def main(cabs: str, month: str, *wanted: str) -> None:
    """Run the rows one after another."""
    files = {CABS: cabs, MONTH: month}
    print(f"{'row':30} {'seconds':>8} {'CPU s':>7} {'peak MB':>8}  figures")
    for name in wanted or ROWS:
        what, source, *rest = ROWS[name]
        words = [sys.executable, "-m", "bench.linkage", "--row"]
        job = json.dumps([what, files[source], *rest])
        out = subprocess.run([*words, job], capture_output=True, text=True, check=True)
        seconds, cpu, peak, told = json.loads(out.stdout)
        print(f"{name:30} {seconds:8.2f} {cpu:7.2f} {peak:8.0f}  {told}", flush=True)


def row(what: str, source: str, clustering: str, k: int, weight: float | None) -> None:
    """Run one row and print its figures as JSON."""
    import time

    data = raw(source, by_user=what == "unicity by user")
    measure = {"linkage": linkage, "window": window}.get(what, unicity)
    pair = released(data, clustering, k, weight)
    measure(*few(data), weight)
    cpu = time.process_time()
    seconds, told = timed(lambda: measure(*pair, weight))
    cpu = time.process_time() - cpu
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(json.dumps([seconds, cpu, peak, told]))


def raw(source: str, *, by_user: bool) -> Any:
    """Read a file, people together or each trip for itself."""
    import wayveil

    return wayveil.read(source) if by_user else read(source)


def released(data: Any, clustering: str, k: int, weight: float | None) -> tuple[Any, Any, Any]:
    """Microaggregate, or leave all as it is; give both sides and where each comes from."""
    import numpy as np

    from bench.microaggregation import draft_of
    from wayveil.kinds import Clustering, Distance
    from wayveil.methods.microaggregation import Microaggregation
    from wayveil.record import Origin

    if not clustering:
        return data, data, Origin.one_each(np.arange(len(data)))
    distance = Distance.named("martinez2021", p_lambda=weight)
    chosen = Clustering.named(clustering, trajectory_distance=distance)
    draft = draft_of(Microaggregation(k=k, clustering_method=chosen), data)
    return data, draft.data, draft.origin


def few(data: Any) -> tuple[Any, Any, Any]:
    """Give a small table as its own release."""
    import numpy as np

    return released(data.take(np.arange(300)).renumbered(), "", 0, None)


def linkage(
    data: Any, released: Any, origin: Any, weight: float | None, percent: float | None = None
) -> str:
    """Link, and tell the figures."""
    from wayveil.kinds import Distance, Measure

    distance = Distance.named("martinez2021", p_lambda=weight)
    part = Measure.named("record_linkage", trajectory_distance=distance, window=percent)
    got = part(data, released, origin)
    near = got.detail.get("windowed")
    told = f"{got.value:.2f} %, reverse {got.detail['reverse']:.2f}, own cluster "
    told += f"{got.detail['own_cluster']['value']:.1f}, bound {got.detail['bound']:.2f}"
    return f"{told}; windowed {near['value']:.2f}, error {near['error']:+.2f}" if near else told


def window(data: Any, released: Any, origin: Any, weight: float | None) -> str:
    """Link within a window of one per cent, as D4.10's tool does for so many, and exactly."""
    return linkage(data, released, origin, weight, 1.0)


def unicity(data: Any, released: Any, origin: Any, weight: float | None) -> str:
    """Attack with four points at 500 m and an hour."""
    from wayveil.attacks.unicity import Unicity
    from wayveil.chance import Chance
    from wayveil.score import scored, truth

    attack = Unicity(unit="user" if data.has_owners else "trajectory")
    known = attack.knows(data, Chance.seeded(1))
    guesses = attack.guess(known.clues, released, Chance.seeded(1))
    got = scored(guesses, known.about, truth(attack, data, released, origin)).success
    found = f"{100 * got.value:.2f} % ({100 * got.low:.2f} to {100 * got.high:.2f})"
    return f"{found} of {got.n:,}, {known.left_out:,} left out"


if __name__ == "__main__":
    if sys.argv[1:2] == ["--row"]:
        row(*json.loads(sys.argv[2]))
    else:
        main(*sys.argv[1:])
