"""An attack that answers as it is told: what trials and scores are tested with."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from wayveil.chance import Chance
from wayveil.kinds import Attack, Guesses, Item, Knowledge, Unit
from wayveil.shapes import Trajectories


class Naming(Attack):
    """Name the released trajectory that begins nearest to the latitude known."""

    risk = "linkability"

    unit: Unit = "trajectory"
    """Who is asked about."""

    @property
    def target(self) -> Unit:
        return self.unit

    def knows(self, original: Trajectories, rng: Chance) -> Knowledge:
        about = np.arange(len(original)) if self.unit == "trajectory" else np.unique(original.owner)
        return Knowledge(about.astype(np.int64), original.lat[original.offsets[:-1]][: len(about)])

    def guess(self, clues: Any, released: Trajectories, rng: Chance) -> Guesses:
        starts = released.lat[released.offsets[:-1]]
        return Guesses.one_each(np.array([np.abs(starts - lat).argmin() for lat in clues]))

    @classmethod
    def of_points(cls) -> Attack:
        return NamingPoints()


class NamingPoints(Naming):
    """The same, about points."""

    item: ClassVar[Item] = "point"
