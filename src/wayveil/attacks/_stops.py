"""Where and when trips begin and end, and which of them do so near each other."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final, Self

import numpy as np
from scipy.spatial import KDTree

from wayveil import geo
from wayveil.kernels.arrays import Floats, Ints, Mask
from wayveil.shapes import Trajectories

#: Lengths are compared in whole millimetres: equal ones are equal, whatever they were made from.
_MM: Final = 1000
#: A place in a block of known trips and a length in millimetres make one number.
_SHIFT: Final = 32


@dataclass(frozen=True, eq=False)
class Stops:
    """Where (in metres from the middle of the earth) and when trips begin, or end."""

    places: Floats
    t: Ints

    @classmethod
    def at(cls, data: Trajectories, rows: Ints) -> Self:
        """Take some points of a table."""
        return cls(np.column_stack(geo.vectors(data.lat[rows], data.lon[rows])), data.t[rows])

    @cached_property
    def tree(self) -> KDTree:
        """An index of the places."""
        return KDTree(self.places)

    @cached_property
    def moments(self) -> Ints:
        """The times, in order."""
        return np.sort(self.t)

    def between(self, one: Ints, other: Ints) -> Ints:
        """Count how many there are from one time to another, whichever is earlier."""
        first = np.searchsorted(self.moments, np.minimum(one, other))
        after = np.searchsorted(self.moments, np.maximum(one, other), side="right")
        return after - first


@dataclass(frozen=True, eq=False)
class Trips:
    """Where and when trips begin, and where and when they end."""

    begins: Stops
    ends: Stops

    @classmethod
    def of(cls, data: Trajectories, trips: Ints | slice = slice(None)) -> Self:
        """Look at both ends of these trajectories."""
        first, last = data.offsets[:-1][trips], data.offsets[1:][trips] - 1
        return cls(Stops.at(data, first), Stops.at(data, last))

    def __len__(self) -> int:
        return len(self.begins.t)

    def some(self, which: slice) -> Trips:
        """Take some of them."""
        ends = (Stops(side.places[which], side.t[which]) for side in (self.begins, self.ends))
        return Trips(*ends)


class Near:
    """Which released stops are within reach of which known ones, and how many are as near."""

    def __init__(self, known: Stops, released: Stops, reach: float) -> None:
        self.known, self.released = known, released
        self._reach = round(geo.chord(reach) * _MM)
        # A millimetre more, so that what is near does not depend on how the tree rounds.
        found = known.tree.sparse_distance_matrix(
            released.tree, (self._reach + 1) / _MM, output_type="ndarray"
        )
        asked, trip = found["i"].astype(np.int64), found["j"].astype(np.int64)
        away = self._away(asked, trip)
        near = away <= self._reach
        self.asked, self.trip = asked[near], trip[near]
        self._keys = np.sort(_keys(self.asked, away[near]))

    def has(self, asked: Ints, trip: Ints) -> Mask:
        """Mark the pairs of a known stop and a released one that are within reach."""
        return self._away(asked, trip) <= self._reach

    def as_near(self, asked: Ints, trip: Ints) -> Ints:
        """Count the released stops that are at most as far from a known one as this one is."""
        within = np.searchsorted(self._keys, _keys(asked, self._away(asked, trip)), side="right")
        return within - np.searchsorted(self._keys, _keys(asked, np.zeros_like(asked)))

    def later(self, asked: Ints, trip: Ints) -> Ints:
        """Say by how many milliseconds the released stop is later."""
        late: Ints = self.released.t[trip] - self.known.t[asked]
        return late

    def _away(self, asked: Ints, trip: Ints) -> Ints:
        gap = self.released.places[trip] - self.known.places[asked]
        length: Floats = np.sqrt(np.einsum("ij,ij->i", gap, gap))
        return np.rint(length * _MM).astype(np.int64)


@dataclass(frozen=True, eq=False)
class Beside:
    """Some known trips beside the released ones: four ways to be near, looked at when needed."""

    known: Trips
    released: Trips
    reach: float

    @cached_property
    def from_start(self) -> Near:
        """Trips that begin where the known one begins."""
        return Near(self.known.begins, self.released.begins, self.reach)

    @cached_property
    def to_end(self) -> Near:
        """Trips that end where the known one ends."""
        return Near(self.known.ends, self.released.ends, self.reach)

    @cached_property
    def from_end(self) -> Near:
        """Trips that begin where the known one ends."""
        return Near(self.known.ends, self.released.begins, self.reach)

    @cached_property
    def to_start(self) -> Near:
        """Trips that end where the known one begins."""
        return Near(self.known.begins, self.released.ends, self.reach)

    def apart(self, asked: Ints, trip: Ints) -> Mask:
        """Mark the trips that are over before the known one begins, or begin when it is over."""
        before = self.released.ends.t[trip] < self.known.begins.t[asked]
        after = self.released.begins.t[trip] > self.known.ends.t[asked]
        return before | after


def _keys(asked: Ints, millimetres: Ints) -> Ints:
    return (asked << _SHIFT) + millimetres
