"""Fixes: what a phone's receiver tells of a trip, at odd times and never quite right."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from wayveil.kernels import ragged
from wayveil.kernels.arrays import Floats, Ints, Mask
from wayveil.progress import track
from wayveil.synth._days import Trips
from wayveil.synth._people import People
from wayveil.synth._routes import Routes, Travel
from wayveil.synth._streets import Streets

_AT_ONCE: Final = 50_000
_LIGHT_RED: Final = 0.22
_LONGEST_RED_S: Final = 60.0
#: From the door to the street, and back.
_DOORSTEP_MS: Final = 2.0
_SHORTEST_GAP_S: Final = 1.0
_DROPPED: Final = 0.05
_SHADOWED: Final = 0.04
_MEMORY_S: Final = 25.0
_OUTLIERS: Final = 0.004
_OUTLIER_TIMES: Final = 6.0
#: Errors stay within this many times their usual size,
_REACH_TIMES: Final = 12.0
#: and never move faster than this, so that no trip looks faster than 200 km/h.
_DRIFT_MS: Final = 22.0


@dataclass(frozen=True)
class Receiver:
    """How often a position is taken, and how wrong it is."""

    sampling_s: float
    noise_m: float


@dataclass(frozen=True)
class Fixes:
    """Places and milliseconds since the trip's start; `lasted_s` is how long each trip took."""

    x: Floats
    y: Floats
    ms: Ints
    counts: Ints
    lasted_s: Floats


@dataclass(frozen=True)
class _Lines:
    """The corners of some trips: place, when reached, and how long one waits."""

    x: Floats
    y: Floats
    reached: Floats
    waits: Floats
    offsets: Ints


def fixes(
    trips: Trips,
    people: People,
    streets: Streets,
    ways: tuple[Routes, Travel],
    receiver: Receiver,
    rng: np.random.Generator,
) -> list[Fixes]:
    """Follow every trip, some thousands at a time."""
    lights = streets.lights()
    found = []
    for first in track(range(0, len(trips), _AT_ONCE), "following trips"):
        some = np.arange(first, min(first + _AT_ONCE, len(trips)))
        lines = _followed(some, trips, people, streets, ways, lights, rng)
        found.append(_received(lines, receiver, rng))
    return found


def _followed(
    some: Ints,
    trips: Trips,
    people: People,
    streets: Streets,
    ways: tuple[Routes, Travel],
    lights: Mask,
    rng: np.random.Generator,
) -> _Lines:
    """Lay out where these trips turn, and when they get there."""
    routes, travel = ways
    route, pace = travel.route[some], travel.pace[some]
    rows, offsets = _rows(routes, route, travel.backwards[some])
    first, last = offsets[:-1], offsets[1:] - 1
    nodes, counts = routes.nodes[rows], np.diff(offsets)
    left = routes.left[rows]
    gone = np.abs(left - np.repeat(left[first], counts)) * np.repeat(pace, counts)
    waits = _waits(lights[nodes], rng)
    waits[first] = waits[last] = 0
    waited = _since_first(np.cumsum(waits) - waits, offsets)
    corners = _Lines(streets.x[nodes], streets.y[nodes], gone + waited, waits, offsets)
    house = people.house[trips.owner[some]]
    corners = _through_door(corners, last, 0, trips.target[some] < 0, house)
    return _through_door(corners, first, 1, trips.source[some] < 0, house)


def _through_door(lines: _Lines, at: Ints, slow: int, home: Mask, house: Floats) -> _Lines:
    """Move the ends that are at home to the house; the leg there takes longer by the way."""
    at, house = at[home], house[home]
    x, y, extra = lines.x.copy(), lines.y.copy(), np.zeros(len(lines.x))
    extra[at + slow] = np.hypot(house[:, 0] - x[at], house[:, 1] - y[at]) / _DOORSTEP_MS
    x[at], y[at] = house.T
    later = _since_first(np.cumsum(extra), lines.offsets)
    return replace(lines, x=x, y=y, reached=lines.reached + later)


def _rows(routes: Routes, route: Ints, backwards: Mask) -> tuple[Ints, Ints]:
    """List the rows of each trip's route, in the order of the trip."""
    begin, end = routes.offsets[route], routes.offsets[route + 1]
    rows, counts = ragged.rows_of(routes.offsets, route), end - begin
    turned = np.repeat(backwards, counts)
    return np.where(turned, np.repeat(begin + end - 1, counts) - rows, rows), ragged.offsets_of(
        counts
    )


def _waits(light: Mask, rng: np.random.Generator) -> Floats:
    """Wait at some of the lights."""
    waits = np.zeros(len(light))
    at = np.flatnonzero(light)
    red = at[rng.random(len(at)) < _LIGHT_RED]
    waits[red] = np.minimum(rng.exponential(12.0, len(red)), _LONGEST_RED_S)
    return waits


def _since_first(running: Floats, offsets: Ints) -> Floats:
    """Count a running sum from each group's first row."""
    return running - np.repeat(running[offsets[:-1]], np.diff(offsets))


def _received(lines: _Lines, receiver: Receiver, rng: np.random.Generator) -> Fixes:
    """Take positions along the way, and get them wrong."""
    from wayveil.kernels.walks import drift, positions

    lasted = lines.reached[lines.offsets[1:] - 1]
    when, offsets = _heard(*_times(lasted, receiver.sampling_s, rng), rng)
    line = (lines.x, lines.y, lines.reached, lines.waits)
    x, y = positions(line, lines.offsets, when, offsets)
    ms = np.rint(when * 1_000).astype(np.int64)
    gaps = np.diff(ms, prepend=0) / 1_000
    gaps[offsets[:-1]] = np.inf
    kicks = _kicks(len(ms), receiver.noise_m, rng)
    errors = drift(kicks, gaps, _MEMORY_S, _DRIFT_MS, _REACH_TIMES * receiver.noise_m)
    return Fixes(x + errors[:, 0], y + errors[:, 1], ms, np.diff(offsets), lasted)


def _times(lasted: Floats, sampling: float, rng: np.random.Generator) -> tuple[Floats, Ints]:
    """Divide each trip's time at random, so that a step takes `sampling` seconds on average."""
    steps = np.maximum(1, np.floor(lasted / sampling + rng.random(len(lasted)))).astype(np.int64)
    offsets = ragged.offsets_of(steps + 1)
    shares = rng.gamma(2.5, 1.0, offsets[-1])
    shares[offsets[:-1]] = 0
    running = _since_first(np.cumsum(shares), offsets)
    least = np.minimum(_SHORTEST_GAP_S, lasted / steps / 2)
    number = np.arange(offsets[-1]) - np.repeat(offsets[:-1], steps + 1)
    stretch = (lasted - least * steps) / running[offsets[1:] - 1]
    when = running * np.repeat(stretch, steps + 1) + number * np.repeat(least, steps + 1)
    return when, offsets


def _heard(when: Floats, offsets: Ints, rng: np.random.Generator) -> tuple[Floats, Ints]:
    """Lose some fixes, and in a few trips a whole stretch; a trip's ends are always heard."""
    counts = np.diff(offsets)
    trip = ragged.group_of_rows(offsets)
    part = (np.arange(len(when)) - offsets[trip]) / np.maximum(counts - 1, 1)[trip]
    begin = np.where(rng.random(len(counts)) < _SHADOWED, rng.uniform(0.1, 0.6, len(counts)), 2.0)
    lost = (rng.random(len(when)) < _DROPPED) | ((part > begin[trip]) & (part < begin[trip] + 0.3))
    lost[offsets[:-1]] = lost[offsets[1:] - 1] = False
    return when[~lost], ragged.offsets_of(np.bincount(trip[~lost], minlength=len(counts)))


def _kicks(n: int, noise: float, rng: np.random.Generator) -> Floats:
    """Draw errors east and north, a few of them far larger."""
    size = np.where(rng.random(n) < _OUTLIERS, _OUTLIER_TIMES, 1.0) * noise / 2**0.5
    return rng.normal(0, 1, (n, 2)) * size[:, None]
