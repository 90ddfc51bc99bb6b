"""What each measure takes, and reads: on a release, and on the original itself.

    python -m bench.measures TRIPS.parquet [K]

The release is microaggregated. Each measure runs once on a few trips before the clock starts.
"""

from __future__ import annotations

import sys

import numpy as np

import wayveil
from bench.microaggregation import draft_of, timed
from wayveil.kinds import Measure, Reading
from wayveil.measures._readings import every
from wayveil.measures.propensity_score import PropensityScore
from wayveil.methods.microaggregation import Microaggregation
from wayveil.record import Origin
from wayveil.shapes import Trajectories

SCIKIT = (
    "visits_per_location",
    "distance_straight_line",
    "uncorrelated_location_entropy",
    "random_location_entropy",
    "mean_square_displacement",
)


def main(trips: str, k: str = "5") -> None:
    """Print a row for each measure, then the two rows that have a target."""
    data = wayveil.read(trips)
    draft = draft_of(Microaggregation(k=int(k)), data)
    parts = every()
    parts.append(PropensityScore(model="gradient_boosting"))
    print(f"{len(data):,} trajectories, microaggregated at k = {k}")
    print(f"{'measure':30} {'seconds':>8} {'release':>12} {'original':>12}  unit")
    took = {}
    for part in parts:
        seconds, released = seconds_of(part, data, draft.data, draft.origin)
        same = part(data, data, Origin.one_each(np.arange(len(data))))
        name = f"{part.name} (boosting)" if part is parts[-1] else part.name
        took[name] = seconds
        values = f"{released.value:12.6g} {same.value:12.6g}"
        print(f"{name:30} {seconds:8.2f} {values}  {released.unit}", flush=True)
        if part.name == "propensity_score":
            print(f"{'':4}release  {nulls(released)}\n{'':4}original {nulls(same)}")
    print(f"\nthe five of scikit-mobility {sum(took[name] for name in SCIKIT):.2f} s (target 1)")
    print(f"propensity_score {took['propensity_score']:.2f} s (target 5)")


def seconds_of(
    part: Measure, original: Trajectories, released: Trajectories, origin: Origin
) -> tuple[float, Reading]:
    """Give the seconds and the reading."""
    few = original.take(np.arange(min(300, len(original))))
    part(few, few, Origin.one_each(np.arange(len(few))))
    return timed(lambda: part(original, released, origin))


def nulls(reading: Reading) -> str:
    """Write what the score is to be compared with."""
    names = ("null_mean", "null_sd", "above_null", "by_imbalance_alone")
    return "  ".join(f"{name} {reading.detail[name]:.5f}" for name in names)


if __name__ == "__main__":
    main(*sys.argv[1:])
