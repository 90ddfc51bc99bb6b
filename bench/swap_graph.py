"""Swap graphs: how many ways each person may have gone, and how many of them are likely.

    python -m bench.swap_graph FILE [PICTURE.svg]

Meetings are 60 s and 0.001 degrees, trajectories count. Draws three cumulative curves: one point
known, the first and the last, four.
"""

from __future__ import annotations

import math
import resource
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np

import wayveil
from wayveil import trial
from wayveil.analyses._paths import Paths
from wayveil.analyses.swap_graph import SwapGraph
from wayveil.analysis import analyze
from wayveil.attacks.demix import Demix
from wayveil.kernels import pathcount
from wayveil.kernels.continuations import likeliest
from wayveil.kernels.scaled import log10
from wayveil.kinds import Meeting
from wayveil.meetings.partition import Partition
from wayveil.meetings.threshold import Threshold
from wayveil.report.charts import Axis, shares_svg
from wayveil.run import anonymize
from wayveil.shapes import Findings, Trajectories

KNOWN: dict[str, dict[str, Any]] = {
    "one point": {"known": "point"},
    "first and last": {"known": "first_last", "sample": 0},
    "four points": {"known": "several", "points": 4, "sample": 20_000},
}
#: Above so many points, threshold meetings and much close asking take longer than they tell.
MANY = 1_000_000


def main(file: str, picture: str = "") -> None:
    """Count, compare with whole numbers, weigh, attack, and draw."""
    data = wayveil.read(file).each_alone()
    print(f"{Path(file).stem}: {len(data):,} trajectories, {data.n_points:,} points", flush=True)
    findings(data.take(np.arange(min(len(data), 3))), **KNOWN["one point"])
    closely = 10 if data.n_points > MANY else 500
    found = {name: findings(data, name, closely=closely, **asked) for name, asked in KNOWN.items()}
    told(found)
    exactly(data)
    followed(data)
    attacked(data, Partition())
    if data.n_points < MANY:
        attacked(data, Threshold())
    if picture:
        lines = {name: curve(each["known"]["log10_paths"]) for name, each in found.items()}
        title = f"Paths that agree with what is known: {Path(file).stem}"
        across = Axis("number of paths, as a power of ten")
        Path(picture).write_text(shares_svg(lines, title, across), "utf-8")


def findings(data: Trajectories, name: str = "", **asked: Any) -> Any:
    """Analyze, and print how long it took."""
    start = time.perf_counter(), time.process_time()
    made = analyze(data, SwapGraph(**asked), seed=1)
    assert isinstance(made, Findings)
    took = time.perf_counter() - start[0], time.process_time() - start[1]
    if name:
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
        print(
            f"  {name:16} {took[0]:6.1f} s ({took[1]:.1f} s of processor), {peak:.2f} GiB at most",
            flush=True,
        )
    return made.values


def curve(values: Any) -> list[tuple[float, float]]:
    """Give the points of a cumulative curve."""
    return [(x, y) for x, y in values["cumulative"]]


def told(found: dict[str, Any]) -> None:
    """Print the counts."""
    first = found["one point"]
    print(f"meetings {first['meetings']:,}; log10 of all paths {first['all']['log10_paths']:.6f}, "
          f"of all candidates {first['all']['log10_candidates']:.6f}")  # fmt: skip
    row("swaps per trajectory", first["swaps"])
    print(f"  none: {first['swaps']['none']:,} trajectories")
    for name, each in found.items():
        known = each["known"]
        row(f"log10 paths, {name}", known["log10_paths"])
        row(f"log10 candidates, {name}", known["log10_candidates"])
        print(f"  asked {known['asked']:,}; only one path: {known['only_one_of_paths']:.2%}, "
              f"only one candidate: {known['only_one_of_candidates']:.2%}")  # fmt: skip
        row("  certain points", known["in_common"]["certain_points"])
        row("  share in common", known["in_common"]["share_in_common"])
    for name, values in first["first_point_known"].items():
        row(f"first known: {name}", values)


def row(name: str, values: Any) -> None:
    """Print some quantiles."""
    told = values["quantiles"]
    some = "  ".join(f"{q}: {told[q]:.6g}" for q in ("0", "0.01", "0.1", "0.5", "0.9", "1"))
    print(f"{name:42} mean {values['mean']:.6g}  {some}", flush=True)


def exactly(data: Trajectories) -> None:
    """Count all paths, and those to each vertex, with whole numbers; print what scaling loses."""
    paths = Paths.of(data, Partition()(data))
    start = time.perf_counter()
    total = paths.exact_total()
    took, whole = time.perf_counter() - start, math.log10(total)
    each = pathcount.exact(paths.graph.members, paths.graph.offsets, [1] * len(data))
    pairs = zip(each, log10(paths.to), strict=True)
    worst = max(abs(math.log10(number) - logged) for number, logged in pairs)
    print(f"exact total in {took:.1f} s: {math.floor(whole) + 1:,} digits; scaled,", end=" ")
    print(
        f"log10 is off by {abs(log10(paths.total())[0] - whole):.1e}, of any vertex by {worst:.1e}",
        flush=True,
    )


def followed(data: Trajectories) -> None:
    """Print how often, at one meeting, the one that fits best is the same person."""
    paths = Paths.of(data, Partition()(data))
    into, motion = paths.graph.into, Demix().motion(data)
    right = float((likeliest(paths.graph, motion)[into] == into + 1).mean())
    sizes = np.diff(paths.graph.offsets)
    print(
        f"at one meeting {right:.2%} go on as is likeliest; by lot {1 / sizes.mean():.2%}",
        flush=True,
    )


def attacked(data: Trajectories, meeting: Meeting) -> None:
    """Swap, and attack with and without undoing swaps."""
    release = anonymize(data, "swapmob", meeting=meeting, min_n_swap=0, seed=1)
    for then in ("own_share", "own_end"):
        start = time.perf_counter()
        plain, undone = (
            trial.attack(data, release.data, attack, record=release.record, seed=1)
            for attack in (then, Demix(meeting=meeting, then=then))
        )
        success = undone.release.success
        shares = plain.release.success.value, success.value, success.low, success.high
        print(f"{meeting.name}, {then}: as released {shares[0]:.2%}, after demix", end=" ")
        print(f"{shares[1]:.2%} ({shares[2]:.2%} to {shares[3]:.2%}),", end=" ")
        print(
            f"chance {undone.release.chance:.3%}; {time.perf_counter() - start:.1f} s", flush=True
        )


if __name__ == "__main__":
    main(*sys.argv[1:])
