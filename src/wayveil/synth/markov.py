"""People who do not exist, walking where a published Markov chain says that people go."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Self

from pydantic import Field

from wayveil import io
from wayveil.chance import Chance
from wayveil.io import at_hand
from wayveil.kinds import Synth
from wayveil.part import Seconds
from wayveil.shapes import Trajectories
from wayveil.synth._setting import FIRST_DAY_MS


class Markov(Synth):
    """Walks along a Markov chain that `wayveil analysis markov_model` wrote. (Dahne 2019, 5.1)

    Each begins in a cell by λ, stays there for an exponential time of its rate q, and goes on by Π,
    seen at the centre of each cell when they arrive. Nothing is known to a walk but its last cell,
    or as many as the model's order: local flows come out right, whole journeys do not.

    >>> data = Markov.example()(Chance.seeded(1))
    >>> len(data), data.n_owners
    (1000, 1000)
    """

    model: str
    """File of the model."""

    trajectories: Annotated[int, Field(ge=1, le=20_000_000)] = 1_000
    """Number of walks, each of somebody else."""

    duration: Annotated[Seconds, Field(ge=1, le=31_622_400)] = 3_600
    """How long a walk lasts, unless nothing is published of how it could go on."""

    days: Annotated[int, Field(ge=1, le=366)] = 7
    """Number of days on which walks begin, from Monday, 2 March 2026."""

    @classmethod
    def example(cls) -> Self:
        """Take the model of an invented town, made by `bench/town_model.py`."""
        return cls(model=str(Path(__file__).with_name("town.json")))

    def published(self) -> dict[str, Any]:
        """Name the file as a stranger would find it."""
        recipe = super().published()
        recipe["params"]["model"] = Path(self.model).name
        return recipe

    def __call__(self, rng: Chance) -> Trajectories:
        """Read the model and walk."""
        model = io.read_model(at_hand.located(self.model))
        return model.sample(
            rng, self.trajectories, duration=self.duration, first_ms=FIRST_DAY_MS, days=self.days
        )
