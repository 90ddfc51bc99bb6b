"""Trips of one person follow each other: the next begins where the last one ended."""

from __future__ import annotations

from typing import Annotated, NamedTuple

import numpy as np
from pydantic import Field

from wayveil import clock, geo
from wayveil.chance import Chance
from wayveil.kernels import ragged
from wayveil.kernels.arrays import Floats, Ints
from wayveil.kernels.radix import order_of
from wayveil.kinds import Attack, Guesses, Knowledge, Unit
from wayveil.part import Metres, Seconds
from wayveil.shapes import Trajectories

#: How many people's candidates are compared at a time.
_BLOCK = 1024


class Arrivals(NamedTuple):
    """Where and when a known trip of each target ends."""

    lat: Floats
    lon: Floats
    t: Ints


class TripLinking(Attack):
    """Find a person's next trip by where and when a known one ends, without any ids.

    Of each user with several trips one is known, drawn at random but not the last. Of the released
    trips that begin within `wait` after it ends, and within `reach` of where, the nearest is said
    to be theirs: it is right if it is any of theirs. Trips begun before are never named, so that
    the known one itself is not found again. Who parks and drives on an hour later from the same
    place is found where trips are published as they are, though nobody's id is.
    """

    risk = "linkability"

    wait: Annotated[Seconds, Field(gt=0)] = 3600
    """How long a person stays at most before the next trip."""

    reach: Annotated[Metres, Field(gt=0, le=1_000_000)] = 1000
    """How far the next trip begins at most from where the last one ended."""

    @property
    def target(self) -> Unit:
        """Whom the clues are about: trips are linked to people."""
        return "user"

    def knows(self, original: Trajectories, rng: Chance) -> Knowledge:
        """Choose a trip of each user, and look where and when it ends."""
        start, end = original.offsets[:-1], original.offsets[1:] - 1
        trips = np.lexsort((original.t[end], original.t[start], original.owner))
        names, has = np.unique(original.owner, return_counts=True)
        several = has > 1
        chosen = (rng.random(len(names)) * (has - 1)).astype(np.int64)
        point = end[trips[(ragged.offsets_of(has)[:-1] + chosen)[several]]]
        clues = Arrivals(original.lat[point], original.lon[point], original.t[point])
        about = names[several].astype(np.int64)
        return Knowledge(about, clues, left_out=int((~several).sum()))

    def guess(self, clues: Arrivals, released: Trajectories, rng: Chance) -> Guesses:
        """Name the trip that begins nearest."""
        start = released.offsets[:-1]
        order = order_of(released.t[start])
        begins = released.t[start][order]
        low = np.searchsorted(begins, clues.t, side="right")
        high = np.searchsorted(begins, clues.t + clock.milliseconds(self.wait), side="right")
        blocks = range(0, max(len(low), 1), _BLOCK)
        spans = [(slice(i, i + _BLOCK), low[i : i + _BLOCK], high[i : i + _BLOCK]) for i in blocks]
        best = [self._nearest(clues, some, a, b, released, order) for some, a, b in spans]
        items, counts = (np.concatenate(column) for column in zip(*best, strict=True))
        return Guesses(items, ragged.offsets_of(counts))

    def _nearest(
        self,
        clues: Arrivals,
        some: slice,
        low: Ints,
        high: Ints,
        released: Trajectories,
        order: Ints,
    ) -> tuple[Ints, Ints]:
        """Give the trips that begin nearest among those of a time, for some of the targets."""
        trip, asked = (
            order[ragged.rows_between(low, high)],
            np.repeat(np.arange(len(low)), high - low),
        )
        first = released.offsets[trip]
        lat, lon = clues.lat[some][asked], clues.lon[some][asked]
        away = geo.metres(lat, lon, released.lat[first], released.lon[first])
        least = np.full(len(low), np.nextafter(self.reach, np.inf))
        np.minimum.at(least, asked, away)
        best = (away == least[asked]) & (away <= self.reach)
        return trip[best], np.bincount(asked[best], minlength=len(low))
