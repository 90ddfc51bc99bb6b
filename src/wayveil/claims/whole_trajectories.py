"""How many trajectories were published as they are: measured, not promised."""

from __future__ import annotations

import numpy as np

from wayveil.kernels.arrays import Mask
from wayveil.kinds import Claim, Grade, Verdict
from wayveil.record import Record
from wayveil.shapes import Trajectories


class WholeTrajectories(Claim):
    """No promise, but a count: the share of published trajectories that are one person's alone.

    For methods that exchange points or pieces: trajectories that met nobody, and those to whom
    the lot gave back their own, are published raw.
    """

    checkable_by = "the holder of the record"

    @property
    def grade(self) -> Grade:
        """A figure, and no guarantee."""
        return "measured"

    @property
    def adversary(self) -> str:
        """Who gains by it."""
        return "anyone who knows somebody's points"

    def promise(self, unit: str) -> str:
        """Say what is counted."""
        return "No formal promise. Counted are published trajectories with points of one unit only."

    def check(
        self,
        released: Trajectories,
        record: Record | None = None,
        original: Trajectories | None = None,
    ) -> Verdict:
        """Count them in the record."""
        if record is None:
            return Verdict("needs record")
        whole = _of_one_owner(record, released)
        note = f"share of {len(released):,} published trajectories; {int(whole.sum()):,} are whole"
        return Verdict("yes", found=round(float(whole.mean()), 4), note=note)


def _of_one_owner(record: Record, released: Trajectories) -> Mask:
    sources, offsets = record.origin.sources, record.origin.offsets
    if record.origin.of_point is not None:
        sources, offsets = record.origin.of_point, released.offsets
    owner = record.owner[sources]
    strange = owner != np.repeat(owner[offsets[:-1]], np.diff(offsets))
    whole: Mask = ~np.logical_or.reduceat(strange, offsets[:-1])
    return whole
