"""Attacks: seconds on raw data, and what each finds in a release of every method at k = 5.

    python -m bench.attacks time CABS.parquet FLEET.parquet
    python -m bench.attacks table CABS.parquet [EVERY]
    python -m bench.attacks boxes PEOPLE

Times are of `knows` and `guess` after reading and a first call that compiles, by the clock and of
the processors; "a pair" is the time of both by the clock over the number of pairs of targets. That
includes tiling every point twice and an index of all: with tiles made before, as scikit-mobility's
3.4 ms are, what is left is `guess` alone without its tiling.

The table is of trips of one day (CABS, each for itself; every 12th of them, say, if EVERY is 12),
and, for attacks on people and their habits, of a synthetic city of two weeks. Boxes are made of
synthetic call records of two days.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable
from typing import Any, TypeAlias

import numpy as np

import wayveil
from wayveil import trial
from wayveil.chance import Chance
from wayveil.errors import Infeasible
from wayveil.kinds import Anonymizer, Attack, Guesses, Unit
from wayveil.nearness import Nearness
from wayveil.score import Rate
from wayveil.shapes import Trajectories

Rows: TypeAlias = list[tuple[str, dict[str, Any]]]
Methods: TypeAlias = dict[str, tuple[str, dict[str, Any]]]
EIGHT = (
    "location", "location_sequence", "location_time", "unique_location", "location_frequency",
    "location_probability", "location_proportion", "top_locations",
)  # fmt: skip
#: scikit-mobility's location attack with two known, for a pair of users.
PEER_MS = 3.4
K = 5
METHODS: Methods = {
    "simple_gen.": ("simple_generalization", {}),
    "protected_gen.": ("protected_generalization", {"k": K}),
    "microaggr.": ("microaggregation", {"k": K}),
    "time_part": ("time_part_microaggregation", {"k": K}),
    "swapmob": ("swapmob", {}),
    "swap_loc.": ("swap_locations", {"k": K}),
    "w4m": ("w4m", {"k": K, "delta": 500}),
}
BOXED: Methods = {name: (name, {"k": K}) for name in ("kmerge_groups", "kte_hide", "k_pick")}
WATCHED: Rows = [("time_window", {"tau": hours * 3600}) for hours in (1, 6, 24)]
MARKED: Rows = [("true_record", {"by": mark}) for mark in ("lot", "finest", "centred")]
HABITS: Rows = [(name, {}) for name in ("home_work", "heatmap", "mobility_markov", "poi_retrieval")]
#: Half the diagonal of a tile of 500 m: so far are points moved at most that are put in its middle.
MOVED: Rows = [("multi_point", {"moved": 354})]
PARKED: dict[str, Any] = {"wait": 12 * 3600, "reach": 500}
LINKED: Rows = [("trip_linking", {"by": way}) for way in ("next", "before", "again", "back")]
LINKED += [("trip_linking", PARKED), ("trip_linking", {"by": "next", **PARKED})]


def main(what: str, cabs: str, more: str = "1") -> None:
    """Print times, or one of the tables."""
    if what == "boxes":
        calls = wayveil.synthesize("cdr", users=int(cabs), days=2, seed=1)
        title = f"calls of {len(calls):,} people, {calls.n_points:,} points, 2 days"
        table(title, calls, "user", [*WATCHED, *MARKED], BOXED)
        return
    data = wayveil.read(cabs)
    if what == "time":
        times("d410_cabs, trips", data, EIGHT, "trajectory")
        times("d410_cabs, users", data, EIGHT, "user")
        times("fleet, users", wayveil.read(more), EIGHT, "user")
        return
    of_points = [n for n in Attack.names() if Attack.load(n).about is Trajectories]
    one_day: Rows = [(n, {}) for n in of_points if (n, {}) not in HABITS]
    some = data.take(np.arange(0, len(data), int(more))).renumbered()
    table(f"{len(some):,} trips of d410_cabs", some, "trajectory", one_day + MOVED + LINKED)
    city = wayveil.synthesize("city", trajectories=9_000, users=300, days=14, seed=1)
    title = "a city of 300 people, 9,000 trips, 14 days"
    table(title, city, "user", [*HABITS, ("trip_linking", {}), *LINKED])


def times(title: str, data: Trajectories, names: Iterable[str], unit: Unit) -> None:
    """Print how long attacks take on data as it is, and what they find."""
    print(f"\n{title}: {len(data):,} trajectories, {data.n_points:,} points, {data.n_owners} users")
    print(
        f"{'':36} {'knows s':>8} {'guess s':>8} {'cpu s':>8} {'pair µs':>8} {'x peer':>9} "
        f"{'x by cpu':>9}  1 / matches"
    )
    few, total = data.take(np.arange(np.searchsorted(data.offsets, 100_000))).renumbered(), 0.0
    for name in names:
        for instance in ("random", "worst") if name != "top_locations" else ("random",):
            attack = Attack.named(name, known=2, instance=instance, unit=unit)
            run(attack, few)
            known, guessed, cpu, n, mean = run(attack, data)
            pair = (known + guessed) / n**2
            total += known + guessed
            print(
                f"{name + ', ' + instance:36} {known:8.2f} {guessed:8.2f} {cpu:8.2f} "
                f"{1e6 * pair:8.3f} {PEER_MS / 1e3 / pair:9,.0f} "
                f"{PEER_MS / 1e3 / cpu * n**2:9,.0f}  {mean:.4f}",
                flush=True,
            )
    print(f"{'all of them':36} {total:17.2f}")


def run(attack: Attack, data: Trajectories) -> tuple[float, float, float, int, float]:
    """Attack data as it is: seconds of both calls and of processors, targets, mean 1 / matches."""
    begin, busy = time.perf_counter(), time.process_time()
    known = attack.knows(data, Chance.seeded(1))
    middle = time.perf_counter()
    guesses = attack.guess(known.clues, data, Chance.seeded(1))
    end, busy = time.perf_counter(), time.process_time() - busy
    assert isinstance(guesses, Guesses)
    share = 1 / np.maximum(np.diff(guesses.offsets), 1)
    return middle - begin, end - middle, busy, len(guesses), float(share.mean())


def table(
    title: str, data: Trajectories, unit: Unit, rows: Rows, methods: Methods | None = None
) -> None:
    """Print the success of each attack on each method, in per cent, beside chance and raw data."""
    print(f"\n{title}: per cent found at k = {K} (± half of the 95 % interval)")
    releases = {}
    for told, (name, params) in (methods or METHODS).items():
        try:
            part = Anonymizer.named(name, **params)
            releases[told] = wayveil.anonymize(data, part, unit=unit, seed=1)
        except Infeasible as error:
            print(f"{told}: {error.message}")
    print(f"{'':34} {'chance':>7} {'raw':>6} " + " ".join(f"{n:>14}" for n in releases))
    for name, params in rows:
        attack = Attack.named(name, **params)
        told = ", ".join([name, *(f"{n} {_shown(value)}" for n, value in params.items())])
        found = [
            trial.attack(data, release.data, attack, record=release.record, seed=1)
            for release in releases.values()
        ]
        cells = " ".join(
            f"{100 * got.release.success.value:7.2f} ±{half(got.release.success):5.2f}"
            for got in found
        )
        raw, chance = found[0].raw.success.value, found[0].release.chance
        print(f"{told:34} {100 * chance:7.3f} {100 * raw:6.2f} {cells}", flush=True)
        besides(found)


def _shown(value: Any) -> str:
    return value if isinstance(value, str) else f"{value:,}"


def besides(found: list[trial.Trial]) -> None:
    """Print what else a success must be compared with, and how far off the places are."""
    for others in zip(*(got.release.beside() for got in found), strict=True):
        cells = " ".join(f"{100 * rate.value:7.2f} ±{half(rate):5.2f}" for _, rate in others)
        print(f"{'  ' + others[0][0]:34} {'':14} {cells}")
    scores = [got.release for got in found if isinstance(got.release, Nearness)]
    for name in scores[0].metres if scores else ():
        cells = " ".join(f"{score.metres[name]:14,.0f}" for score in scores)
        print(f"{'  metres off: ' + name:34} {'':14} {cells}")


def half(rate: Rate) -> float:
    """Give half the width of the interval, in per cent."""
    return 50 * (rate.high - rate.low)


if __name__ == "__main__":
    main(*sys.argv[1:])
