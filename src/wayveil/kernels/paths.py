"""Trajectories as metres and seconds: what distances are computed from."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from wayveil.kernels.arrays import Floats, Ints


class Paths(NamedTuple):
    """Points in metres and seconds, row after row; a tuple, so that kernels can take it whole."""

    x: Floats
    y: Floats
    t: Floats
    offsets: Ints
    speed: Floats


def mean_speeds(x: Floats, y: Floats, t: Floats, offsets: Ints) -> Floats:
    """Give each trajectory's mean of its steps' speeds (m/s); steps in no time do not count."""
    took = np.diff(t, prepend=t[:1])
    took[offsets[:-1]] = 0
    counts = took > 0
    length = np.hypot(np.diff(x, prepend=x[:1]), np.diff(y, prepend=y[:1]))
    speed = np.divide(length, took, out=np.zeros_like(t), where=counts)
    total: Floats = np.add.reduceat(speed, offsets[:-1])
    return total / np.maximum(np.add.reduceat(counts.astype(np.float64), offsets[:-1]), 1)


def nobody() -> Paths:
    """Give paths without any trajectory."""
    none = np.empty(0)
    return Paths(none, none, none, np.zeros(1, np.int64), none)
