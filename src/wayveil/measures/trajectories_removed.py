"""How much of the data a release left out."""

from __future__ import annotations

from wayveil.kernels.radix import distinct
from wayveil.kinds import Measure, Reading
from wayveil.record import Origin
from wayveil.shapes import Trajectories


class TrajectoriesRemoved(Measure):
    """Share of the trajectories, and of their locations, that are gone. (D4.10, 6.4.2.5)

    A trajectory is gone if no released one comes from it; without a record, and for locations,
    the counts of both files are compared. Of four trajectories one is released: 3/4 are gone.

    >>> from wayveil.contract.by_hand import trips, value_of
    >>> here = [(0, 0, 0)]
    >>> value_of(TrajectoriesRemoved(), trips(here, here, here, here), trips(here))
    0.75
    """

    topic = "loss"

    def __call__(
        self, original: Trajectories, released: Trajectories, origin: Origin | None
    ) -> Reading:
        """Count what is gone."""
        kept = len(released) if origin is None else len(distinct(origin.sources))
        return Reading(
            value=_share_gone(len(original), kept),
            unit="share of trajectories",
            n=len(original),
            detail={
                "locations_removed": _share_gone(original.n_points, released.n_points),
                "trajectories": {"original": len(original), "kept": kept},
                "locations": {"original": original.n_points, "released": released.n_points},
            },
        )


def _share_gone(before: int, after: int) -> float:
    return max(0.0, 1 - after / before) if before else 0.0
