"""Trajectories grouped by length, so that one instruction works on many of them.

All members of a class have the same number of points, hence the same matched places; point j of
all members lies in one run of memory. Single precision is enough to find who is near: whatever
it cannot tell apart is compared again in double precision.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from wayveil.kernels.arrays import Ints
from wayveil.kernels.paths import Paths

Singles = npt.NDArray[np.float32]


class Classes(NamedTuple):
    """Class c holds `member[first[c]:first[c + 1]]`, each of `length[c]` points.

    Coordinate j of its members is `x[start[c] + j * size : start[c] + (j + 1) * size]`.
    """

    x: Singles
    y: Singles
    t: Singles
    speed: Singles
    member: Ints
    length: Ints
    first: Ints
    start: Ints


def by_length(paths: Paths, order: Ints | None = None) -> Classes:
    """Group trajectories by length; within a class they follow the given order."""
    lengths = np.diff(paths.offsets)
    given = np.arange(len(lengths)) if order is None else order
    member = given[np.argsort(lengths[given], kind="stable")]
    length, sizes = np.unique(lengths[given], return_counts=True)
    first = np.concatenate([[0], np.cumsum(sizes)])
    start = np.concatenate([[0], np.cumsum(sizes * length)])
    rows = np.concatenate(
        [
            (paths.offsets[member[a:b]] + np.arange(n)[:, None]).ravel()
            for a, b, n in zip(first[:-1], first[1:], length, strict=True)
        ]
    )
    x, y, t = (column[rows].astype(np.float32) for column in (paths.x, paths.y, paths.t))
    return Classes(x, y, t, paths.speed[member].astype(np.float32), member, length, first, start)


def slack(paths: Paths, weight: float) -> tuple[float, float]:
    """Bound the error of a distance in single precision: an absolute and a relative part."""
    reach = max(float(np.abs(column).max(initial=1)) for column in (paths.x, paths.y))
    span = float(np.abs(paths.t).max(initial=1))
    ulp = float(np.finfo(np.float32).eps)
    fastest = float(paths.speed.max(initial=0))
    absolute = 2 * ulp * (np.sqrt(2) * reach + weight * fastest * span)
    longest = int(np.diff(paths.offsets).max(initial=1))
    return absolute, ulp * (longest + 16)
