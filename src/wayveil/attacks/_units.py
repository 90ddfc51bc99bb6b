"""Whom clues are about and whom answers name: single trajectories, or all of a user's."""

from __future__ import annotations

import numpy as np

from wayveil.kernels import ragged
from wayveil.kernels.arrays import Ints
from wayveil.kinds import Attack, Guesses, Unit
from wayveil.shapes import Trajectories


class OfUnit(Attack):
    """An attack on single trajectories, or on users with all that is theirs."""

    unit: Unit = "trajectory"
    """Whose points belong together: those of one trajectory, or all of a user's."""

    @property
    def target(self) -> Unit:
        """Whom the clues are about."""
        return self.unit


def groups(data: Trajectories, unit: Unit) -> tuple[Ints, Ints]:
    """Give what the targets are called, and the target of each trajectory."""
    if unit == "trajectory":
        return np.arange(len(data)), np.arange(len(data))
    names, group = np.unique(data.owner, return_inverse=True)
    return names.astype(np.int64), group


def all_of(found: Ints, counts: Ints, group: Ints) -> Guesses:
    """Answer with all trajectories of the groups found, so many of them for each clue."""
    order = np.argsort(group, kind="stable")
    first = ragged.offsets_of(np.bincount(group))
    items = order[ragged.rows_of(first, found)]
    upto = ragged.offsets_of(np.diff(first)[found])
    return Guesses(items, upto[ragged.offsets_of(counts)])
