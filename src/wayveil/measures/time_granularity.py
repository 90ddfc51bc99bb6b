"""How exact the times of boxes are."""

from __future__ import annotations

from typing import ClassVar

from wayveil.cells import Cells
from wayveil.kinds import Measure, Reading
from wayveil.measures._samples import Samples, reading
from wayveil.record import Origin
from wayveil.shapes import Tracks, Trajectories


class TimeGranularity(Measure):
    """How long the boxes are in which people's samples were published. (paper 004, V)

    The mean over samples, each looked up in the record that stands for its person; median and
    quartiles are in the detail. Samples in minutes 1 and 5, merged into one box: 5 minutes.

    >>> from wayveil.contract.by_hand import boxes, trips, value_of
    >>> here = trips([(70, 0, 0), (310, 0, 0)])
    >>> value_of(TimeGranularity(), here, boxes([(60, 360, 0, 0, 100, 100)]))
    5.0
    """

    about: ClassVar[type[Tracks]] = Cells
    needs_origin = True
    topic = "loss"
    unchanged = None

    def __call__(self, original: Trajectories, released: Cells, origin: Origin | None) -> Reading:
        """Measure the boxes of all samples."""
        return reading(Samples.of(original, released, origin).minutes(), "min")
