"""Trips of one person follow each other, and come again: habits link them without any ids."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Final, Literal, NamedTuple

import numpy as np
from pydantic import Field

from wayveil import clock, progress
from wayveil.attacks._stops import Beside, Near, Trips
from wayveil.chance import Chance
from wayveil.kernels import ragged
from wayveil.kernels.arrays import Floats, Ints
from wayveil.kernels.radix import distinct_pairs
from wayveil.kinds import Attack, Guesses, Knowledge, Unit
from wayveil.parallel import in_turn
from wayveil.part import Metres, Seconds
from wayveil.shapes import Trajectories

#: How many pairs of a known trip and a released one are held at a time, if all are within reach.
_PAIRS: Final = 8_000_000


class Fits(NamedTuple):
    """Released trips that fit known ones, and how many would fit each as well by accident."""

    asked: Ints
    trip: Ints
    by_accident: Ints | Floats

    def least(self) -> Fits:
        """Keep, for each known trip, those of which the fewest fit as well by accident."""
        least = np.full(self.asked.max(initial=-1) + 1, np.inf)
        np.minimum.at(least, self.asked, self.by_accident)
        best = self.by_accident == least[self.asked]
        return Fits(self.asked[best], self.trip[best], self.by_accident[best])

    def best(self) -> Fits:
        """Keep those, and share what fits by accident among them."""
        asked, trip, by_accident = self.least()
        return Fits(asked, trip, by_accident / np.bincount(asked)[asked])


class TripLinking(Attack):
    """Find another trip of a person by where and when a known one went, without any ids.

    Of each user with several trips one is known, drawn at random but not the last: where and when
    it begins and ends. Another released trip may be theirs for four reasons (`by`): it is the
    `next`, and begins soon after, where the known one ended; it is the one `before`, and ended
    shortly before, where the known one begins; it goes the same way `again`, on another day at
    about the same hour; or it leads `back`, whenever. What is under way while the known trip is
    cannot be theirs, so that the known one itself is not found again.

    The likeliest is named, and is right if it is any of theirs. For each reason, it is the one of
    which the fewest fit as well by accident: with lengths counted in trips instead of metres and
    seconds, how many released trips begin as near, times how many end as near (`again`, `back`),
    or times how many begin meanwhile (`next`; for `before`, end). Of the reasons, it is the one for
    which this product is smallest, after it is divided by how many fit just as well: more than
    would by accident speak for it. So nothing is weighed by hand, and a place where everybody
    stops tells as little as it should. Who goes to work and comes home is found where trips are
    published as they are, though nobody's id is.
    """

    risk = "linkability"

    by: Literal["any", "next", "before", "again", "back"] = "any"
    """What links trips: any of the reasons, or one alone."""

    wait: Annotated[Seconds, Field(gt=0)] = 3600
    """How long a person stays at most between two trips that follow each other."""

    reach: Annotated[Metres, Field(gt=0, le=1_000_000)] = 1000
    """How far apart ends of two trips may be that count as one place."""

    shift: Annotated[Seconds, Field(le=43_200)] = 7200
    """How much earlier or later in the day a trip may begin that is made again."""

    @property
    def target(self) -> Unit:
        """Whom the clues are about: trips are linked to people."""
        return "user"

    def knows(self, original: Trajectories, rng: Chance) -> Knowledge:
        """Choose a trip of each user, and look where and when it begins and ends."""
        start, end = original.offsets[:-1], original.offsets[1:] - 1
        trips = np.lexsort((original.t[end], original.t[start], original.owner))
        names, has = np.unique(original.owner, return_counts=True)
        several = has > 1
        chosen = (rng.random(len(names)) * (has - 1)).astype(np.int64)
        known = trips[(ragged.offsets_of(has)[:-1] + chosen)[several]]
        about = names[several].astype(np.int64)
        return Knowledge(about, Trips.of(original, known), left_out=int((~several).sum()))

    def guess(self, clues: Trips, released: Trajectories, rng: Chance) -> Guesses:
        """Name the trip that fits best."""
        sought = Trips.of(released)
        step = max(1, _PAIRS // max(len(released), 1))
        cuts = range(0, max(len(clues), 1), step)
        blocks = [clues.some(slice(cut, cut + step)) for cut in cuts]

        def work(some: Trips) -> tuple[Ints, Ints]:
            return self._likeliest(Beside(some, sought, self.reach))

        found = list(progress.track(in_turn(work, blocks), "comparing trips", len(blocks)))
        items, counts = (np.concatenate(column) for column in zip(*found, strict=True))
        return Guesses(items, ragged.offsets_of(counts))

    def _likeliest(self, beside: Beside) -> tuple[Ints, Ints]:
        """Give the trips that fit best, all of equal ones, and how many each known trip has."""
        ways = _WAYS.values() if self.by == "any" else [_WAYS[self.by]]
        best = [way(self, beside).best() for way in ways]
        asked, trip, by_accident = (np.concatenate(column) for column in zip(*best, strict=True))
        asked, trip, _ = Fits(asked, trip, by_accident).least()
        asked, trip = distinct_pairs(asked, trip)
        return trip, np.bincount(asked, minlength=len(beside.known))

    def _next(self, beside: Beside) -> Fits:
        return self._following(beside.from_end, 1)

    def _before(self, beside: Beside) -> Fits:
        return self._following(beside.to_start, -1)

    def _following(self, near: Near, sign: int) -> Fits:
        """Take what begins where a known trip ended, within the wait; or, backwards, what ends."""
        wait = sign * near.later(near.asked, near.trip)
        soon = (wait > 0) & (wait <= clock.milliseconds(self.wait))
        asked, trip = near.asked[soon], near.trip[soon]
        meanwhile = near.released.between(near.known.t[asked], near.released.t[trip])
        return Fits(asked, trip, near.as_near(asked, trip) * meanwhile)

    def _again(self, beside: Beside) -> Fits:
        """Take what goes the same way on another day, at about the same time of day."""
        near = beside.from_start
        later = near.later(near.asked, near.trip)
        days = (later + clock.MS_PER_DAY // 2) // clock.MS_PER_DAY
        late = np.abs(later - days * clock.MS_PER_DAY)
        daily = (days != 0) & (late <= clock.milliseconds(self.shift))
        return _between(beside, near.asked[daily], near.trip[daily], near, beside.to_end)

    def _back(self, beside: Beside) -> Fits:
        """Take what begins where the known trip ended, and ends where it began, at any time."""
        near = beside.from_end
        return _between(beside, near.asked, near.trip, near, beside.to_start)


def _between(beside: Beside, asked: Ints, trip: Ints, begin: Near, end: Near) -> Fits:
    """Keep the trips that end within reach, too, at another time than the known one."""
    fits = end.has(asked, trip) & beside.apart(asked, trip)
    asked, trip = asked[fits], trip[fits]
    return Fits(asked, trip, begin.as_near(asked, trip) * end.as_near(asked, trip))


_WAYS: Final[dict[str, Callable[[TripLinking, Beside], Fits]]] = {
    "next": TripLinking._next,
    "before": TripLinking._before,
    "again": TripLinking._again,
    "back": TripLinking._back,
}
