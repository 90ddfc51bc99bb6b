"""Trips that may be one person's, slowly: every released trip is held against a known one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tests.reference.aggregations import Trip
from tests.reference.worth import haversine_km

HOUR = 3_600_000
DAY = 24 * HOUR
FIRST, LAST = 0, -1
#: Which end of the known trip must be near which end of the other.
SIDES = {
    "next": [(LAST, FIRST)],
    "before": [(FIRST, LAST)],
    "again": [(FIRST, FIRST), (LAST, LAST)],
    "back": [(LAST, FIRST), (FIRST, LAST)],
}


def likeliest(
    known: Trip, released: Sequence[Trip], by: str, wait: int, reach: int, shift: int
) -> set[int]:
    """The trips that fit best, for the best of reasons; `wait` and `shift` in ms."""
    reasons = []
    for way in SIDES if by == "any" else [by]:
        found = [
            (worth, i)
            for i, trip in enumerate(released)
            for worth in Pair(known, trip, released).worth(way, wait, reach, shift)
        ]
        best = {i for worth, i in found if worth == min(found)[0]}
        reasons += [(Fraction(min(found)[0], len(best)), best)] if best else []
    least = min((odds for odds, _ in reasons), default=None)
    return {i for odds, best in reasons if odds == least for i in best}


@dataclass(frozen=True)
class Pair:
    """A known trip and another that may be the same person's."""

    known: Trip
    other: Trip
    released: Sequence[Trip]

    def worth(self, way: str, wait: int, reach: int, shift: int) -> Iterator[int]:
        """Yield how many trips fit as well by accident, if the other fits at all."""
        together = self.other[FIRST][0] <= self.known[LAST][0]
        together &= self.other[LAST][0] >= self.known[FIRST][0]
        timely = {
            "next": 0 < self.other[FIRST][0] - self.known[LAST][0] <= wait,
            "before": 0 < self.known[FIRST][0] - self.other[LAST][0] <= wait,
            "again": any(
                abs(self.other[FIRST][0] - self.known[FIRST][0] - days * DAY) <= shift
                for days in range(-9, 10)
                if days
            ),
            "back": True,
        }
        if timely[way] and not together and all(self._away(*s) <= reach * 1000 for s in SIDES[way]):
            as_near = [self._as_near(*side) for side in SIDES[way]]
            yield as_near[0] * (as_near[1] if len(as_near) > 1 else self._meanwhile(*SIDES[way][0]))

    def _away(self, mine: int, theirs: int, trip: Trip | None = None) -> int:
        """Millimetres between an end of the known trip and one of another."""
        one, other = self.known[mine], (trip or self.other)[theirs]
        return round(1e6 * haversine_km(one[1:], other[1:]))

    def _as_near(self, mine: int, theirs: int) -> int:
        """How many released trips are at most as far away there."""
        far = self._away(mine, theirs)
        return sum(self._away(mine, theirs, trip) <= far for trip in self.released)

    def _meanwhile(self, mine: int, theirs: int) -> int:
        """How many released trips begin, or end, from the one moment to the other."""
        low, high = sorted((self.known[mine][0], self.other[theirs][0]))
        return sum(low <= trip[theirs][0] <= high for trip in self.released)
