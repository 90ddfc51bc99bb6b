"""In fog only the hour is known."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from wayveil.chance import Chance
from wayveil.kinds import Anonymizer, Claim, Draft
from wayveil.part import Seconds
from wayveil.record import Origin
from wayveil.shapes import Trajectories


class Fog(Anonymizer):
    """Round times down to whole watches, and leave places as they are."""

    watch: Seconds = 14_400
    """Length of a watch."""

    def claims(self) -> tuple[Claim, ...]:
        """Promise little."""
        return (Claim.named("no_stowaways"),)

    def __call__(self, data: Trajectories, rng: Chance) -> Draft:
        """Round the times."""
        step = max(1, round(self.watch * 1000))
        return Draft(replace(data, t=data.t // step * step), Origin.one_each(np.arange(len(data))))
