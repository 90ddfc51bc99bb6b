"""Everybody is published in the company of k - 1 others, who are nearly where they are."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from wayveil import geo, progress
from wayveil.kernels import colocated, ragged
from wayveil.kernels.arrays import Ints
from wayveil.kinds import Claim, Verdict
from wayveil.part import K, Metres
from wayveil.record import Record
from wayveil.shapes import Trajectories


class KDeltaAnonymous(Claim):
    """Each published trajectory moves in a cylinder of diameter δ with those of k - 1 other units.

    (Abul, Bonchi, Nanni 2010.) There the k of a set are at most δ apart, each from each, at every
    moment. Here, so that anyone can decide it: they have the same times, and at all of these each
    lies within δ / 2 (great circle) of one of them, around which the cylinder is. It follows that
    any two are at most δ apart; k within δ of each other without one amid them do not suffice.
    With δ = 0 this is k-anonymity. With δ > 0 it is not: the k differ, and somebody who knows a
    published point more exactly than δ finds the one record that has it.
    """

    checkable_by = "anyone (records that move together); the holder of the record (different units)"

    k: K = 3
    """Fewest units in a cylinder."""

    delta: Metres = 1000
    """Diameter δ of a cylinder."""

    @property
    def adversary(self) -> str:
        """Who is kept from telling people apart."""
        if not self.delta:
            return "anyone, whatever they know about the whole trajectory of a person"
        return (
            f"somebody to whom places up to {self.delta:,g} m apart are the same, and nobody else"
        )

    def promise(self, unit: str) -> str:
        """Say it in a sentence, and what it does not say."""
        whose = "people" if unit == "user" else "trajectories"
        together = (
            f"Each published trajectory has the same times as those of {self.k - 1} or more other "
            f"{whose}, and at each of them these are at most {self.delta:,g} m apart."
        )
        if not self.delta:
            return together
        return (
            f"{together} With δ > 0 this is not k-anonymity: nothing is promised against somebody "
            f"who knows a published point more exactly than δ = {self.delta:,g} m."
        )

    def check(
        self,
        released: Trajectories,
        record: Record | None = None,
        original: Trajectories | None = None,
    ) -> Verdict:
        """Count who moves with each, and with a record the units behind them."""
        if not len(released):
            return Verdict("yes", self.k, note="nothing is published")
        alone = self._fewest(released, np.arange(len(released)))
        if alone < self.k:
            return Verdict("no", self.k, alone, "trajectories in the emptiest cylinder")
        if record is None:
            return Verdict("needs record", self.k, alone, "cylinders hold; units need the record")
        if not np.diff(record.origin.offsets).all():
            return Verdict("no", self.k, 0, "trajectories that stand for nobody")
        owner = record.owner[record.origin.sources[record.origin.offsets[:-1]]].astype(np.int64)
        return Verdict.of(self._fewest(released, owner), self.k, "units in the emptiest cylinder")

    def _fewest(self, released: Trajectories, owner: Ints) -> int:
        """Count the owners in the fullest cylinder of whoever has the least company."""
        vectors = np.column_stack(geo.vectors(released.lat, released.lon))
        order, offsets = of_equal_times(released)
        limit, fewest = geo.chord(self.delta / 2), len(released)
        for group in progress.track(range(len(offsets) - 1), "looking for company"):
            members = order[offsets[group] : offsets[group + 1]]
            crowds = colocated.crowds(vectors, released.offsets, members, owner, limit)
            fewest = min(fewest, int(crowds.min()))
        return fewest


def of_equal_times(released: Trajectories) -> tuple[Ints, Ints]:
    """Group the trajectories that have the same times; give their order, and where groups begin."""
    nowhere = np.zeros(released.n_points)
    when = replace(released, lat=nowhere, lon=nowhere, extra=None).shapes()
    _, group = np.unique(np.array(when, dtype="S16"), return_inverse=True)
    return np.argsort(group, kind="stable"), ragged.offsets_of(np.bincount(group))
