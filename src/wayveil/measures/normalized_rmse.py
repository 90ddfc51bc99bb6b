"""How far trajectories were moved, against how far apart they are."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from wayveil.errors import Infeasible
from wayveil.kernels.arrays import Floats, Ints
from wayveil.kinds import Distance, Measure, Reading
from wayveil.measures._loss import loss
from wayveil.part import by_default
from wayveil.progress import track
from wayveil.record import Origin
from wayveil.shapes import Trajectories

#: Up to so many trajectories every pair is compared, and beyond it the pairs of so many.
EXACT_UP_TO: Final = 12_000
SAMPLE: Final = 5_000


class NormalizedRmse(Measure):
    """The `rmse`, as a share of the largest distance between two originals. (D4.10, 6.3.4.2)

    sqrt(Σ d(T, T')² / n) / max d(T, U). Two trajectories 10 m apart and moved by 3 m and 4 m
    give 3.54 / 10 = 0.354. Of more than 12,000 trajectories the largest distance is that among
    5,000 of them, evenly spaced through the table; the true one can only be larger, so the
    measure is then an upper bound. `largest_distance_among` says how many were compared, each
    with each, and `exact` whether those are all.

    >>> from wayveil.contract.by_hand import trips, value_of
    >>> before, after = trips([(0, 0, 0)], [(0, 0, 10)]), trips([(0, 0, 3)], [(0, 0, 14)])
    >>> value_of(NormalizedRmse(), before, after)
    0.354
    """

    needs_origin = True
    topic = "loss"

    trajectory_distance: Distance = by_default("martinez2021")
    """How far apart two trajectories are."""

    def __call__(
        self, original: Trajectories, released: Trajectories, origin: Origin | None
    ) -> Reading:
        """Measure the survivors against all originals."""
        found = loss(original, released, origin, self.trajectory_distance)
        some = sample(len(original))
        largest = largest_distance(self.trajectory_distance, found.prepared, some)
        return found.reading(
            _share(found.rmse, largest),
            "share of the largest distance",
            rmse=found.rmse,
            mean_distance=found.mean,
            largest_distance=largest,
            largest_distance_among=len(some),
            exact=len(some) == len(original),
        )


def sample(n: int) -> Ints:
    """Give all of n places, or evenly spaced ones, the first and the last among them."""
    if n <= EXACT_UP_TO:
        return np.arange(n)
    return np.arange(SAMPLE) * (n - 1) // (SAMPLE - 1)


def largest_distance(distance: Distance, prepared: Any, some: Ints) -> float:
    """Compare some trajectories, each with each; pairs that cannot be compared do not count."""
    row = np.empty(len(some))
    peaks = (
        _peak(distance, prepared, int(i), some[place + 1 :], row)
        for place, i in enumerate(track(some, "largest distance"))
    )
    return max(peaks, default=0.0)


def _peak(distance: Distance, prepared: Any, i: int, others: Ints, row: Floats) -> float:
    found = row[: len(others)]
    distance.row(prepared, i, others, found)
    return float(found.max(initial=0.0, where=np.isfinite(found)))


def _share(rmse: float, largest: float) -> float:
    if largest > 0 or rmse == 0:
        return rmse / largest if largest else 0.0
    raise Infeasible(
        "the originals are all alike, so that no distance is there to compare with.",
        "Use the measure rmse, which is in metres.",
    )
