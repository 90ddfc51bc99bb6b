"""How far each trajectory was moved: what the measures of information loss have in common."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from wayveil.errors import Infeasible, InputError
from wayveil.kernels.arrays import Floats, Ints
from wayveil.kinds import Distance, Reading
from wayveil.record import Origin
from wayveil.shapes import Trajectories
from wayveil.together import together


@dataclass(frozen=True, eq=False)
class Loss:
    """The distances between survivors and what was released for them, in metres.

    `prepared` holds the originals first, so that they can be compared among themselves.
    """

    moved: Floats
    removed: int
    not_comparable: int
    prepared: Any

    @cached_property
    def rmse(self) -> float:
        """The root of the mean squared distance."""
        return float(np.sqrt(np.mean(self.moved**2)))

    @cached_property
    def mean(self) -> float:
        """The mean distance."""
        return float(self.moved.mean())

    def reading(self, value: float, unit: str, **more: Any) -> Reading:
        """Give a value of these distances, with what lies behind it."""
        detail: dict[str, Any] = {
            **more,
            "median": float(np.median(self.moved)),
            "p95": float(np.quantile(self.moved, 0.95)),
            "removed": self.removed,
        }
        if self.not_comparable:
            detail["not_comparable"] = self.not_comparable
        if hasattr(self.prepared, "weight"):
            detail["weight"] = float(self.prepared.weight)
        return Reading(value, unit, len(self.moved), detail)


def loss(
    original: Trajectories,
    released: Trajectories,
    origin: Origin | None,
    distance: Distance,
    stand_in: Trajectories | None = None,
) -> Loss:
    """Compare each survivor with the first released trajectory that comes from it.

    Those that were removed are left out, or compared with the stand-in, a table of one. Plane and
    weight are the original's, so that two releases of it are measured alike.
    """
    survivors, partners = pairs(original, released, origin)
    ones, others = survivors, len(original) + partners
    tables = [original, released]
    if stand_in is not None:
        tables.append(stand_in)
        ones = np.arange(len(original))
        others = np.full(len(original), len(original) + len(released))
        others[survivors] = len(original) + partners
    prepared = distance.prepare(together(*tables), basis=original)
    moved = distance.pairs(prepared, ones, others)
    comparable = np.isfinite(moved)
    if not comparable.any():
        raise Infeasible("the distance cannot compare any trajectory with its released one.")
    return Loss(
        moved=moved[comparable],
        removed=len(original) - len(survivors),
        not_comparable=int((~comparable).sum()),
        prepared=prepared,
    )


def pairs(
    original: Trajectories, released: Trajectories, origin: Origin | None
) -> tuple[Ints, Ints]:
    """Give the survivors' places in the original, and for each the place of its partner.

    The partner is the first released trajectory that names the survivor as a source.
    """
    if origin is None:
        raise InputError(
            "it is not known which released trajectory comes from which.",
            "Add --record FILE; or measure releases whose ids are the original's.",
        )
    if not origin.belongs(len(original), len(released)):
        raise InputError("the record does not belong to this original and this release.")
    first = origin.partners(len(original))
    survivors = np.flatnonzero(first >= 0)
    return survivors, first[survivors]
