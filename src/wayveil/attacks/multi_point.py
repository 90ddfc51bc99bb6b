"""A few points are known, as precisely as one can see and remember."""

from __future__ import annotations

from typing import Annotated, NamedTuple

import numpy as np
from pydantic import Field

from wayveil import clock, geo
from wayveil.attacks._background import drawn
from wayveil.attacks._units import OfUnit, all_of, groups
from wayveil.chance import Chance
from wayveil.kernels import ragged
from wayveil.kernels.arrays import Floats, Ints
from wayveil.kernels.radix import order_by, order_of
from wayveil.kernels.sightings import Sightings, near_all
from wayveil.kinds import Guesses, Knowledge
from wayveil.part import Metres, Seconds
from wayveil.shapes import Trajectories


class Clues(NamedTuple):
    """Points as they are remembered, so many of each target."""

    lat: Floats
    lon: Floats
    t: Ints
    offsets: Ints


class MultiPoint(OfUnit):
    """Find who was near a few points that are known as precisely as one can see and remember.

    Of each target some points are known, drawn at random, each at a place up to `space` metres off
    and a time up to `time` off. Everybody fits who has a point so near to each of them: no edge of
    a tile or an interval saves anybody. Where points were moved, an attacker who knows how far
    looks as much farther (`moved`). On raw data the target always fits. With 100 m and 5 minutes,
    somebody seen passing at 9:02 fits what is remembered as 9:00, 80 m away.
    """

    risk = "singling out"

    known: Annotated[int, Field(ge=1, le=20)] = 4
    """How many points are known of each target."""

    space: Annotated[Metres, Field(ge=1, le=100_000)] = 100
    """How far off a known place may be."""

    time: Annotated[Seconds, Field(ge=1)] = 300
    """How far off a known time may be."""

    moved: Annotated[Metres, Field(le=100_000)] = 0
    """How far the attacker believes that published points were moved."""

    def knows(self, original: Trajectories, rng: Chance) -> Knowledge:
        """Draw the points, and forget a little."""
        names, group = groups(original, self.unit)
        who = group[original.of_point]
        rows = order_by(who, original.t)
        has = np.bincount(who, minlength=len(names))
        picked, counts = drawn(ragged.offsets_of(has), self.known, rng.spawn("points"))
        enough = counts == self.known
        rows = rows[picked[np.repeat(enough, counts)]]
        clues = self._remembered(original, rows, rng.spawn("memory"))
        offsets = np.arange(0, len(rows) + 1, self.known)
        return Knowledge(names[enough], Clues(*clues, offsets), left_out=int((~enough).sum()))

    def guess(self, clues: Clues, released: Trajectories, rng: Chance) -> Guesses:
        """Name all who were near every point."""
        names, group = groups(released, self.unit)
        order = order_of(released.t)
        whose = group[released.of_point[order]]
        seen = Sightings(released.lat[order], released.lon[order], released.t[order], whose)
        known = Sightings(clues.lat, clues.lon, clues.t, np.zeros_like(clues.t))
        reach, late = self.space + self.moved, clock.milliseconds(self.time)
        found, counts = near_all(seen, known, clues.offsets, reach, late, len(names))
        return all_of(found, counts, group)

    def _remembered(
        self, data: Trajectories, rows: Ints, rng: Chance
    ) -> tuple[Floats, Floats, Ints]:
        """Move points by as much as they are known, evenly over the disc and the interval."""
        # A little less than may be, so that no rounding puts the target out of its own reach.
        away = 0.999 * self.space * np.sqrt(rng.random(len(rows)))
        angle = 2 * np.pi * rng.random(len(rows))
        late = (2 * rng.random(len(rows)) - 1) * clock.milliseconds(self.time)
        north, east = away * np.cos(angle), away * np.sin(angle)
        lat = np.clip(data.lat[rows] + north / geo.METRES_PER_DEGREE, -90, 90)
        wide = geo.METRES_PER_DEGREE * np.maximum(np.cos(np.radians(lat)), 1e-3)
        lon = geo.wrapped(data.lon[rows] + east / wide)
        return lat, lon, data.t[rows] + late.astype(np.int64)
