"""Whoever watches somebody for a while cannot tell their record from those of others."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

import numpy as np
from pydantic import Field

from wayveil import clock
from wayveil.cells import Cells
from wayveil.claims._watched import Watched
from wayveil.kernels.arrays import Ints
from wayveil.kinds import Claim, Verdict
from wayveil.part import K, Seconds
from wayveil.record import Company, Record
from wayveil.shapes import Shape, Trajectories

_LONG = Annotated[Seconds, Field(ge=1)]


class KteAnonymous(Claim):
    """What is known of somebody within a time tau fits the records of k people. (paper 004, II-C)

    This is k^tau,epsilon-anonymity. The attacker knows all of somebody's points in a window of
    length tau. A record fits if each of these points lies in one of its boxes, and each of its
    boxes that lies within the window holds one of them. For every window in which something is
    known, wherever it begins, the person's own record fits, and those of k people in all. And
    whoever is merged into a record of another is so within a time of tau + epsilon, once.

    Points in no box of their own record are suppressed, by the method or by a filter before it:
    nothing is promised of windows with such a point, and the verdict says how many these are. All
    suppressed points must be tallied.
    """

    about: ClassVar[type[Shape]] = Cells
    checkable_by = "the holder of the record and the original"

    k: K = 2
    """Fewest people whose records fit."""

    tau: _LONG = 3600
    """For how long the attacker watches."""

    epsilon: _LONG = 3600
    """For how much longer two people may be merged."""

    @property
    def adversary(self) -> str:
        """Who is kept from telling people apart."""
        return f"somebody who knows all points of a person within {self.tau:g} s, at any time"

    def promise(self, unit: str) -> str:
        """Say it in a sentence, and what it does not say."""
        who = "people" if unit == "user" else "trajectories"
        return (
            f"All that is known of one within {self.tau:g} s fits the records of {self.k} {who} "
            f"or more, unless a point of theirs in it was suppressed; and two {who} are merged "
            f"within {self.tau + self.epsilon:g} s, once. That records agree by accident for "
            f"longer is not excluded."
        )

    def check(
        self, released: Any, record: Record | None = None, original: Trajectories | None = None
    ) -> Verdict:
        """Compare everybody with the records, for every window there is."""
        if record is None:
            return Verdict("needs record", self.k, note="whose records these are is in the record")
        if original is None:
            return Verdict("needs original", self.k, note="who was where is in the original")
        watched = Watched.of(released, record, original, clock.milliseconds(self.tau))
        company = record.origin.company
        fault = _misfiled(watched, record) or self._too_long(watched, company, record)
        if fault:
            return Verdict("no", self.k, note=fault)
        if len(watched.own[0]) and (watched.crowds(*watched.own) < 1).any():
            return Verdict("no", self.k, note="own records that do not fit")
        share = float(watched.exposed.mean())
        note = f"fewest people; {share:.2%} of windows have a suppressed point: not promised"
        return Verdict.of(self._fewest(watched, company, record), self.k, note)

    def _fewest(self, watched: Watched, company: Company | None, record: Record) -> int:
        """Count among those whom the record names, and where these are too few among all.

        So what is found is exact where it is less than k; else it may be more.
        """
        pairs = watched.own
        if company is not None:
            named = watched.company(company, record)
            pairs = np.append(pairs[0], named[0]), np.append(pairs[1], named[1])
        pairs = _once(*pairs)
        crowds = watched.crowds(*pairs)
        asked = np.unique(watched.own[0])
        few = asked[crowds[asked] < self.k]
        for people, records in watched.every_record(few) if len(few) else ():
            crowds[np.unique(people)] = watched.crowds(people, records)[np.unique(people)]
        least = int(crowds[asked].min(initial=np.iinfo(np.int64).max))
        return self.k if least == np.iinfo(np.int64).max else least

    def _too_long(self, watched: Watched, company: Company | None, record: Record) -> str:
        """Say whether somebody is merged with somebody for too long, or nobody says."""
        if company is None:
            return "the record does not say who is merged with whom, and when"
        person, holder = watched.company(company, record)
        pair, place = np.unique(
            person * len(watched) + watched.person_of[holder], return_inverse=True
        )
        first, last = np.full(len(pair), np.iinfo(np.int64).max), np.zeros(len(pair), np.int64)
        last[:] = np.iinfo(np.int64).min
        np.minimum.at(first, place, company.first)
        np.maximum.at(last, place, company.last)
        longest = int((last - first + 1).max(initial=0)) * company.epoch
        allowed = clock.milliseconds(self.tau + self.epsilon)
        return "" if longest <= allowed else f"two are merged over {longest / 1000:g} s"


def _once(people: Ints, records: Ints) -> tuple[Ints, Ints]:
    """Keep each pair once, in the order of the people."""
    width = int(records.max(initial=0)) + 1
    return np.divmod(np.unique(people * width + records), width)


def _misfiled(watched: Watched, record: Record) -> str:
    """Say whether a record is of several people, or points are missing that nobody tallied."""
    if not watched.one_each:
        return "a record stands for several"
    missing = int((~watched.known).sum())
    if missing > record.removed.points:
        return f"{missing - record.removed.points:,} points are in no box, and not tallied"
    return ""
