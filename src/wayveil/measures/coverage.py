"""How much of the data is told at all."""

from __future__ import annotations

from typing import ClassVar

from wayveil.cells import Cells
from wayveil.kinds import Measure, Reading
from wayveil.measures._samples import Samples
from wayveil.record import Origin
from wayveil.shapes import Tracks, Trajectories


class Coverage(Measure):
    """Share of all samples that lie in a box of the record that stands for their person.

    What was suppressed, or removed with its whole trajectory, is missing. Of two samples one lies
    in a published box: half of them are covered.

    >>> from wayveil.contract.by_hand import boxes, trips, value_of
    >>> two = trips([(70, 0, 0), (310, 0, 0)])
    >>> value_of(Coverage(), two, boxes([(60, 120, 0, 0, 100, 100)]))
    0.5
    """

    about: ClassVar[type[Tracks]] = Cells
    needs_origin = True
    topic = "loss"
    unchanged = 1.0

    def __call__(self, original: Trajectories, released: Cells, origin: Origin | None) -> Reading:
        """Count the samples that lie in a box."""
        covered = Samples.of(original, released, origin).covered
        return Reading(
            covered / original.n_points,
            "share of samples",
            original.n_points,
            {"boxes": released.n_cells, "covered": covered},
        )
