"""Two people compared at the moments at which either was seen: each waits where the other is not.

Between two samples somebody moves straight on at constant speed, before the first and after the
last they stay. (paper 004, IV-B, on W4M: linear constant-speed movements between samples)
"""

from __future__ import annotations

import numpy as np

from wayveil.kernels.arrays import Floats, Ints
from wayveil.kernels.compiled import compiled
from wayveil.kernels.paths import Paths


@compiled
def place(paths: Paths, who: int, after: int, moment: float) -> tuple[float, float]:
    """Give where somebody was; `after` is their first sample later than that moment."""
    x, y, t = paths.x, paths.y, paths.t
    before = after - 1
    if before < paths.offsets[who]:
        return x[after], y[after]
    if after == paths.offsets[who + 1]:
        return x[before], y[before]
    share = (moment - t[before]) / (t[after] - t[before])
    return x[before] + share * (x[after] - x[before]), y[before] + share * (y[after] - y[before])


@compiled
def places(paths: Paths, who: Ints, moments: Floats) -> tuple[Floats, Floats]:
    """Give where each of these was at their moment."""
    x, y = np.empty(len(who)), np.empty(len(who))
    for i in range(len(who)):
        first, end = paths.offsets[who[i]], paths.offsets[who[i] + 1]
        after = first + np.searchsorted(paths.t[first:end], moments[i], side="right")
        x[i], y[i] = place(paths, who[i], after, moments[i])
    return x, y


@compiled
def strayed(paths: Paths, one: int, other: int, speed: float) -> tuple[float, float]:
    """Sum how far the other was at each sample of the one, and give the least time between two.

    Each second by which a sample lies outside the other's times counts as `speed` metres.
    """
    x, y, t = paths.x, paths.y, paths.t
    first, end = paths.offsets[other], paths.offsets[other + 1]
    after, total, least = first, 0.0, np.inf
    for i in range(paths.offsets[one], paths.offsets[one + 1]):
        while after < end and t[after] <= t[i]:
            after += 1
        there_x, there_y = place(paths, other, after, t[i])
        total += np.sqrt((x[i] - there_x) ** 2 + (y[i] - there_y) ** 2)
        since = t[i] - t[after - 1] if after > first else np.inf
        until = t[after] - t[i] if after < end else np.inf
        if after == first:
            total += speed * until
        elif after == end:
            total += speed * since
        least = min(least, since, until)
    return total, least


@compiled
def row(paths: Paths, one: int, others: Ints, speed: float, patience: float, out: Floats) -> None:
    """Write the mean over all samples of both, to each of the others.

    Infinitely far is who was never seen within `patience` seconds of a sample of the one.
    """
    for place_of, other in enumerate(others):
        mine, least = strayed(paths, one, other, speed)
        theirs, _ = strayed(paths, other, one, speed)
        samples = paths.offsets[one + 1] - paths.offsets[one]
        samples += paths.offsets[other + 1] - paths.offsets[other]
        out[place_of] = (mine + theirs) / samples if least <= patience else np.inf
