"""How exact the places of boxes are."""

from __future__ import annotations

from typing import ClassVar

from wayveil.cells import Cells
from wayveil.kinds import Measure, Reading
from wayveil.measures._samples import Samples, reading
from wayveil.record import Origin
from wayveil.shapes import Tracks, Trajectories


class SpaceGranularity(Measure):
    """How large the boxes are in which people's samples were published. (paper 004, V)

    Width and height added up, as in the paper: 1 km is, say, a square of 500 m. The mean over
    samples, each looked up in the record that stands for its person; median and quartiles are in
    the detail.

    >>> from wayveil.contract.by_hand import boxes, trips, value_of
    >>> here = trips([(70, 0, 0), (310, 0, 0)])
    >>> value_of(SpaceGranularity(), here, boxes([(60, 360, 0, 0, 100, 200)]))
    0.3
    """

    about: ClassVar[type[Tracks]] = Cells
    needs_origin = True
    topic = "loss"
    unchanged = None

    def __call__(self, original: Trajectories, released: Cells, origin: Origin | None) -> Reading:
        """Measure the boxes of all samples."""
        return reading(Samples.of(original, released, origin).kilometres(), "km")
