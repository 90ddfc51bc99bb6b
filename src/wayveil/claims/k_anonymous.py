"""Nobody's published trajectory is theirs alone."""

from __future__ import annotations

from collections import Counter

import numpy as np

from wayveil.kernels.ragged import group_of_rows
from wayveil.kinds import Claim, Grade, Verdict
from wayveil.part import K
from wayveil.record import Record
from wayveil.shapes import Trajectories


class KAnonymous(Claim):
    """Every released trajectory is published at least k times, for k different units.

    Copies are compared in all columns but the id. Anyone can count them; that they come from k
    different units is in the record.
    """

    checkable_by = "anyone (copies); the holder of the record (different units)"

    k: K = 3
    """Fewest units that share each published trajectory."""

    real_points: bool = False
    """Whether what is published of a group are real points of one of its members."""

    @property
    def grade(self) -> Grade:
        """Checked on the output; who knows an exact point that is published is assumed away."""
        return "assumed" if self.real_points else "verified"

    @property
    def adversary(self) -> str:
        """Who is kept from telling people apart."""
        if self.real_points:
            return "somebody who knows no exact point of anybody"
        return "anyone, whatever they know about the whole trajectory of a person"

    def promise(self, unit: str) -> str:
        """Say it in a sentence, and what it does not say."""
        k = self.k
        shared = f"Each published trajectory is shared by at least {k} trajectories."
        if unit == "user":
            others = "1 other person" if k == 2 else f"{k - 1} other people"
            shared = (
                f"Each trajectory shares its published record with those of {others}; "
                "nothing is promised against an attacker who links several trips of one person."
            )
        exposed = f" About 1 in {k} people have real points of theirs published."
        return shared + (exposed if self.real_points else "")

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
