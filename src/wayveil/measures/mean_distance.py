"""How far trajectories were moved, all counting alike."""

from __future__ import annotations

from wayveil.kinds import Distance, Measure, Reading
from wayveil.measures._loss import loss
from wayveil.part import by_default
from wayveil.record import Origin
from wayveil.shapes import Trajectories


class MeanDistance(Measure):
    """Mean of how far each trajectory was moved.

    Σ d(T, T') / n over the n trajectories T that are released, as T'. A few that were moved very
    far weigh less here than in `rmse`. Two trajectories moved by 3 m and 4 m give 3.5 m.

    >>> from wayveil.contract.by_hand import trips, value_of
    >>> before, after = trips([(0, 0, 0)], [(0, 0, 900)]), trips([(0, 0, 3)], [(0, 0, 904)])
    >>> value_of(MeanDistance(), before, after)
    3.5
    """

    needs_origin = True
    topic = "loss"

    trajectory_distance: Distance = by_default("martinez2021")
    """How far apart a trajectory and its released one are."""

    def __call__(
        self, original: Trajectories, released: Trajectories, origin: Origin | None
    ) -> Reading:
        """Measure the survivors; the root mean square is in the detail."""
        found = loss(original, released, origin, self.trajectory_distance)
        return found.reading(found.mean, "m", rmse=found.rmse)
