"""The lot decided in whose trajectory a point is."""

from __future__ import annotations

from wayveil.kinds import Claim, Grade, Verdict
from wayveil.part import K
from wayveil.record import Record
from wayveil.shapes import Trajectories


class ExchangedAmong(Claim):
    """Each published point was put into its trajectory by lot, among those of k units.

    It follows from how the method works, and nothing in the release shows it: the record says for
    each point among how many units the lot drew. It is about one point at a time. Who
    recognizes several points of a person, or knows that people do not jump, can do better than
    one in k.
    """

    checkable_by = "the holder of the record, as far as the record is believed"

    k: K = 3
    """Fewest units among which the lot drew."""

    @property
    def grade(self) -> Grade:
        """Follows from the mechanism."""
        return "proved"

    @property
    def adversary(self) -> str:
        """Who learns nothing."""
        return "anyone who asks of a single point whose it is, and knows nothing of the others"

    def promise(self, unit: str) -> str:
        """Say it in a sentence."""
        who = "people" if unit == "user" else "trajectories"
        return f"Each point was put where it is by lot, among points of at least {self.k} {who}."

    def check(
        self,
        released: Trajectories,
        record: Record | None = None,
        original: Trajectories | None = None,
    ) -> Verdict:
        """Read off the record among how many the lot drew."""
        if record is None:
            return Verdict("needs record")
        among = record.origin.among
        if among is None:
            return Verdict("no", self.k, note="the record does not speak of lots")
        return Verdict.of(int(among.min(initial=self.k)), self.k, "fewest units")
