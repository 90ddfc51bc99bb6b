"""Ships that do not exist, on one course."""

from __future__ import annotations

from typing import Annotated

import numpy as np
import polars as pl
from pydantic import Field

from wayveil.chance import Chance
from wayveil.kinds import Synth
from wayveil.shapes import Names, Trajectories


class Regatta(Synth):
    """Ships that sail east side by side, each a little off its course."""

    ships: Annotated[int, Field(ge=1, le=1_000)] = 10
    """How many set out."""

    def __call__(self, rng: Chance) -> Trajectories:
        """Sail."""
        n, legs = self.ships, 12
        drift = rng.numpy().normal(0, 1e-4, (n, legs)).cumsum(axis=1)
        codes = np.arange(n, dtype=np.int32)
        return Trajectories(
            lat=(54 + 0.01 * codes[:, None] + drift).ravel(),
            lon=np.tile(10 + 0.02 * np.arange(legs), n),
            t=np.tile(1_600_000_000_000 + 600_000 * np.arange(legs), n),
            offsets=np.arange(n + 1) * legs,
            id=codes,
            owner=codes,
            names=Names(ids=pl.Series(codes), owners=pl.Series(codes)),
        )
