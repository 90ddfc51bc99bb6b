"""Advice: look at the data, try what might do, and propose one recipe with its price and reasons.

What is known of purposes, attackers and candidates lies in tables; here is only how they are used.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from wayveil import progress
from wayveil.advice import knowledge, trials
from wayveil.advice.choosing import Choice, choose
from wayveil.advice.knowledge import Attacker, Purpose
from wayveil.advice.profile import Profile, profile
from wayveil.advice.trials import Tried
from wayveil.chance import Chance
from wayveil.errors import Infeasible, ParameterError
from wayveil.kinds import Analysis, Anonymizer, Unit
from wayveil.recipe import AnalysisRecipe, AnonymizeRecipe, ReleaseRecipe
from wayveil.shapes import Trajectories, must_be_read
from wayveil.walk import unit_of

#: With fewer people there are no crowds to hide in, and quantiles would tell of single ones.
FEWEST_PEOPLE: Final = 20
SAMPLE: Final = 2_000
#: A trip of more points than this counts as several in a sample.
_POINTS: Final = 50


@dataclass(frozen=True)
class Advice:
    """What was seen, tried and chosen. `sample` is how many trips the trials were made on."""

    purpose: Purpose
    attacker: Attacker
    unit: Unit
    seed: int
    profile: Profile
    sample: int
    tried: tuple[Tried, ...]
    choice: Choice

    @property
    def part(self) -> Anonymizer | Analysis:
        """The method, or the analysis, that is proposed."""
        return self.choice.best.part

    @property
    def not_tried(self) -> list[str]:
        """Name what there is of this kind that no trial was made with."""
        tried = {one.part.name for one in self.tried}
        kind = type(self.part).kind()
        return [name for name in kind.names() if name not in tried]

    def recipe(
        self,
        input: str,
        output: str,
        record: str | None = None,
        reading: Mapping[str, Any] | None = None,
    ) -> ReleaseRecipe:
        """Make it a recipe for `wayveil anonymize -f`, or `wayveil analysis -f`."""
        places = {"input": input, "output": output, "record": record}
        stated = {"method": self.part.as_json(), "unit": self.unit, **places, **(reading or {})}
        kind = AnalysisRecipe if isinstance(self.part, Analysis) else AnonymizeRecipe
        return kind.of(stated)

    def as_json(self) -> dict[str, Any]:
        """Give it as plain values."""
        return {
            "for": self.purpose.name,
            "against": self.attacker.name,
            "unit": self.unit,
            "seed": self.seed,
            "profile": self.profile.as_json(),
            "sample": self.sample,
            "tried": [one.as_json() for one in self.tried],
            "proposed": self.choice.best.label,
            "method": self.part.as_json(),
            "reasons": list(self.choice.reasons),
            "not_tried": self.not_tried,
        }


def advise(
    data: Trajectories,
    purpose: str,
    against: str,
    *,
    risk: float = 0.1,
    sample: int = SAMPLE,
    unit: Unit | None = None,
    seed: int = 0,
) -> Advice:
    """Propose what to publish of this data, for a purpose and against an attacker.

    Methods are tried on whole people of the sample, counts on all of the data. Of those that let
    the attacker find no larger share than `risk` the one of the least price is proposed.
    """
    must_be_read(data)
    aim, foe = knowledge.purpose(purpose), knowledge.attacker(against)
    if not (0 < risk <= 1 and sample >= 1):
        raise ParameterError("risk is a share, more than 0 and at most 1; sample at least 1.")
    unit = unit_of(data, unit)
    people = data if unit == "user" else data.each_alone()
    _enough(people, unit)
    rng = Chance.seeded(seed)
    some = whole_people(data, sample, rng.spawn("sample"))
    some = (some if unit == "user" else some.each_alone()).renumbered()
    progress.stage("looking at the data")
    seen = profile(people, some, rng.spawn("profile"))
    if aim.publishes == "counts":
        used, tried = people, trials.counts(people, aim, foe, unit, seed)
    else:
        used, tried = some, trials.methods(some, aim, foe, unit, seed)
    choice = choose(tried, aim, foe, risk)
    return Advice(aim, foe, unit, seed, seen, len(used), tuple(tried), choice)


def _enough(people: Trajectories, unit: Unit) -> None:
    if people.n_owners < FEWEST_PEOPLE:
        few = "people" if unit == "user" else "trajectories"
        raise Infeasible(
            f"there are {people.n_owners} {few}: with fewer than {FEWEST_PEOPLE} there is no crowd "
            "to hide in, and every figure would tell of somebody.",
            "Gather more data before you publish any of it; or take a method by name.",
        )


def whole_people(data: Trajectories, trips: int, rng: Chance) -> Trajectories:
    """Draw people with all that is theirs, about as many as have so many trips in all."""
    everybody, code = np.unique(data.owner, return_inverse=True)
    size = np.bincount(code, np.maximum(1, data.lengths / _POINTS))
    order = rng.permutation(len(everybody))
    enough = int(np.searchsorted(np.cumsum(size[order]), trips, side="right"))
    chosen = order[: max(enough, FEWEST_PEOPLE)]
    return data.take(np.isin(code, chosen))
