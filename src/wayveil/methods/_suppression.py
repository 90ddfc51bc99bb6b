"""Which visits must go so that none of their combinations is rare."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from wayveil import progress
from wayveil.errors import Infeasible
from wayveil.kernels import suppression
from wayveil.kernels.arrays import Ints, Mask
from wayveil.kernels.combinations import LIMIT, Combinations, Rows, Units, counted
from wayveil.methods._visits import Visits

#: The first pass decides; the second begins with what the first kept, and finds some room beside.
_PASSES: Final = 2


@dataclass(frozen=True)
class Protection:
    """How many units must share how many visits; `owner` is the unit of each trajectory."""

    k: int
    knowledge: int
    owner: Ints

    def of(self, visits: Visits) -> Mask:
        """Mark the visits that can stay: as many points as we know how to keep.

        Combinations of one visit are dealt with first, then those of two, and so on: what is gone
        by then need not be counted in longer ones.
        """
        kept = np.zeros(len(visits), np.bool_)
        for _ in range(_PASSES):
            rows = self._rows(visits, kept)
            for length in range(1, self.knowledge + 1):
                self._take_out(rows, length, visits.points, kept)
            self._put_back(rows, visits.points)
            kept = rows.alive
        return kept

    def _rows(self, visits: Visits, kept: Mask) -> Rows:
        """Begin with all visits but those that would cut one in two that is kept."""
        offsets, n_items = visits.offsets(len(self.owner)), int(visits.item.max(initial=0)) + 1
        closed = suppression.within_visits(Rows(visits.item, offsets, kept, n_items, joined=True))
        return Rows(visits.item, offsets, ~closed, n_items, joined=True)

    def _take_out(self, rows: Rows, length: int, points: Ints, kept: Mask) -> None:
        progress.stage(f"looking for rare combinations of {length}")
        while suppression.take_out(rows, self._counted(rows, length), self.k, length, points, kept):
            progress.advance()

    def _put_back(self, rows: Rows, points: Ints) -> None:
        progress.stage("putting back what is not rare")
        length = self.knowledge
        while suppression.put_back(rows, self._counted(rows, length), self.k, length, points):
            progress.advance()

    def _counted(self, rows: Rows, length: int) -> Combinations:
        order = np.argsort(self.owner, kind="stable")
        made, used = counted(rows, Units(order, self.owner[order]), length, LIMIT)
        if used == LIMIT:
            raise Infeasible(
                f"there are more than {LIMIT:,} combinations of {length} visits.",
                "Ask for less knowledge, or larger tiles.",
            )
        return made
