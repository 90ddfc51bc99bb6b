"""No step between tiles is one's own."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import numpy as np

from wayveil.kernels import ragged
from wayveil.kinds import Claim, Tessellation, Verdict
from wayveil.part import K, by_default
from wayveil.record import Record
from wayveil.shapes import Trajectories


class PairsAtLeastK(Claim):
    """Every step from a tile to the next is in at least k published trajectories.

    Successive points in one tile are one visit. Every pair of successive visits, and the tile of
    every trajectory with one visit, is looked at; nothing is assumed between two points. A
    property of what is published, and no promise about a person: longer sequences may be
    unique, and times are not looked at.
    """

    checkable_by = "anyone"

    k: K = 3
    """Fewest published trajectories that share a step."""

    tessellation: Tessellation = by_default("square")
    """The tiles; their origin is the same for all data."""

    @property
    def adversary(self) -> str:
        """Who is kept from something."""
        return "somebody who knows two successive tiles of a published trajectory, and no time"

    def promise(self, unit: str) -> str:
        """Say it in a sentence."""
        return (
            f"Every step from tile to tile is in at least {self.k} published trajectories; "
            "that is no promise about a person."
        )

    def check(
        self,
        released: Trajectories,
        record: Record | None = None,
        original: Trajectories | None = None,
    ) -> Verdict:
        """Count the trajectories of each step."""
        if not len(released):
            return Verdict("yes", self.k, note="nothing is published")
        cells = self.tessellation.cells(released.lat, released.lon)
        runs = ragged.runs(cells, released.offsets)
        tile, trip = cells[runs[:-1]].tolist(), released.of_point[runs[:-1]].tolist()
        visits = list(zip(tile, trip, strict=True))
        visited = Counter(place for place, _ in set(visits))
        steps = {(a, b, i) for (a, i), (b, j) in pairwise(visits) if i == j}
        shared = Counter((a, b) for a, b, _ in steps)
        alone = np.flatnonzero(np.bincount(trip) == 1)
        lone = [visited[tile[p]] for p in np.searchsorted(trip, alone)]
        rarest = min([*shared.values(), *lone])
        return Verdict.of(rarest, self.k, "published trajectories that share the rarest step")
