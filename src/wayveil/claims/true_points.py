"""Nothing is made up."""

from __future__ import annotations

import numpy as np

from wayveil.kernels import ragged
from wayveil.kernels.arrays import Ints, Words
from wayveil.kernels.mixing import mixed
from wayveil.kinds import Claim, Verdict
from wayveil.record import Record
from wayveil.shapes import Trajectories, steps


class TruePoints(Claim):
    """Every published point is a true one, of the source that the record names, published once.

    For methods that exchange points but do not change them: places and times can be counted as
    if nothing had happened. It is a promise to those who use the data, and none to those in it.
    """

    checkable_by = "the holder of the record and the original"

    @property
    def adversary(self) -> str:
        """Whom it protects from nothing."""
        return "nobody: this is about the use of the data"

    def promise(self, unit: str) -> str:
        """Say it in a sentence."""
        return "Every published point is a true one, and published once; whose it is may be hidden."

    def check(
        self,
        released: Trajectories,
        record: Record | None = None,
        original: Trajectories | None = None,
    ) -> Verdict:
        """Look every released point up among its source's."""
        if record is None:
            return Verdict("needs record")
        if original is None:
            return Verdict("needs original")
        of_point = record.origin.of_point
        if of_point is None:
            return Verdict("no", note="the record does not say where each point comes from")
        true = np.sort(_points(original, original.of_point))
        untrue = _beyond(np.sort(_points(released, of_point)), true)
        return Verdict("no" if untrue else "yes", 0, untrue, "points that no source has")


def _points(data: Trajectories, source: Ints) -> Words:
    return mixed(steps(data.lat), steps(data.lon), data.t, source)


def _beyond(some: Words, others: Words) -> int:
    """Count those that are not among others, or more often than there; both are sorted."""
    runs = ragged.runs(some.view(np.int64), np.array([0, len(some)]))
    again = np.arange(len(some)) - np.repeat(runs[:-1], np.diff(runs))
    place = np.searchsorted(others, some) + again
    inside = place < len(others)
    return int(np.count_nonzero(others[place[inside]] != some[inside])) + int((~inside).sum())
