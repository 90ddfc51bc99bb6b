"""Nobody travels on a ship that was not there."""

from __future__ import annotations

from wayveil.kinds import Claim, Grade, Verdict
from wayveil.record import Record
from wayveil.shapes import Trajectories


class NoStowaways(Claim):
    """No more trajectories are published than there were."""

    checkable_by = "the holder of the original"

    @property
    def grade(self) -> Grade:
        """Counted on the output."""
        return "verified"

    @property
    def adversary(self) -> str:
        """Nobody in particular is kept from anything."""
        return "anyone who counts ships"

    def promise(self, unit: str) -> str:
        """Say it in a sentence."""
        return "No more trajectories are published than there were."

    def check(
        self,
        released: Trajectories,
        record: Record | None = None,
        original: Trajectories | None = None,
    ) -> Verdict:
        """Count both sides."""
        if original is None:
            return Verdict("needs original")
        fits = len(released) <= len(original)
        return Verdict("yes" if fits else "no", len(original), len(released))
