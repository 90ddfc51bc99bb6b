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

#: Least and most x, least and most y.
Reach = tuple[int, int, int, int]

_NEVER: Final = np.iinfo(np.int64).max
_NOWHERE: Final = (_NEVER, -_NEVER, _NEVER, -_NEVER)


class Samples(NamedTuple):
    """Slots of time and place, in whole numbers, sorted by time within each trajectory."""

    t: Ints
    x: Ints
    y: Ints
    offsets: Ints


class Desk(NamedTuple):
    """Where merges are worked out, one after another: samples by time, then the best cost before.

    `complete[e]` is the latest cut from which the samples before e are from all members, -1 if
    there is none; `back[e]` is where the last box of the best merge of those before e begins.
    Of each member there is the next sample and when it is due, and the last cut before one of its.
    """

    t: Ints
    x: Ints
    y: Ints
    complete: Ints
    cost: Floats
    back: Ints
    heads: Ints
    due: Ints
    seen: Ints


@compiled
def _desk(samples: int, members: int) -> Desk:
    """Make room for merges of up to so many samples and members."""
    return Desk(
        np.empty(samples + 1, np.int64),
        np.empty(samples + 1, np.int64),
        np.empty(samples + 1, np.int64),
        np.empty(samples + 1, np.int64),
        np.empty(samples + 1, np.float64),
        np.empty(samples + 1, np.int64),
        np.empty(members, np.int64),
        np.empty(members, np.int64),
        np.empty(members, np.int64),
    )


@compiled
def _line_up(samples: Samples, members: Ints, work: Desk) -> int:
    """Lay the members' samples on the desk by time, and give their number; ties by member.

    Whoever was seen since a cut is in the box that begins there: the latest complete one begins
    at the cut since which the member was seen whose last sample is the longest ago.
    """
    heads, due, seen, n, cut = work.heads, work.due, work.seen, 0, 0
    for m in range(len(members)):
        heads[m], seen[m] = samples.offsets[members[m]], -1
        has_any = heads[m] < samples.offsets[members[m] + 1]
        due[m] = samples.t[heads[m]] if has_any else _NEVER
    while True:
        first, soonest, complete = 0, due[0], seen[0]
        for m in range(1, len(members)):
            complete = min(complete, seen[m])
            if due[m] < soonest:
                first, soonest = m, due[m]
        work.t[n], work.complete[n] = soonest, complete
        if soonest == _NEVER:
            return n
        if n and soonest > work.t[n - 1]:  # no cut is made between samples of equal time
            cut = n
        at = heads[first]
        work.x[n], work.y[n] = samples.x[at], samples.y[at]
        more = at + 1 < samples.offsets[members[first] + 1]
        heads[first], due[first] = at + 1, samples.t[at + 1] if more else _NEVER
        seen[first], n = cut, n + 1


@compiled
def _choose(work: Desk, n: int) -> None:
    """Choose for each end the last box of the best merge of the samples before it."""
    t, x, y, cost = work.t, work.x, work.y, work.cost
    cost[0], begun, done, smallest = 0.0, -1, 0, _NOWHERE
    for end in range(1, n + 1):
        latest, best, begin = work.complete[end], np.inf, -1
        cost[end] = best
        if latest < 0 or t[end - 1] == t[end]:
            continue
        if latest != begun:
            begun, done, smallest = latest, latest, _NOWHERE
        for at in range(done, end):
            smallest = _stretched(smallest, x[at], y[at])
        done, reach = end, smallest
        # A box from `complete[latest]` or before could be cut in two at `latest`.
        for start in range(latest, work.complete[latest], -1):
            reach = _stretched(reach, x[start], y[start])
            box = float(t[end - 1] - t[start] + 1) * (reach[1] - reach[0] + reach[3] - reach[2] + 2)
            if cost[start] + box < best:
                best, begin = cost[start] + box, start
        cost[end], work.back[end] = best, begin


@compiled
def _stretched(reach: Reach, x: int, y: int) -> Reach:
    return min(reach[0], x), max(reach[1], x), min(reach[2], y), max(reach[3], y)


@compiled
def _solved(samples: Samples, members: Ints, work: Desk) -> int:
    """Work a merge out, and give the number of samples; infinitely dear if a member has none."""
    n = _line_up(samples, members, work)
    _choose(work, n)
    if n == 0:
        work.cost[0] = np.inf
    return n


@compiled
def costs(samples: Samples, groups: Ints, out: Floats) -> None:
    """Give the cost of merging the members of each row of `groups`."""
    most = 0
    for g in range(len(groups)):
        most = max(most, _size(samples, groups[g]))
    work = _desk(most, groups.shape[1])
    for g in range(len(groups)):
        out[g] = work.cost[_solved(samples, groups[g], work)]


@compiled
def merged(samples: Samples, members: Ints) -> Ints:
    """Merge the members: for each box first and last slot of t, of x and of y, as a row of six.

    No boxes at all if a member has no sample.
    """
    return merged_each(samples, members, np.array([0, len(members)]))[0]


@compiled
def merged_each(samples: Samples, members: Ints, offsets: Ints) -> tuple[Ints, Ints]:
    """Merge group after group of members; give the boxes of all, and how many each has."""
    most, widest, room = 0, 0, 0
    for g in range(len(offsets) - 1):
        group = members[offsets[g] : offsets[g + 1]]
        most, widest = max(most, _size(samples, group)), max(widest, len(group))
        room += _size(samples, group[:1])  # each box has a sample of the first member
    work = _desk(most, widest)
    boxes, counts, filled = np.empty((room, 6), np.int64), np.empty(len(offsets) - 1, np.int64), 0
    for g in range(len(counts)):
        n = _solved(samples, members[offsets[g] : offsets[g + 1]], work)
        counts[g] = _write(work, n, boxes[filled:])
        filled += counts[g]
    return boxes[:filled].copy(), counts


@compiled
def _size(samples: Samples, members: Ints) -> int:
    size = 0
    for who in members:
        size += samples.offsets[who + 1] - samples.offsets[who]
    return size


@compiled
def _write(work: Desk, n: int, out: Ints) -> int:
    """Write down the boxes of the best merge in the order of time, and give their number."""
    count, end = 0, n if work.cost[n] < np.inf else 0
    while end > 0:
        count, end = count + 1, work.back[end]
    end = n
    for box in out[:count][::-1]:
        start, reach = work.back[end], _NOWHERE
        for at in range(start, end):
            reach = _stretched(reach, work.x[at], work.y[at])
        box[0], box[1] = work.t[start], work.t[end - 1]
        box[2], box[3], box[4], box[5] = reach
        end = start
    return count
