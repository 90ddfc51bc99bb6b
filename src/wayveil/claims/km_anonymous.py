"""Whoever knows a few of somebody's visits finds nobody, or k."""

from __future__ import annotations

from typing import Annotated

import numpy as np
from pydantic import Field

from wayveil.errors import Infeasible
from wayveil.kernels import ragged
from wayveil.kernels.arrays import Mask
from wayveil.kernels.combinations import LIMIT, Rows, Units, counted, fewest
from wayveil.kinds import Claim, Verdict
from wayveil.part import K
from wayveil.precision import Precision, bins, in_words
from wayveil.record import Record
from wayveil.shapes import Trajectories, steps


class KmAnonymous(Claim):
    """Any few visits that one trajectory has, in order, at least k units have. (D4.10, 6.3.3.2)

    A row is known by its place and by when it is: not at all (`none`), to an interval, or to the
    millisecond (`exact`). For every length 1 to `knowledge` and every sequence of so many rows, as
    known, the number of units with a trajectory that contains it in order, with or without others
    between, is 0 or at least k. Rows of one published time have no order: they must be sorted by
    place, each place once. Of the trajectories A B, A B and A C, the sequence A is in 3, A B in 2,
    and C in 1: with k = 2 the last is at fault, and without C all is well.
    """

    checkable_by = "anyone (trajectories); the holder of the record (different units)"

    k: K = 3
    """Fewest units that share what somebody may know."""

    knowledge: Annotated[int, Field(ge=1, le=10)] = 2
    """Most visits that the attacker knows."""

    attacker_time: Precision = "none"
    """What the attacker knows of times: `none`, an interval in seconds, or `exact`."""

    @property
    def adversary(self) -> str:
        """Who is kept from telling people apart."""
        known = "1 visit" if self.knowledge == 1 else f"up to {self.knowledge} visits"
        return f"somebody who knows where {known} of one trajectory were, {self._when}"

    @property
    def _when(self) -> str:
        return in_words(self.attacker_time)

    def promise(self, unit: str) -> str:
        """Say it in a sentence, and what it does not say."""
        whose = "trajectories"
        limits = " Knowing more visits, or times more precisely, may tell more."
        if unit == "user":
            whose = "people"
            limits += " Nothing is promised where the visits are of several trips of one person."
        known = "1 visit" if self.knowledge == 1 else f"{self.knowledge} visits or fewer"
        return f"Any {known}, {self._when}, fit none or at least {self.k} {whose}.{limits}"

    def check(
        self,
        released: Trajectories,
        record: Record | None = None,
        original: Trajectories | None = None,
    ) -> Verdict:
        """Count who shares each sequence of rows, by trajectories and with a record by units."""
        if not len(released):
            return Verdict("yes", self.k, note="nothing is published")
        if (_place_not_after(released) & _time_not_after(released)).any():
            return Verdict("no", self.k, note="rows of one time that are not sorted by place")
        alone = np.arange(len(released))
        crowd = self._fewest(released, Units(alone, alone))
        if crowd < self.k:
            return Verdict("no", self.k, crowd, "trajectories that share the rarest visits")
        if record is None:
            return Verdict(
                "needs record", self.k, crowd, "trajectories hold; units need the record"
            )
        return Verdict.of(self._fewest(released, _behind(record)), self.k, "fewest units")

    def _fewest(self, released: Trajectories, units: Units) -> int:
        """Units of the rarest sequence of the shortest length at which any is too rare."""
        items = ragged.numbered(*released.codes(), bins(released.t, self.attacker_time))
        everywhere = np.ones(len(items), np.bool_)
        rows = Rows(items, released.offsets, everywhere, int(items.max()) + 1, joined=False)
        crowd = self.k
        for length in range(1, self.knowledge + 1):
            made, used = counted(rows, units, length, LIMIT)
            if used == LIMIT:
                raise Infeasible(
                    f"there are more than {LIMIT:,} sequences of {length} visits to count.",
                    "Check with less knowledge.",
                )
            crowd = fewest(made, used)
            if crowd < self.k:
                break
        return crowd


def _place_not_after(released: Trajectories) -> Mask:
    """Mark each row but the first whose place does not come after that of the row before."""
    lat, lon = np.diff(steps(released.lat)), np.diff(steps(released.lon))
    unsorted: Mask = (lat < 0) | ((lat == 0) & (lon <= 0))
    return unsorted


def _time_not_after(released: Trajectories) -> Mask:
    """Mark each row but the first that has the time of the row before in its trajectory."""
    inside = ~ragged.first_of_group(released.offsets)[1:]
    together: Mask = inside & (np.diff(released.t) == 0)
    return together


def _behind(record: Record) -> Units:
    """List who is behind each released trajectory, sorted by unit."""
    unit = record.owner[record.origin.sources].astype(np.int64)
    order = np.argsort(unit, kind="stable")
    return Units(ragged.group_of_rows(record.origin.offsets)[order], unit[order])
