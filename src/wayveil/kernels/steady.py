"""Tracks made steady: as near to where they are published as they can be without swerving."""

from __future__ import annotations

from typing import Final

import numpy as np
from scipy.linalg import solveh_banded

from wayveil.kernels import ragged
from wayveil.kernels.arrays import Floats, Ints
from wayveil.kernels.compiled import compiled

#: Points at one time are taken to be so many seconds apart: else their speed would be infinite.
_LEAST_S: Final = 1.0


def steadied(
    places: Floats, seconds: Floats, offsets: Ints, spread: float, swerve: float
) -> Floats:
    """Give the likeliest places of somebody whose velocity changes little from point to point.

    Of published places z (rows of coordinates in metres) at seconds s, with an error of `spread`,
    these are the x with the least sum of |x - z|² / spread² and, over any three that follow each
    other in a track, |v' - v|² / (swerve² · (s'' - s) / 2), where v and v' are the velocities
    before and after the middle one: the mean of a Kalman smoother of constant velocity.
    """
    lengths = np.diff(offsets)
    start = np.repeat(places[offsets[:-1]], lengths, axis=0)
    bands = _bands(seconds, ragged.group_of_rows(offsets), spread / swerve)
    found: Floats = solveh_banded(bands, places - start, overwrite_ab=True, overwrite_b=True)
    return found + start


def _bands(seconds: Floats, track: Ints, ratio: float) -> Floats:
    """Give the diagonal and the two above it, the farther one first, as LAPACK wants them."""
    bands = np.zeros((min(3, len(track)), len(track)))
    bands[-1] = 1
    if len(track) < 3:
        return bands
    step = np.maximum(np.diff(seconds), _LEAST_S)
    before, after = 1 / step[:-1], 1 / step[1:]
    weight = (track[2:] == track[:-2]) * ratio / np.sqrt((step[:-1] + step[1:]) / 2)
    one, two, three = weight * before, -weight * (before + after), weight * after
    for shift, each in enumerate((one, two, three)):
        bands[2, shift : len(track) - 2 + shift] += each * each
    bands[1, 1:-1] += one * two
    bands[1, 2:] += two * three
    bands[0, 2:] = one * three
    return bands


@compiled
def rows_before(t: Ints, offsets: Ints, tracks: Ints, at: Ints) -> Ints:
    """Give for each time the last row of its track that is not later; the first if all are."""
    found = np.empty(len(at), np.int64)
    for i in range(len(at)):
        low, high = offsets[tracks[i]], offsets[tracks[i] + 1]
        found[i] = max(low, low + np.searchsorted(t[low:high], at[i], side="right") - 1)
    return found
