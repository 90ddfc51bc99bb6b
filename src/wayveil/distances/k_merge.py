"""How much two trajectories must be blurred to be told apart no more."""

from __future__ import annotations

from typing import Annotated, NamedTuple

import numpy as np
from pydantic import Field

from wayveil.kernels import merging
from wayveil.kernels.arrays import Floats, Ints
from wayveil.kernels.merging import Samples
from wayveil.kinds import Distance
from wayveil.part import Metres, Seconds
from wayveil.shapes import Trajectories
from wayveil.slots import Slots


class Prepared(NamedTuple):
    """Samples in slots, and what each trajectory costs by itself."""

    samples: Samples
    own: Floats


class KMerge(Distance):
    """Cost of merging both into boxes, beyond what each costs alone. (paper 004, III)

    d(a, b) = C(a, b) - (C(a, a) + C(b, b)) / 2, where C is the least cost of boxes that hold all
    samples and at least one of each trajectory, (Δt + 1) (Δx + 1 + Δy + 1) slots a box. A merge
    costs no less than either by itself, so the distance is never negative.
    """

    space: Annotated[Metres, Field(ge=1)] = 100
    """Side of a slot."""

    time: Annotated[Seconds, Field(ge=0.001)] = 60
    """Length of a slot."""

    def prepare(self, data: Trajectories, basis: Trajectories | None = None) -> Prepared:
        """Put the points into slots, on the grid of the basis."""
        slots = Slots.over(data if basis is None else basis, self.space, self.time)
        samples, own = slots.of(data), np.empty(len(data))
        merging.costs(samples, np.repeat(np.arange(len(data)), 2).reshape(-1, 2), own)
        return Prepared(samples, own)

    def row(self, prepared: Prepared, i: int, candidates: Ints, out: Floats) -> None:
        """Merge i with each candidate."""
        groups = np.column_stack([np.full(len(candidates), i), candidates])
        merging.costs(prepared.samples, groups, out)
        out -= (prepared.own[i] + prepared.own[candidates]) / 2
