"""Who was near all of some known points, within so many metres and milliseconds of each."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from wayveil.kernels.arrays import Floats, Ints
from wayveil.kernels.compiled import compiled
from wayveil.kernels.sphere import distance


class Sightings(NamedTuple):
    """Points in the order of time, and whose each is."""

    lat: Floats
    lon: Floats
    t: Ints
    who: Ints


@compiled
def near_all(
    seen: Sightings, known: Sightings, offsets: Ints, metres: float, ms: int, people: int
) -> tuple[Ints, Ints]:
    """Give, for each list of known points, all who were near each of them; no list may be empty."""
    counts = np.zeros(len(offsets) - 1, np.int64)
    last = np.full(people, -1)
    found, total = np.empty(1024, np.int64), 0
    for question in range(len(counts)):
        first, end = offsets[question], offsets[question + 1]
        for row in range(first, end):
            _mark(seen, known, row, metres, ms, last, row == first)
        fit = np.flatnonzero(last == end - 1)
        while total + len(fit) > len(found):
            found = np.append(found, np.empty_like(found))
        found[total : total + len(fit)] = fit
        counts[question] = len(fit)
        total += len(fit)
    return found[:total], counts


@compiled
def _mark(
    seen: Sightings, known: Sightings, row: int, metres: float, ms: int,
    last: Ints, anybody: bool,
) -> None:  # fmt: skip
    """Note of all who are near this point, and were near the one before, that it is their last."""
    begin = np.searchsorted(seen.t, known.t[row] - ms)
    end = np.searchsorted(seen.t, known.t[row] + ms, side="right")
    for i in range(begin, end):
        who = seen.who[i]
        before = anybody or last[who] == row - 1
        if before and distance(seen.lat[i], seen.lon[i], known.lat[row], known.lon[row]) <= metres:
            last[who] = row
