"""How many originals are found again by looking for the nearest."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated, Any, NamedTuple

import numpy as np
from pydantic import Field

from wayveil.kernels.arrays import Floats, Ints
from wayveil.kinds import Aggregation, Distance, Measure, Reading
from wayveil.measures._loss import pairs
from wayveil.measures._nearest import Ties, nearest, tied
from wayveil.part import by_default
from wayveil.progress import track
from wayveil.record import Origin
from wayveil.shapes import Trajectories
from wayveil.together import together


class RecordLinkage(Measure):
    """Share of the originals that are nearest to what was released for them. (D4.10, 6.3.4.4)

    100 / n · Σ [x_j in G_j] / |G_j| over the released trajectories j, where G_j are the originals
    nearest to j (to 1e-6 m) and x_j the one it was released for; the n originals that were removed
    are never found. It is exact: no original is passed over that could be nearest. Two trips 100 m
    apart, released 10 m and 20 m from the first: one of two is found, 50 %. Identical data gives
    100 · distinct originals / n.

    In the detail: `reverse`, where each original looks for the nearest released trajectory;
    `own_cluster`, how often the nearest is at least one of those who share the released one;
    `bound`, 100 over the fewest copies of a released trajectory, which neither can pass;
    and `chance`.

    >>> from wayveil.contract.by_hand import trips, value_of
    >>> before, after = trips([(0, 0, 0)], [(0, 0, 100)]), trips([(0, 0, 10)], [(0, 0, 20)])
    >>> value_of(RecordLinkage(), before, after)
    50.0
    """

    needs_origin = True
    beside = ("reverse", "bound")
    topic = "risk"
    unchanged = None

    trajectory_distance: Distance = by_default("martinez2021")
    """How far apart two trajectories are."""

    window: Annotated[float, Field(gt=0, le=100)] | None = None
    """Beside the exact value, D4.10's approximation: only this % of the originals is looked at."""

    aggregation_method: Aggregation = by_default("mean_trajectory")
    """What the centre of all is made with, by the distance to which a window is chosen."""

    def __call__(
        self, original: Trajectories, released: Trajectories, origin: Origin | None
    ) -> Reading:
        """Look for the nearest, both ways."""
        sides = Sides.of(original, released, origin)
        both = together(sides.originals, sides.released)
        prepared = self.trajectory_distance.prepare(both, basis=original)
        ones = np.arange(len(sides.originals))
        others = np.arange(len(ones), len(both))
        found = sides.linked(nearest(self.trajectory_distance, prepared, others, ones))
        back = sides.linked_back(nearest(self.trajectory_distance, prepared, ones, others))
        survivors = len(sides.survivors)
        detail = {
            "reverse": back.value,
            "own_cluster": {"value": found.own_cluster, "reverse": back.own_cluster},
            "bound": 100 / int(sides.copies.min()),
            "chance": {
                "value": 100 * survivors / sides.n**2,
                "reverse": 100 * survivors / sides.n / len(released),
            },
            "removed": sides.n - survivors,
        }
        if self.window is not None:
            near = self._windowed(sides, original)
            detail["windowed"] = {**near, "error": near["value"] - found.value}
        return Reading(found.value, "% of originals", sides.n, detail)

    def _windowed(self, sides: Sides, original: Trajectories) -> dict[str, Any]:
        """Compare with those originals only that are about as far from the centre of all."""
        distance, n = self.trajectory_distance, len(original)
        both = together(original, sides.released, self.aggregation_method(original))
        prepared, away = distance.prepare(both, basis=original), np.empty(len(both) - 1)
        distance.row(prepared, len(both) - 1, np.arange(len(away)), away)
        order = np.argsort(away[:n], kind="stable")
        size = max(1, round(n * (self.window or 100) / 100))
        first = window_starts(away[order], away[n:], size)
        found = [
            tied(distance, prepared, n + u, np.sort(order[low : low + size]))
            for u, low in enumerate(track(first.tolist(), "linkage in a window"))
        ]
        value = sides.with_twins_apart(original).linked(Ties.of(found)).value
        return {"value": value, "percent": self.window, "size": size}


def window_starts(ordered: Floats, wanted: Floats, size: int) -> Ints:
    """Give where a window of so many ordered values begins that has a wanted value amid it."""
    middle = np.searchsorted(ordered, wanted)
    return np.clip(middle - size // 2, 0, len(ordered) - size)


class Linked(NamedTuple):
    """How many are linked in per cent of all: to the very one, and to one of their cluster."""

    value: float
    own_cluster: float


@dataclass(frozen=True, eq=False)
class Sides:
    """Original and released trajectories, each once, and who was released as which.

    Of `n` originals, survivor i has the place `survivors[i]`, and is original `a[i]` released as
    `u[i]` of those here. `twins` and `copies` say how many each of these stands for.
    """

    originals: Trajectories
    released: Trajectories
    survivors: Ints
    a: Ints
    u: Ints
    twins: Ints
    copies: Ints
    n: int

    @classmethod
    def of(cls, original: Trajectories, released: Trajectories, origin: Origin | None) -> Sides:
        """Put together what is equal."""
        survivors, partners = pairs(original, released, origin)
        a, u = original.alike(), released.alike()
        return cls(
            originals=_once(original, a),
            released=_once(released, u),
            survivors=survivors,
            a=a[survivors],
            u=u[partners],
            twins=np.bincount(a),
            copies=np.bincount(u),
            n=len(original),
        )

    def with_twins_apart(self, original: Trajectories) -> Sides:
        """Take each original for one of its own."""
        alone = np.ones(len(original), np.int64)
        return replace(self, originals=original, a=self.survivors, twins=alone)

    def linked(self, nearest_originals: Ties) -> Linked:
        """Link each released trajectory to an original."""
        u, a = nearest_originals.pairs
        own, near = self._stand_for(u, a), np.bincount(u, self.twins[a], len(self.copies))
        named = np.bincount(self.u, minlength=len(self.copies))
        return Linked(self.percent(own / near[u]), self.percent(named[u] * own / near[u]))

    def linked_back(self, nearest_released: Ties) -> Linked:
        """Link each original to a released trajectory."""
        a, u = nearest_released.pairs
        own, near = self._stand_for(u, a), np.bincount(a, self.copies[u], len(self.twins))
        return Linked(self.percent(own / near[a]), self.percent(self.copies[u] * own / near[a]))

    def percent(self, credit: Floats) -> float:
        """Give a sum in per cent of all originals."""
        return 100 * float(credit.sum()) / self.n

    def _stand_for(self, u: Ints, a: Ints) -> Ints:
        """Count the survivors that are both."""
        width = len(self.twins)
        known, count = np.unique(self.u * width + self.a, return_counts=True)
        place = np.minimum(np.searchsorted(known, u * width + a), len(known) - 1)
        return np.where(known[place] == u * width + a, count[place], 0)


def _once(data: Trajectories, number: Ints) -> Trajectories:
    return data.take(np.unique(number, return_index=True)[1])
