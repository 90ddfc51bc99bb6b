"""For how much longer records agree with a person than somebody has watched."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

import numpy as np
from pydantic import Field

from wayveil import clock, progress
from wayveil.cells import Cells
from wayveil.chance import Chance
from wayveil.claims._watched import Watched
from wayveil.kernels import fitting, ragged
from wayveil.kernels.arrays import Floats, Ints, Mask
from wayveil.kernels.fitting import Spans
from wayveil.kinds import Claim, Grade, Verdict
from wayveil.part import Seconds
from wayveil.record import Record
from wayveil.shapes import Shape, Trajectories

_LONG = Annotated[Seconds, Field(ge=1)]


class Leakage(Claim):
    """No promise, but a measurement: what is learned beyond the time somebody was watched.

    Somebody is watched for tau, from one of their points on. All records that fit are taken
    together: what they agree upon outside that time is learned. Counted are the epochs of epsilon
    in which the person was seen and every record that fits holds all of their points then, without
    the time watched. kte_hide merges no two people for longer than tau + epsilon; but people at
    one antenna agree by accident, and so more may leak than epsilon. What is found is the share of
    windows with more; watched are people drawn by a fixed lot, in every window that starts at a
    point of theirs and has no suppressed one. (paper 004, II-C)
    """

    about: ClassVar[type[Shape]] = Cells
    checkable_by = "the holder of the record and the original"

    tau: _LONG = 3600
    """For how long the attacker watches."""

    epsilon: _LONG = 3600
    """Length of an epoch, and what may be learned beyond tau."""

    people: Annotated[int, Field(ge=1, le=1_000_000)] = 100
    """How many people are watched; all, if there are no more."""

    @property
    def grade(self) -> Grade:
        """What was found on this release, and no guarantee."""
        return "measured"

    @property
    def adversary(self) -> str:
        """Who learns it."""
        return f"somebody who knows all points of a person within {self.tau:g} s"

    def promise(self, unit: str) -> str:
        """Say what is measured, and that it is no promise."""
        who = "a person" if unit == "user" else "one"
        return (
            f"No formal promise. Measured is how often all records that fit {who} watched for "
            f"{self.tau:g} s agree on more than {self.epsilon:g} s besides."
        )

    def check(
        self, released: Any, record: Record | None = None, original: Trajectories | None = None
    ) -> Verdict:
        """Watch some people; the lot is fixed, so that everybody finds the same."""
        if record is None:
            return Verdict("needs record")
        if original is None:
            return Verdict("needs original")
        leaks = self.leaks(released, record, original)
        if not len(leaks):
            return Verdict("yes", note="nobody can be watched without a suppressed point")
        minutes = np.percentile(leaks, [50, 95, 100]) / 60_000
        above = float((leaks > clock.milliseconds(self.epsilon)).mean())
        told = ", ".join(f"{m:.0f}" for m in minutes)
        note = f"share of {len(leaks):,} windows; median, 95 % and most of the minutes: {told}"
        return Verdict("yes", found=round(above, 4), note=note)

    def leaks(self, released: Cells, record: Record, original: Trajectories) -> Ints:
        """Give for each window watched how many ms are learned besides."""
        watched = Watched.of(released, record, original, clock.milliseconds(self.tau))
        known = np.unique(ragged.group_of_rows(watched.points.offsets)[watched.known])
        lot = Chance.seeded(0).permutation(len(known))[: self.people]
        people, epsilon = progress.track(known[lot], "watching"), clock.milliseconds(self.epsilon)
        found = [leaks_of(watched, int(who), epsilon) for who in people]
        return np.concatenate(found) if found else np.empty(0, np.int64)


def leaks_of(watched: Watched, who: int, epsilon: int) -> Ints:
    """Give for each window of a person how many ms are learned besides."""
    starts, records = watched.starts(who), np.arange(len(watched.person_of))
    spans = watched.fits(np.full(len(records), who), records)
    fit, place = np.unique(spans.group, return_inverse=True)
    crowd = _within(starts, spans, place, len(fit))
    epochs, lost = _lost(watched, who, fit, epsilon)
    agreed = crowd.astype(np.float64) @ lost == 0
    begin = np.maximum(starts[:, None], epochs * epsilon)
    end = np.minimum(starts[:, None] + watched.window, (epochs + 1) * epsilon)
    learned: Ints = (agreed * (epsilon - np.maximum(end - begin, 0))).sum(axis=1)
    return learned


def _lost(watched: Watched, who: int, records: Ints, epsilon: int) -> tuple[Ints, Floats]:
    """Give the epochs in which somebody was seen, and in which of them each record loses them."""
    rows = slice(*watched.points.offsets[who : who + 2])
    epochs, first = np.unique(watched.points.t[rows] // epsilon, return_index=True)
    held = fitting.held_by_each(watched.boxes, watched.points, who, records)
    return epochs, 1.0 - np.logical_and.reduceat(held, first, axis=1)


def _within(starts: Ints, spans: Spans, place: Ints, count: int) -> Mask:
    """Say which starts lie in a span of which record."""
    found = np.zeros((len(starts), count), np.bool_)
    inside = (spans.first <= starts[:, None]) & (starts[:, None] <= spans.last)
    window, span = np.nonzero(inside)
    found[window, place[span]] = True
    return found
