"""Nobody's published trajectory is theirs alone."""

from __future__ import annotations

from collections import Counter

import numpy as np

from wayveil.kernels.ragged import group_of_rows
from wayveil.kinds import Claim, Verdict
from wayveil.part import K
from wayveil.record import Record
from wayveil.shapes import Trajectories


class KAnonymous(Claim):
    """Every released trajectory is published at least k times, for k different units.

    Copies are compared in all columns but the id. Anyone can count them; that they come from k
    different units is in the record.
    """

    grade = "verified"
    adversary = "anyone, whatever they know about the whole trajectory of a person"
    checkable_by = "anyone (copies); the holder of the record (different units)"

    k: K = 3
    """Fewest units that share each published trajectory."""

    def promise(self, unit: str) -> str:
        """Say it in a sentence."""
        return f"Each published trajectory is shared by at least {self.k} {_plural(unit)}."

    def check(
        self,
        released: Trajectories,
        record: Record | None = None,
        original: Trajectories | None = None,
    ) -> Verdict:
        """Count the copies, and with a record the units behind them."""
        shapes = released.shapes()
        if not shapes:
            return Verdict("yes", self.k, note="nothing is published")
        copies = min(Counter(shapes).values())
        if copies < self.k:
            return Verdict("no", self.k, copies, "copies of the rarest trajectory")
        if record is None:
            return Verdict("needs record", self.k, copies, "copies hold; units need the record")
        return Verdict.of(_fewest_units(shapes, record), self.k, "fewest units")


def _fewest_units(shapes: list[bytes], record: Record) -> int:
    """Distinct owners of the sources of the rarest shape."""
    _, shape = np.unique(np.array(shapes, dtype="S16"), return_inverse=True)
    backed = shape[group_of_rows(record.origin.offsets)]
    pairs = np.unique(np.stack([backed, record.owner[record.origin.sources]]), axis=1)
    return int(np.bincount(pairs[0], minlength=shape.max() + 1).min())


def _plural(unit: str) -> str:
    return {"user": "people", "trajectory": "trajectories"}.get(unit, unit)
