"""How well an attack does on this very release: measured, not promised."""

from __future__ import annotations

from wayveil.attempt import attempt
from wayveil.chance import Chance
from wayveil.kinds import Attack, Claim, Grade, Verdict
from wayveil.part import by_default
from wayveil.record import Record
from wayveil.shapes import Trajectories


class AttackSuccess(Claim):
    """No promise, but a measurement: how often an attack on this release is right.

    For methods that promise nothing formal. The attack is tried when the release is made, and
    its success written into the certificate. Who holds record and original can try it again: a
    certificate that states another figure is wrong.
    """

    checkable_by = "the holder of the record and the original"

    attack: Attack = by_default("own_share")
    """The attack; if its target is the user, that is whoever counts as one in the release."""

    @property
    def grade(self) -> Grade:
        """An attack's success, and no guarantee."""
        return "measured"

    @property
    def adversary(self) -> str:
        """Who does this."""
        return f"whoever tries `{self.attack.name}`; others may do better"

    def promise(self, unit: str) -> str:
        """Say what is measured, and that it is no promise."""
        what = self.attack.sentence().rstrip(".")
        return f"No formal promise. Measured is the success of an attack: {what}."

    def check(
        self,
        released: Trajectories,
        record: Record | None = None,
        original: Trajectories | None = None,
    ) -> Verdict:
        """Try the attack; its chance is fixed, so that everybody finds the same."""
        if record is None:
            return Verdict("needs record")
        if original is None:
            return Verdict("needs original")
        people = original if record.unit == "user" else original.each_alone()
        rng = Chance.seeded(0)
        known = self.attack.knows(people, rng.spawn("knowledge"))
        if not len(known.about):
            return Verdict("yes", note="too little is known of anybody")
        score = attempt(self.attack, known, people, released, record.origin, rng)
        note = f"success on {score.success.n:,} targets; blind chance {score.chance:.4f}"
        return Verdict("yes", found=round(score.success.value, 4), note=note)
