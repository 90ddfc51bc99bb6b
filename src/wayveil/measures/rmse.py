"""How far trajectories were moved, far ones counting more."""

from __future__ import annotations

from wayveil.kinds import Distance, Measure, Reading
from wayveil.measures._loss import loss
from wayveil.part import by_default
from wayveil.record import Origin
from wayveil.shapes import Trajectories


class Rmse(Measure):
    """Root mean square of how far each trajectory was moved. (D4.10, 6.3.4.1)

    sqrt(Σ d(T, T')² / n) over the n trajectories T that are released, as T'. The paper prints
    (1/n) sqrt(Σ d²), which would halve with four times the data; its name is the one that counts.
    Two trajectories moved by 3 m and 4 m give sqrt((9 + 16) / 2) = 3.54 m.

    >>> from wayveil.contract.by_hand import trips, value_of
    >>> before, after = trips([(0, 0, 0)], [(0, 0, 900)]), trips([(0, 0, 3)], [(0, 0, 904)])
    >>> value_of(Rmse(), before, after)
    3.536
    """

    needs_origin = True
    topic = "loss"

    trajectory_distance: Distance = by_default("martinez2021")
    """How far apart a trajectory and its released one are."""

    def __call__(
        self, original: Trajectories, released: Trajectories, origin: Origin | None
    ) -> Reading:
        """Measure the survivors; the mean distance is in the detail."""
        found = loss(original, released, origin, self.trajectory_distance)
        return found.reading(found.rmse, "m", mean_distance=found.mean)
