"""How far trajectories were moved, with those that were removed counting too."""

from __future__ import annotations

from typing import ClassVar

from wayveil.aggregations.mean_trajectory import MeanTrajectory
from wayveil.kinds import Distance, Measure, Reading, Topic
from wayveil.measures._loss import loss
from wayveil.part import by_default
from wayveil.record import Origin
from wayveil.shapes import Trajectories


class RmseAll(Measure):
    """The `rmse` over all originals: one that was removed counts as moved to the mean of all.

    sqrt((Σ_released d(T, T')² + Σ_removed d(T, c)²) / n) over all n originals T, where c is their
    mean trajectory: who is left out is known as well as somebody of whom only the average is
    published. So a release does not get better by leaving out those that are hard to protect. Of
    four trips 0, 0, 0 and 4 km north, the last one removed, and the others released as they are:
    c is 1 km north, and sqrt(3² / 4) = 1.5 km.

    >>> from wayveil.contract.by_hand import trips, value_of
    >>> here, far = [(0, 0, 0)], [(0, 0, 4000)]
    >>> value_of(RmseAll(), trips(here, here, here, far), trips(here, here, here))
    1500.0
    """

    needs_origin: ClassVar[bool] = True
    topic: ClassVar[Topic] = "loss"

    trajectory_distance: Distance = by_default("martinez2021")
    """How far apart a trajectory and its released one are."""

    def __call__(
        self, original: Trajectories, released: Trajectories, origin: Origin | None
    ) -> Reading:
        """Measure all originals; the root mean square of the released ones is the `rmse`."""
        found = loss(
            original, released, origin, self.trajectory_distance, MeanTrajectory()(original)
        )
        return found.reading(found.rmse, "m", mean_distance=found.mean)
