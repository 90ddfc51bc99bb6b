"""Swapping: seconds, what is removed, and whose what is left is.

    python -m bench.swapping CABS.parquet [FILE ...]

CABS is the file of `d410_cabs`; of the other files only the times of the methods are told.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

import wayveil
from bench.microaggregation import draft_of, timed
from wayveil.kinds import Anonymizer, Draft
from wayveil.meetings.threshold import Threshold
from wayveil.methods.swap_locations import SwapLocations
from wayveil.methods.swapmob import SwapMob
from wayveil.shapes import Trajectories

METHODS: dict[str, Anonymizer] = {
    "swapmob partition 0.001, 60 s": SwapMob(meeting="partition"),
    "swapmob threshold 0.2 km, 30 s": SwapMob(),
    "swapmob threshold 0.1 km, 60 s": SwapMob(
        meeting=Threshold(spatial_thold=0.1, temporal_thold=60)
    ),
    "swap_locations k=3": SwapLocations(),
}


def main(cabs: str, *others: str) -> None:
    """Print a row for each method and file, then one for each k."""
    print(
        f"{'file':16} {'method':32} {'seconds':>8} {'trips gone':>11} {'points gone':>12} {'own':>6}"  # noqa: E501
    )
    for file in (cabs, *others):
        data = wayveil.read(file)
        for name, method in METHODS.items():
            told(Path(file).stem, name, method, data)
    data = wayveil.read(cabs)
    for k in (3, 5, 10, 25, 50, 100):
        told(Path(cabs).stem, f"swap_locations k={k}", SwapLocations(k=k), data)


def told(file: str, name: str, method: Anonymizer, data: Trajectories) -> None:
    """Warm the kernels on a little, then time the method on all."""
    draft_of(method, data.take(np.arange(min(3, len(data)))))
    seconds, draft = timed(lambda: draft_of(method, data))
    trips, points = 1 - len(draft.data) / len(data), 1 - draft.data.n_points / data.n_points
    print(
        f"{file:16} {name:32} {seconds:8.2f} {trips:11.2%} {points:12.2%} {own(draft):6.1%}",
        flush=True,
    )


def own(draft: Draft) -> float:
    """Give the share of points that are in their own trajectory."""
    assert draft.origin.of_point is not None
    slot = np.repeat(draft.origin.sources, draft.data.lengths)
    return float((draft.origin.of_point == slot).mean()) if len(slot) else 0.0


if __name__ == "__main__":
    main(*sys.argv[1:])
