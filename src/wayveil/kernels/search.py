"""The nearest trajectories, exactly, looking only into blocks that may hold one."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from wayveil.kernels.arrays import Floats, Ints
from wayveil.kernels.blocks import SIZE, Blocks
from wayveil.kernels.classes import Singles
from wayveil.kernels.compiled import compiled
from wayveil.kernels.crowd import add_squares
from wayveil.kernels.martinez import pair
from wayveil.kernels.matching import mean_length
from wayveil.kernels.paths import Paths

#: So many blocks are passed over together.
RUN: Final = 64


class Query(NamedTuple):
    """One trajectory among others, and room to work in.

    `rows` are the places of the matched points in a block of a class, `boxes` among its boxes;
    `ends` and `bounds` are the least that the squares to a block's members add up to, at both
    ends and in all. The `so_far[0]` found are in `found`, with their mean squares in
    `values`; `best` holds the smallest of these in order, and nothing beyond `limit[0]` is wanted
    any more.
    """

    i: int
    own: np.float32
    pull: np.float32
    at: Singles
    rows: Ints
    boxes: Ints
    ends: Singles
    bounds: Singles
    squares: Singles
    best: Singles
    limit: Singles
    slack: Floats
    so_far: Ints
    found: Ints
    values: Singles


@compiled
def query(
    made: Blocks, paths: Paths, i: int, want: int, weight: float, slack: tuple[float, float]
) -> Query:
    """Begin a search."""
    n, lengths = paths.offsets[i + 1] - paths.offsets[i], made.classes.length
    longest = max(2, mean_length(n, lengths[-1]))
    return Query(
        i,
        np.float32(paths.speed[i]),
        np.float32(0.5 * weight),
        np.empty((3, longest), np.float32),
        np.empty(longest, np.int64),
        np.empty(longest, np.int64),
        np.empty(made.first[-1], np.float32),
        np.empty(made.first[-1], np.float32),
        np.empty(SIZE, np.float32),
        np.full(want, np.float32(np.inf)),
        np.full(1, np.float32(np.inf)),
        np.array([2 * slack[0], 1 + 2 * slack[1]]),
        np.zeros(1, np.int64),
        np.empty(len(made.slot), np.int64),
        np.empty(len(made.slot), np.float32),
    )


@compiled
def nearest_in(
    made: Blocks, paths: Paths, i: int, want: int, weight: float, slack: tuple[float, float]
) -> Ints:
    """Give the `want` nearest of those present, i not among them, the nearest first."""
    q = _searched(made, paths, i, want, weight, slack)
    close, exact = _compared(paths, q, weight)
    return close[np.argsort(exact, kind="mergesort")[:want]]


@compiled
def ties_each(
    made: Blocks, paths: Paths, ones: Ints, weight: float, slack: tuple[float, float], within: float
) -> tuple[Ints, Ints]:
    """Give for each of the ones all who are nearest, as counts and as one list.

    Nearest is who is at most `within` farther than the very nearest.
    """
    counts, members = np.zeros(len(ones), np.int64), np.empty(2 * len(ones), np.int64)
    wide, used = (slack[0] + within, slack[1]), 0
    for place in range(len(ones)):
        close, exact = _compared(
            paths, _searched(made, paths, ones[place], 1, weight, wide), weight
        )
        tied = close[exact <= exact.min() + within]
        if used + len(tied) > len(members):
            longer = np.empty(2 * (used + len(tied)), np.int64)
            longer[:used] = members[:used]
            members = longer
        members[used : used + len(tied)] = tied
        counts[place] = len(tied)
        used += len(tied)
    return counts, members[:used]


@compiled
def _searched(
    made: Blocks, paths: Paths, i: int, want: int, weight: float, slack: tuple[float, float]
) -> Query:
    """Find all who may be among the nearest."""
    q = query(made, paths, i, want, weight, slack)
    near = _class_bounds(made, paths, q)
    own = np.searchsorted(made.classes.length, paths.offsets[i + 1] - paths.offsets[i])
    near[min(own, len(near) - 1)] = -1  # likeliest to hold somebody near, so it comes first
    for c in np.argsort(near):
        if near[c] > q.limit[0]:
            break
        _search_class(made, paths, q, c)
    return q


@compiled
def _compared(paths: Paths, q: Query, weight: float) -> tuple[Ints, Floats]:
    """Give those still in reach, the lower index first, and how far they are, to the last digit."""
    count = q.so_far[0]
    close = np.sort(q.found[:count][q.values[:count] <= q.limit[0]])
    exact = np.empty(len(close))
    for place in range(len(close)):
        exact[place] = pair(paths, q.i, close[place], weight)
    return close, exact


@compiled
def _match(made: Blocks, paths: Paths, q: Query, c: int) -> int:
    """Note which points are matched in class c; give how many.

    Places advance as `matching.matched` says, but without a division for each.
    """
    c_, p = made.classes, paths.offsets[q.i]
    n, m = paths.offsets[q.i + 1] - p, c_.length[c]
    count, h = made.first[c + 1] - made.first[c], mean_length(n, m)
    whole, place = 2 * (h - 1), 0
    part_p = part = h - 1
    for j in range(h):
        q.at[0, j], q.at[1, j], q.at[2, j] = paths.x[p], paths.y[p], paths.t[p]
        q.rows[j], q.boxes[j] = place * SIZE, made.start[c] + place * count
        part_p += 2 * (n - 1)
        while part_p >= whole > 0:
            part_p, p = part_p - whole, p + 1
        part += 2 * (m - 1)
        while part >= whole > 0:
            part, place = part - whole, place + 1
    return h


@compiled
def add_gaps(
    total: Singles, made: Blocks, slowest: Singles, boxes: Ints, shift: int, at: Singles,
    own: np.float32, pull: np.float32,
) -> None:  # fmt: skip
    """Add up the least squared distances that matched points can have, for a run of blocks.

    A gap is what is positive of |middle - value| - half width. (Unsigned places: see
    `crowd.add_squares`.)
    """
    n, half = np.uint64(len(total)), np.float32(0.5)
    x, dx, y, dy, t, dt = made.x, made.dx, made.y, made.dy, made.t, made.dt
    for j in range(len(boxes)):
        b, px, py, pt = np.uint64(boxes[j] + shift), at[0, j], at[1, j], at[2, j]
        for k in range(n):
            gx = np.abs(x[b + k] - px) - dx[b + k]
            gy = np.abs(y[b + k] - py) - dy[b + k]
            gt = np.abs(t[b + k] - pt) - dt[b + k]
            gx = half * (gx + np.abs(gx))
            gy = half * (gy + np.abs(gy))
            gt = half * (gt + np.abs(gt))
            step = np.sqrt(gx * gx + gy * gy) + pull * gt * (own + slowest[k])
            total[k] += step * step


@compiled
def _search_class(made: Blocks, paths: Paths, q: Query, c: int) -> None:
    """Look into the likeliest block first, then into all that may still hold somebody near.

    Blocks are passed over by the run, where the end points alone are too far apart.
    """
    h, first, count = _match(made, paths, q, c), made.first[c], made.first[c + 1] - made.first[c]
    ends, limit = q.ends[first : first + count], q.limit
    likeliest = int(np.argmin(ends))
    _look_into(made, q, c, likeliest, likeliest + 1, -1, h)
    for low in range(0, count, RUN):
        high = min(count, low + RUN)
        if ends[low:high].min() <= limit[0] * max(h, 2):  # of one point, both ends are the same
            slowest = made.slowest[first + low : first + high]
            bounds = q.bounds[low:high]
            bounds[:] = 0
            add_gaps(bounds, made, slowest, q.boxes[:h], low, q.at, q.own, q.pull)
            _look_into(made, q, c, low, high, likeliest, h)


@compiled
def _look_into(made: Blocks, q: Query, c: int, low: int, high: int, known: int, h: int) -> None:
    """Compare with the members of those blocks, not known yet, whose bounds are within reach."""
    c_, squares, limit, inverse = made.classes, q.squares, q.limit, np.float32(1) / np.float32(h)
    begin, first, member = c_.first[c], made.first[c], c_.member
    for b in range(low, high):
        if b == known or not (known < 0 or q.bounds[b] * inverse <= limit[0]):
            continue
        here, slot = made.present[first + b], begin + b * SIZE
        squares[:here] = 0
        speed = c_.speed[slot : slot + here]
        shift = c_.start[first + b]
        add_squares(squares[:here], c_.x, c_.y, c_.t, speed, q.rows[:h], shift, q.at, q.own, q.pull)
        for k in range(here):
            value = squares[k] * inverse
            if value <= limit[0] and member[slot + k] != q.i:
                _note(q, member[slot + k], value)


@compiled
def _note(q: Query, who: int, value: np.float32) -> None:
    """Keep somebody in mind, and come nearer with the limit if that is one of the nearest."""
    q.found[q.so_far[0]], q.values[q.so_far[0]] = who, value
    q.so_far[0] += 1
    if value < q.best[-1]:
        place = len(q.best) - 1
        while place > 0 and q.best[place - 1] > value:
            q.best[place] = q.best[place - 1]
            place -= 1
        q.best[place] = value
        edge = np.sqrt(np.float64(q.best[-1])) * q.slack[1] + q.slack[0]
        q.limit[0] = edge * edge


@compiled
def _class_bounds(made: Blocks, paths: Paths, q: Query) -> Singles:
    """Give a lower bound of the mean square to each class: what the end points alone are apart."""
    lengths, near = made.classes.length, np.empty(len(made.classes.length), np.float32)
    begin, last = paths.offsets[q.i], paths.offsets[q.i + 1] - 1
    for place, p in enumerate((begin, last)):
        q.at[0, place], q.at[1, place], q.at[2, place] = paths.x[p], paths.y[p], paths.t[p]
    q.boxes[0], q.boxes[1] = 0, made.first[-1]
    q.ends[:] = 0
    add_gaps(q.ends, made, made.slowest, q.boxes[:2], 0, q.at, q.own, q.pull)
    for b in range(len(q.ends)):
        if made.present[b] == 0:
            q.ends[b] = np.inf
    for c in range(len(lengths)):
        h = max(2, mean_length(last - begin + 1, lengths[c]))  # of one point: both ends twice
        near[c] = q.ends[made.first[c] : made.first[c + 1]].min() / np.float32(h)
    return near
