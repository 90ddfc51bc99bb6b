"""No published place is finer than a tile."""

from __future__ import annotations

import numpy as np

from wayveil.kinds import Claim, Tessellation, Verdict
from wayveil.part import by_default
from wayveil.record import Record
from wayveil.shapes import Trajectories, steps


class TileCentres(Claim):
    """Every published place is the centre of a tile of a published tessellation."""

    checkable_by = "anyone"

    tessellation: Tessellation = by_default("square")
    """The tiles."""

    @property
    def adversary(self) -> str:
        """Who is kept from something."""
        return "anyone who wants to know where within a tile somebody was"

    def promise(self, unit: str) -> str:
        """Say it in a sentence."""
        return "Places are published as tile centres only; times and tiles are not protected."

    def check(
        self,
        released: Trajectories,
        record: Record | None = None,
        original: Trajectories | None = None,
    ) -> Verdict:
        """Count the points that are no tile's centre."""
        centres = self.tessellation.centres(self.tessellation.cells(released.lat, released.lon))
        off = (steps(centres[0]) != steps(released.lat)) | (
            steps(centres[1]) != steps(released.lon)
        )
        astray = int(np.count_nonzero(off))
        return Verdict("no" if astray else "yes", 0, astray, "points that are no tile's centre")
