"""Where the samples of an original lie in a release of boxes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from wayveil.cells import Cells
from wayveil.clock import MS_PER_SECOND
from wayveil.errors import Infeasible, InputError
from wayveil.geo import METRES_PER_DEGREE
from wayveil.joined import standing_behind
from wayveil.kernels.arrays import Floats, Ints
from wayveil.kernels.boxes import box_of
from wayveil.kinds import Reading
from wayveil.record import Origin
from wayveil.shapes import STEPS_PER_DEGREE, Trajectories

_MS_PER_MINUTE = 60 * MS_PER_SECOND
_METRES_PER_KM = 1000


@dataclass(frozen=True, eq=False)
class Samples:
    """The box of each sample of those who are released, -1 if it lies in none of their own."""

    cells: Cells
    box: Ints

    @classmethod
    def of(cls, original: Trajectories, released: Cells, origin: Origin | None) -> Samples:
        """Look every sample up among the boxes of the record that stands for its person."""
        if origin is None or not origin.belongs(len(original), len(released)):
            raise InputError(
                "it is not known which released trajectory comes from which.", "Add --record FILE."
            )
        points = standing_behind(origin, original).positions()
        return cls(released, box_of(released.boxes(), points))

    @property
    def covered(self) -> int:
        """How many samples lie in a box of their own record."""
        return int((self.box >= 0).sum())

    def minutes(self) -> Floats:
        """Give how long the box of each covered sample is."""
        long: Floats = (self.cells.end - self.cells.start) / _MS_PER_MINUTE
        return self._of_each(long)

    def kilometres(self) -> Floats:
        """Give how wide and high the box of each covered sample is, added up."""
        cells, degree = self.cells, METRES_PER_DEGREE / STEPS_PER_DEGREE / _METRES_PER_KM
        middle = (cells.south + cells.north) / 2 / STEPS_PER_DEGREE
        wide = (cells.east - cells.west) * np.cos(np.radians(middle))
        return self._of_each(np.asarray((wide + cells.north - cells.south) * degree, np.float64))

    def _of_each(self, values: Floats) -> Floats:
        found = values[self.box[self.box >= 0]]
        if not len(found):
            raise Infeasible("no sample lies in a box that stands for its person.")
        return found


def reading(spans: Floats, unit: str) -> Reading:
    """Read off the mean; median and quartiles are in the detail."""
    low, middle, high = np.quantile(spans, (0.25, 0.5, 0.75)).tolist()
    detail = {"first_quartile": low, "median": middle, "third_quartile": high}
    return Reading(float(spans.mean()), unit, len(spans), detail)
