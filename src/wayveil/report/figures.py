"""The figures that tell a release in a few lines: counts only, fit for anyone's eyes."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import Self

import numpy as np

from wayveil.clock import MS_PER_DAY
from wayveil.kernels.radix import distinct
from wayveil.shapes import Trajectories, steps


@dataclass(frozen=True)
class Figures:
    """What one table holds, and how many of its trajectories are like no other."""

    people: int | None
    trajectories: int
    points: int
    days: int
    places: int
    alone: int
    alone_without_times: int

    @classmethod
    def of(cls, data: Trajectories) -> Self:
        """Count; `people` is None where nobody is named."""
        timeless = replace(data, t=np.zeros_like(data.t), extra=None)
        return cls(
            people=data.n_owners if data.has_owners else None,
            trajectories=len(data),
            points=data.n_points,
            days=len(distinct(data.t // MS_PER_DAY)),
            places=places(data),
            alone=alone(data),
            alone_without_times=alone(timeless),
        )


def places(data: Trajectories) -> int:
    """Count the different places: as one number each, for millions of pairs take long to sort."""
    return len(distinct(steps(data.lat) * 2**32 + steps(data.lon)))


def alone(data: Trajectories) -> int:
    """Count the trajectories that no other one equals: whoever knows one of these has found it."""
    return sum(count == 1 for count in Counter(data.shapes()).values())


def share(part: int, whole: int) -> str:
    """Write a share in per cent, without rounding some to none or nearly all to all.

    >>> share(1, 3), share(1499, 1500), share(0, 0)
    ('33 %', '99.9 %', '0 %')
    """
    percent = 100 * part / whole if whole else 0.0
    clear = percent in (0, 100) or 0.5 <= percent < 99.5
    return f"{percent:.0f} %" if clear else f"{min(max(percent, 0.1), 99.9):.1f} %"
