"""k-merge: the cheapest boxes that several trajectories have all been in. (paper 004, Algorithm 1)

The samples of all members are lined up by time and cut into boxes, none without a sample of each
member. A box costs (Δt + 1) · (Δx + 1 + Δy + 1) slots, a merge the sum over its boxes. The best
cut before a sample does not depend on what comes after it; and a box that could be cut in two
never costs less, so that only boxes that cannot be are tried. Samples of equal time stay together.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from wayveil.kernels.arrays import Floats, Ints
from wayveil.kernels.compiled import compiled

_NEVER: Final = np.iinfo(np.int64).max


class Samples(NamedTuple):
    """Slots of time and place, in whole numbers, sorted by time within each trajectory."""

    t: Ints
    x: Ints
    y: Ints
    offsets: Ints


class Desk(NamedTuple):
    """Where one merge is worked out: its samples by time, then the best cost before each.

    `complete[e]` is the latest place from which the samples before e are from all members, -1 if
    there is none; `back[e]` is where the last box of the best merge of those before e begins.
    """

    t: Ints
    x: Ints
    y: Ints
    whose: Ints
    complete: Ints
    cost: Floats
    back: Ints
    heads: Ints
    due: Ints
    held: Ints


@compiled
def desk(samples: int, members: int) -> Desk:
    """Make room for merges of up to so many samples and members."""
    return Desk(
        np.empty(samples, np.int64),
        np.empty(samples, np.int64),
        np.empty(samples, np.int64),
        np.empty(samples, np.int64),
        np.empty(samples + 1, np.int64),
        np.empty(samples + 1, np.float64),
        np.empty(samples + 1, np.int64),
        np.empty(members, np.int64),
        np.empty(members, np.int64),
        np.empty(members, np.int64),
    )


@compiled
def _line_up(samples: Samples, members: Ints, work: Desk) -> int:
    """Lay the members' samples on the desk by time, and give their number; ties by member."""
    t, x, y, heads, due, n = samples.t, samples.x, samples.y, work.heads, work.due, 0
    for m in range(len(members)):
        heads[m] = samples.offsets[members[m]]
        has_any = heads[m] < samples.offsets[members[m] + 1]
        due[m] = t[heads[m]] if has_any else _NEVER
    while True:
        first = 0
        for m in range(1, len(members)):
            if due[m] < due[first]:
                first = m
        if due[first] == _NEVER:
            return n
        at = heads[first]
        work.t[n], work.x[n], work.y[n], work.whose[n] = due[first], x[at], y[at], first
        heads[first] = at + 1
        more = at + 1 < samples.offsets[members[first] + 1]
        due[first] = t[at + 1] if more else _NEVER
        n += 1


@compiled
def _complete(work: Desk, n: int, members: int) -> None:
    """Find for each end the latest start at which nobody is missing."""
    held, missing, start = work.held, members, 0
    held[:members] = 0
    work.complete[0] = -1
    for end in range(1, n + 1):
        who = work.whose[end - 1]
        missing -= held[who] == 0
        held[who] += 1
        while missing == 0 and held[work.whose[start]] > 1:
            held[work.whose[start]] -= 1
            start += 1
        work.complete[end] = start if missing == 0 else -1


@compiled
def _free(t: Ints, n: int, at: int) -> bool:
    """Whether a cut may be made here: not between samples of equal time."""
    return not 0 < at < n or t[at - 1] < t[at]


@compiled
def _choose(work: Desk, n: int) -> None:
    """Choose for each end the last box of the best merge of the samples before it."""
    t, x, y, cost = work.t, work.x, work.y, work.cost
    cost[0] = 0.0
    for end in range(1, n + 1):
        cost[end], best = np.inf, np.inf
        latest = work.complete[end]
        if latest < 0 or not _free(t, n, end):
            continue
        while not _free(t, n, latest):
            latest -= 1
        x0 = x1 = x[end - 1]
        y0 = y1 = y[end - 1]
        # A box from `complete[latest]` or before could be cut in two at `latest`.
        for start in range(end - 1, work.complete[latest], -1):
            x0, x1 = min(x0, x[start]), max(x1, x[start])
            y0, y1 = min(y0, y[start]), max(y1, y[start])
            if start > latest:
                continue
            box = float((t[end - 1] - t[start] + 1) * (x1 - x0 + y1 - y0 + 2))
            if box >= best:  # and those that begin before are larger still
                break
            if cost[start] + box < best and _free(t, n, start):
                best, work.back[end] = cost[start] + box, start
        cost[end] = best


@compiled
def solved(samples: Samples, members: Ints, work: Desk) -> int:
    """Work a merge out, and give the number of samples; infinitely dear if a member has none."""
    n = _line_up(samples, members, work)
    _complete(work, n, len(members))
    _choose(work, n)
    return n


@compiled
def most_samples(samples: Samples, groups: Ints) -> int:
    """Give the size of the largest merge among some."""
    most = 0
    for g in range(len(groups)):
        size = 0
        for who in groups[g]:
            size += samples.offsets[who + 1] - samples.offsets[who]
        most = max(most, size)
    return most


@compiled
def costs(samples: Samples, groups: Ints, out: Floats) -> None:
    """Give the cost of merging the members of each row of `groups`."""
    work = desk(most_samples(samples, groups), groups.shape[1])
    for g in range(len(groups)):
        n = solved(samples, groups[g], work)
        out[g] = work.cost[n] if n else np.inf


@compiled
def merged(samples: Samples, members: Ints) -> Ints:
    """Merge the members: for each box first and last slot of t, of x and of y, as a row of six.

    No boxes at all if a member has no sample.
    """
    work = desk(most_samples(samples, members.reshape(1, -1)), len(members))
    n = solved(samples, members, work)
    boxes, count, end = np.empty((n, 6), np.int64), 0, n
    if n == 0 or work.complete[n] < 0:
        return boxes[:0]
    while end > 0:
        start = work.back[end]
        boxes[count, 0], boxes[count, 1] = work.t[start], work.t[end - 1]
        boxes[count, 2], boxes[count, 3] = work.x[start:end].min(), work.x[start:end].max()
        boxes[count, 4], boxes[count, 5] = work.y[start:end].min(), work.y[start:end].max()
        count, end = count + 1, start
    return boxes[:count][::-1].copy()


@compiled
def merged_each(samples: Samples, members: Ints, offsets: Ints) -> tuple[Ints, Ints]:
    """Merge group after group of members; give the boxes of all, and how many each has."""
    most = 0
    for g in range(len(offsets) - 1):  # each box has a sample of the first member
        first = members[offsets[g]]
        most += samples.offsets[first + 1] - samples.offsets[first]
    boxes, counts, filled = np.empty((most, 6), np.int64), np.empty(len(offsets) - 1, np.int64), 0
    for g in range(len(offsets) - 1):
        found = merged(samples, members[offsets[g] : offsets[g + 1]])
        boxes[filled : filled + len(found)] = found
        counts[g] = len(found)
        filled += len(found)
    return boxes[:filled], counts
