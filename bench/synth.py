"""Seconds and peak memory of the synthetic city: `python bench/synth.py [trips] [users] [days]`."""

from __future__ import annotations

import resource
import sys
import time

from wayveil.chance import Chance
from wayveil.synth.city import City


def main(trips: int = 1_000_000, users: int = 50_000, days: int = 14) -> None:
    City(trajectories=50, users=5)(Chance.seeded(0))  # compiles, or loads what is compiled
    started = time.perf_counter()
    data = City(trajectories=trips, users=users, days=days)(Chance.seeded(1))
    seconds = time.perf_counter() - started
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"{len(data):,} trips, {data.n_points:,} points ({data.n_points / len(data):.1f} a trip)")
    print(f"{seconds:.1f} s, {peak:,.0f} MB at most")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
