"""The trajectories that are still to be clustered: near and far ones are found, members leave.

Distances are taken in single precision, 8 or 16 candidates at a time; whatever lies within the
error of the decision is compared again in double precision, ties going to the lower index. The
answer is the one that double precision throughout would give.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from wayveil.kernels.arrays import Ints
from wayveil.kernels.classes import Classes, Singles
from wayveil.kernels.compiled import compiled
from wayveil.kernels.matching import matched, mean_length
from wayveil.kernels.paths import Paths

_BLOCK = 1024


class Crowd(NamedTuple):
    """Classes whose members can leave: the first `present[c]` slots of class c are still there."""

    classes: Classes
    present: Ints
    slot: Ints
    class_of: Ints


def crowd(classes: Classes) -> Crowd:
    """Begin with everybody there."""
    sizes = np.diff(classes.first)
    slot = np.empty(len(classes.member), np.int64)
    slot[classes.member] = np.arange(len(slot)) - np.repeat(classes.first[:-1], sizes)
    class_of = np.empty(len(slot), np.int64)
    class_of[classes.member] = np.repeat(np.arange(len(sizes)), sizes)
    return Crowd(classes, sizes.copy(), slot, class_of)


@compiled
def add_squares(
    total: Singles, x: Singles, y: Singles, t: Singles, speed: Singles,
    rows: Ints, shift: int, at: Singles, own: np.float32, pull: np.float32,
) -> None:  # fmt: skip
    """Add up the squared distances of matched points, for a run of candidates at a time.

    Places are unsigned: a sign would have to be looked at, and would keep the loop from running
    on many candidates at once.
    """
    n = np.uint64(len(total))
    for j in range(len(rows)):
        q, px, py, pt = np.uint64(rows[j] + shift), at[0, j], at[1, j], at[2, j]
        for k in range(n):
            dx = x[q + k] - px
            dy = y[q + k] - py
            late = np.abs(t[q + k] - pt)
            step = np.sqrt(dx * dx + dy * dy) + pull * late * (own + speed[k])
            total[k] += step * step


@compiled
def distances(people: Crowd, paths: Paths, i: int, weight: float, out: Singles) -> None:
    """Give the mean squared distances from i to everybody present, at their slots."""
    c_ = people.classes
    begin, n = paths.offsets[i], paths.offsets[i + 1] - paths.offsets[i]
    own, pull = np.float32(paths.speed[i]), np.float32(0.5 * weight)
    longest = mean_length(n, c_.length[-1])
    rows, at = np.empty(longest, np.int64), np.empty((3, longest), np.float32)
    for c in range(len(c_.length)):
        m, size, here = c_.length[c], c_.first[c + 1] - c_.first[c], people.present[c]
        h = mean_length(n, m) if here else 0
        for j in range(h):
            p = begin + matched(j, n, h)
            at[0, j], at[1, j], at[2, j] = paths.x[p], paths.y[p], paths.t[p]
            rows[j] = c_.start[c] + matched(j, m, h) * size
        for low in range(0, here, _BLOCK):
            slots = slice(c_.first[c] + low, c_.first[c] + min(here, low + _BLOCK))
            total = out[slots]
            total[:] = 0
            add_squares(total, c_.x, c_.y, c_.t, c_.speed[slots], rows[:h], low, at, own, pull)
            total /= np.float32(h)


@compiled
def leave(people: Crowd, i: int) -> None:
    """Take i out: the last of its class moves into its slot."""
    c_ = people.classes
    c = people.class_of[i]
    last, hole, size = people.present[c] - 1, people.slot[i], c_.first[c + 1] - c_.first[c]
    mover = c_.member[c_.first[c] + last]
    for j in range(c_.length[c]):
        q = c_.start[c] + j * size
        c_.x[q + hole], c_.y[q + hole], c_.t[q + hole] = (
            c_.x[q + last],
            c_.y[q + last],
            c_.t[q + last],
        )
    c_.speed[c_.first[c] + hole] = c_.speed[c_.first[c] + last]
    c_.member[c_.first[c] + hole], people.slot[mover] = mover, hole
    people.present[c] = last
