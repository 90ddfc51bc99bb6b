"""Somebody on the quay saw when each ship left."""

from __future__ import annotations

from typing import Any

import numpy as np

from wayveil.chance import Chance
from wayveil.kinds import Attack, Guesses, Knowledge
from wayveil.shapes import Trajectories


class Lookout(Attack):
    """Take for each ship the one that left nearest to the time it was seen to leave."""

    risk = "linkability"

    def knows(self, original: Trajectories, rng: Chance) -> Knowledge:
        """Note when each ship left."""
        return Knowledge(np.arange(len(original)), original.t[original.offsets[:-1]])

    def guess(self, clues: Any, released: Trajectories, rng: Chance) -> Guesses:
        """Choose by the time alone."""
        left = released.t[released.offsets[:-1]]
        return Guesses.one_each(np.array([np.abs(left - seen).argmin() for seen in clues]))
