"""Take visits out until no combination is rare, and put back those that make none rare.

A combination is rare if fewer than k units have it. Counts are those of the round's beginning, so
that trajectories do not depend on each other's order.
"""

from __future__ import annotations

import numpy as np

from wayveil.kernels.arrays import Ints, Mask
from wayveil.kernels.combinations import Combinations, Rows, heads, units_of
from wayveil.kernels.compiled import compiled

#: Rare combinations of one trajectory that are dealt with in a round; the rest wait for the next.
_MANY = 1 << 18
#: What one common combination is worth, in points: found by trying, and flat from 0.1 to 0.6.
_COMMON = 0.25


@compiled
def find_rare(
    rows: Rows, made: Combinations, k: int, visits: Ints, rare: Ints, common: Ints, faults: Ints
) -> int:  # fmt: skip
    """List the rare combinations of a trajectory as places among its visits, -1 behind the last.

    Whatever contains a rare one is rare, and not listed again. `common` and
    `faults` count the common and the rare combinations that each visit is part of.
    """
    n, longest, many = len(visits), rare.shape[1], 0
    at, node = np.zeros(longest + 1, np.int64), np.zeros(longest + 1, np.int64)
    coming = np.zeros(longest + 1, np.int64)
    depth = 0
    while depth >= 0 and many < len(rare):
        place = coming[depth]
        if place >= n or depth == longest:
            depth -= 1
            continue
        coming[depth] += 1
        found, units = units_of(made, node[depth], rows.items[visits[place]], rows.n_items)
        at[depth] = place
        if units < k:
            for part in range(longest):
                rare[many, part] = at[part] if part <= depth else -1
            for part in range(depth + 1):
                faults[at[part]] += 1
            many += 1
            continue
        for part in range(depth + 1):
            common[at[part]] += 1
        depth += 1
        node[depth], coming[depth] = found, place + 1
    return many


@compiled
def _costs(rows: Rows, end: int, points: Ints, kept: Mask, visits: Ints, cost: Ints) -> None:
    """Give the points of each visit, or -1 where it is kept whatever else goes."""
    for place in range(len(visits)):
        until = visits[place + 1] if place + 1 < len(visits) else end
        cost[place] = 0
        for row in range(visits[place], until):
            if rows.alive[row] and cost[place] >= 0:
                cost[place] = -1 if kept[row] else cost[place] + points[row]


@compiled
def _worst(faults: Ints, cost: Ints, common: Ints) -> int:
    """Give the visit that breaks most for what is lost, or -1 if all that is left stays."""
    worst, most = -1, 0.0
    for place in range(len(faults)):
        gain = faults[place] / (cost[place] + _COMMON * common[place])
        if cost[place] >= 0 and gain > most:
            worst, most = place, gain
    return worst


@compiled
def _without(rare: Ints, many: int, visit: int, faults: Ints) -> int:
    """Cross out the rare combinations that a visit is part of; tell how many are left."""
    left = 0
    for one in range(many):
        hit = False
        for place in rare[one]:
            hit = hit or place == visit
        for part in range(rare.shape[1]):
            if not hit:
                rare[left, part] = rare[one, part]
            elif rare[one, part] >= 0:
                faults[rare[one, part]] -= 1
        left += not hit
    return left


@compiled
def take_out(rows: Rows, made: Combinations, k: int, longest: int, points: Ints, kept: Mask) -> int:
    """Break every rare combination of every trajectory by taking visits out; tell how many.

    The visit goes first that breaks most for what is lost: its points, and the common combinations
    that it is part of. Visits that are `kept` stay; what they make among themselves is not rare.
    """
    room, taken = np.empty(np.diff(rows.offsets).max(), np.int64), 0
    rare = np.empty((_MANY, longest), np.int64)
    for trajectory in range(len(rows.offsets) - 1):
        visits = room[: heads(rows, trajectory, room)]
        n, end = len(visits), rows.offsets[trajectory + 1]
        common, cost, faults = np.zeros(n, np.int64), np.zeros(n, np.int64), np.zeros(n, np.int64)
        many = find_rare(rows, made, k, visits, rare, common, faults)
        if many:
            _costs(rows, end, points, kept, visits, cost)
        while many:
            worst = _worst(faults, cost, common)
            if worst < 0:
                break
            rows.alive[visits[worst] : visits[worst + 1] if worst + 1 < n else end] = False
            many = _without(rare, many, worst, faults)
            taken += 1
    return taken


@compiled
def makes_none_rare(
    rows: Rows, made: Combinations, k: int, longest: int, visits: Ints, new: int
) -> bool:
    """Whether all combinations of these visits that the new one is part of are common."""
    n = len(visits)
    node, coming = np.zeros(longest + 1, np.int64), np.zeros(longest + 1, np.int64)
    inside = np.zeros(longest + 1, np.bool_)
    depth = 0
    while depth >= 0:
        place = coming[depth]
        if place >= n or depth == longest:
            depth -= 1
            continue
        coming[depth] += 1
        is_new = visits[place] == new
        if not (inside[depth] or is_new) and (visits[place] > new or depth == longest - 1):
            continue
        found, units = units_of(made, node[depth], rows.items[visits[place]], rows.n_items)
        if units < k:
            return False
        depth += 1
        node[depth], coming[depth], inside[depth] = found, place + 1, inside[depth - 1] or is_new
    return True


@compiled
def _neighbours(rows: Rows, row: int, begin: int, end: int) -> tuple[int, int]:
    """Give the items of the rows before and after that are there, or -1."""
    left, right = row - 1, row + 1
    while left >= begin and not rows.alive[left]:
        left -= 1
    while right < end and not rows.alive[right]:
        right += 1
    return (
        rows.items[left] if left >= begin else -1,
        rows.items[right] if right < end else -2,
    )


@compiled
def put_back(rows: Rows, made: Combinations, k: int, longest: int, points: Ints) -> int:
    """Put visits back where they make no combination rare, those of most points first; count them.

    Counts can only grow by it, so what was looked up for one holds after another. A row beside a
    visit to the same place joins it at no cost; one that would cut a visit in two stays out.
    """
    room, back = np.empty(np.diff(rows.offsets).max(), np.int64), 0
    for trajectory in range(len(rows.offsets) - 1):
        begin, end = rows.offsets[trajectory], rows.offsets[trajectory + 1]
        for row in begin + np.argsort(-points[begin:end]):
            if rows.alive[row]:
                continue
            left, right = _neighbours(rows, row, begin, end)
            joins = rows.items[row] in (left, right)
            if left == right and not joins:
                continue
            rows.alive[row] = True
            visits = room[: heads(rows, trajectory, room)]
            if joins or makes_none_rare(rows, made, k, longest, visits, row):
                back += 1
            else:
                rows.alive[row] = False
    return back


@compiled
def within_visits(rows: Rows) -> Mask:
    """Mark the rows that are not there and whose return would cut a visit in two."""
    marks = np.zeros(len(rows.items), np.bool_)
    for trajectory in range(len(rows.offsets) - 1):
        begin, end = rows.offsets[trajectory], rows.offsets[trajectory + 1]
        for row in range(begin, end):
            if not rows.alive[row]:
                left, right = _neighbours(rows, row, begin, end)
                marks[row] = left == right != rows.items[row]
    return marks
