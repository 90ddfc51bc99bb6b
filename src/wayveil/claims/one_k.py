"""Everybody fits into k records, whichever of their points are known."""

from __future__ import annotations

from typing import Any, ClassVar, Final

import numpy as np

from wayveil.cells import Cells
from wayveil.fitting import fits
from wayveil.joined import standing_behind
from wayveil.kernels.arrays import Ints, Mask
from wayveil.kernels.boxes import box_of
from wayveil.kinds import Claim, Verdict
from wayveil.part import K
from wayveil.record import Record
from wayveil.shapes import Shape, Trajectories

_MISSING: Final = (
    "points that are missing in their own record; were they left out by a filter, filter the data "
    "first, with wayveil filter"
)


class OneK(Claim):
    """At least k records hold all points of each person, and none can be excluded.

    With the original, it is settled of every record and every person whether it fits them: whether
    all of their points lie in its boxes. An attacker who knows everybody's points looks for ways
    to give each person a record of their own that fits them; a record that is theirs in none of
    these ways is excluded, and not counted. (It is in one exactly if the two are in one strongly
    connected component of the graph from each person to the owners of the records that fit them.)
    Nothing is promised of trips that were removed before.
    """

    about: ClassVar[type[Shape]] = Cells
    checkable_by = "the holder of the record and the original"

    k: K = 2
    """Fewest records that fit each person and cannot be excluded."""

    @property
    def adversary(self) -> str:
        """Who is kept from telling people apart."""
        return "anyone, whatever points they know of a person, or of everybody"

    def promise(self, unit: str) -> str:
        """Say it in a sentence."""
        whose = "a person" if unit == "user" else "a trajectory"
        return (
            f"Whatever points of {whose} are known that were not removed before, at least "
            f"{self.k} published records fit them, and somebody who knows all points of everybody "
            "can exclude none of these."
        )

    def check(
        self, released: Any, record: Record | None = None, original: Trajectories | None = None
    ) -> Verdict:
        """Count the records of the person who has the fewest."""
        if record is None:
            return Verdict("needs record", self.k, note="which record is whose is in the record")
        if original is None:
            return Verdict(
                "needs original", self.k, note="whose points they are is in the original"
            )
        if not _one_owner_each(record):
            return Verdict("no", self.k, 0, "records that do not stand for one person each")
        points = standing_behind(record.origin, original).positions()
        if (box_of(released.boxes(), points) < 0).any():
            return Verdict("no", self.k, 0, _MISSING)
        fewest, left = _fewest(*fits(released.boxes(), points), len(released))
        note = f"fewest records that fit and cannot be excluded; fewest that fit: {fewest}"
        if record.removed.points:
            note += f"; not of the {record.removed.points:,} points that were removed"
        return Verdict.of(left, self.k, note)


def _fewest(person: Ints, fitting: Ints, n: int) -> tuple[int, int]:
    """Give the least number of records that fit somebody, and of those that cannot be excluded."""
    stays = person[_matchable(person, fitting, n)]
    return int(np.bincount(person, minlength=n).min()), int(np.bincount(stays, minlength=n).min())


def _one_owner_each(record: Record) -> bool:
    """Whether each record stands for one person, and nobody has two."""
    owner = record.owner[record.origin.sources].astype(np.int64)
    starts = record.origin.offsets[:-1]
    if (np.diff(record.origin.offsets) < 1).any() or not len(starts):
        return False
    alone = (np.maximum.reduceat(owner, starts) == np.minimum.reduceat(owner, starts)).all()
    return bool(alone) and len(np.unique(owner[starts])) == len(starts)


def _matchable(person: Ints, record: Ints, n: int) -> Mask:
    """Say which of the pairs are in a way to give everybody a record; record j is person j's."""
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    edges = coo_array((np.ones(len(person), np.int8), (person, record)), shape=(n, n))
    _, component = connected_components(edges, directed=True, connection="strong")
    same: Mask = component[person] == component[record]
    return same
