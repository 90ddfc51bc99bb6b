"""No published box is made up."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from wayveil.cells import Cells
from wayveil.joined import standing_behind
from wayveil.kernels.boxes import box_of
from wayveil.kinds import Claim, Verdict
from wayveil.record import Record
from wayveil.shapes import Shape, Trajectories


class BoxesVisited(Claim):
    """Every published box was visited, within its times, by whom it is published for.

    (paper 004, II-A: truthfulness.) With the original, every box is looked up among the points of
    each source of its trajectory.
    """

    about: ClassVar[type[Shape]] = Cells
    checkable_by = "the holder of the record and the original"

    @property
    def adversary(self) -> str:
        """Whom it protects from what."""
        return "nobody: it is a promise to those who use the data"

    def promise(self, unit: str) -> str:
        """Say it in a sentence."""
        return "Each published box holds, within its times, a real point of whom it stands for."

    def check(
        self, released: Any, record: Record | None = None, original: Trajectories | None = None
    ) -> Verdict:
        """Count the boxes that hold no point."""
        if record is None:
            return Verdict("needs record", note="which boxes stand for whom is in the record")
        if original is None:
            return Verdict("needs original", note="who was where is in the original")
        found = box_of(released.boxes(), standing_behind(record.origin, original).positions())
        empty = released.n_cells - len(np.unique(found[found >= 0]))
        return Verdict("no" if empty else "yes", 0, empty, "boxes that nobody visited")
