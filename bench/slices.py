"""Microaggregation slice by slice, against all at once: time and loss.

python -m bench.slices TRIPS.parquet [K]
"""

from __future__ import annotations

import sys

import numpy as np

import wayveil
from bench.microaggregation import draft_of, loss, timed
from wayveil.kinds import Anonymizer, Distance
from wayveil.methods.microaggregation import Microaggregation
from wayveil.methods.time_part_microaggregation import TimePartMicroaggregation


def main(trips: str, k: str = "3") -> None:
    """Print seconds and RMSE of each; the RMSE counts time with the default λ."""
    data = wayveil.read(trips).each_alone()
    methods: dict[str, Anonymizer] = {"all at once": Microaggregation(k=int(k))}
    for interval in (60, 900, 3600):
        methods[f"slices of {interval} s"] = TimePartMicroaggregation(k=int(k), interval=interval)
    print(f"{len(data):,} trajectories, k = {k}")
    print(f"{'method':18} {'seconds':>8} {'rmse':>8} {'rmse in space':>14}")
    for name, method in methods.items():
        draft_of(method, data.take(np.arange(300)))
        seconds, draft = timed(lambda method=method: draft_of(method, data))  # type: ignore[misc]
        both = [
            loss(data, draft, Distance.named("martinez2021", p_lambda=weight))
            for weight in (None, 0.0)
        ]
        print(f"{name:18} {seconds:8.2f} {both[0]:8.1f} {both[1]:14.1f}", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
