"""Which records fit what is known of somebody within a window of time. (k^tau,eps, paper 004)

A record fits a window [w, w + tau] if every known point in it lies in a box of the record, and
every box of the record that lies in it whole has a known point. Every w that does not fit lies in
[t - tau, t] for a point at t in no box, or in [end - tau, start] for a box with no point: so the
windows that fit are what is left between these spans, and need not be tried one after the other.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from wayveil.kernels.arrays import Ints, Mask
from wayveil.kernels.boxes import Boxes, Points, inside
from wayveil.kernels.compiled import compiled


class Spans(NamedTuple):
    """Spans of whole numbers, both ends included, each of some group."""

    group: Ints
    first: Ints
    last: Ints

    def of(self, rows: Ints | Mask) -> Spans:
        """Keep some of them."""
        return Spans(self.group[rows], self.first[rows], self.last[rows])


@compiled
def compare(
    boxes: Boxes, record: int, points: Points, who: int, known: Mask, held: Mask, hit: Mask
) -> bool:
    """Mark which known points of somebody lie in a box of a record, and which boxes have one."""
    row, end, any_held = boxes.offsets[record], boxes.offsets[record + 1], False
    hit[row:end] = False
    for at in range(points.offsets[who], points.offsets[who + 1]):
        held[at] = False
        if not known[at]:
            continue
        while row < end and boxes.end[row] <= points.t[at]:
            row += 1
        here = row
        while here < end and boxes.start[here] <= points.t[at]:
            if inside(boxes, here, points, at):
                held[at] = hit[here] = any_held = True
            here += 1
    return any_held


@compiled
def held_by(boxes: Boxes, points: Points, people: Ints, records: Ints) -> Mask:
    """Mark the points that lie in a box of a record that is their person's, pair after pair."""
    found = np.zeros(len(points.t), np.bool_)
    everything = np.ones(len(points.t), np.bool_)
    held, hit = np.empty(len(points.t), np.bool_), np.empty(len(boxes.start), np.bool_)
    for pair in range(len(people)):
        who = people[pair]
        compare(boxes, records[pair], points, who, everything, held, hit)
        for at in range(points.offsets[who], points.offsets[who + 1]):
            found[at] |= held[at]
    return found


@compiled
def held_by_each(boxes: Boxes, points: Points, who: int, records: Ints) -> Mask:
    """Mark for each record, in its row, which points of somebody lie in a box of it."""
    first, last = points.offsets[who], points.offsets[who + 1]
    found = np.empty((len(records), last - first), np.bool_)
    everything = np.ones(len(points.t), np.bool_)
    held, hit = np.empty(len(points.t), np.bool_), np.empty(len(boxes.start), np.bool_)
    for place in range(len(records)):
        compare(boxes, records[place], points, who, everything, held, hit)
        found[place] = held[first:last]
    return found


@compiled
def _next(skip: Mask, at: int, end: int) -> int:
    """Give the first place from `at` on that is not to be skipped."""
    while at < end and skip[at]:
        at += 1
    return at


@compiled
def _known_from(points: Points, known: Mask, at: int, end: int, since: int) -> int:
    """Give the first known point from `at` on that is not before `since`."""
    while at < end and (points.t[at] < since or not known[at]):
        at += 1
    return at


@compiled
def _spans_of_pair(
    boxes: Boxes,
    record: int,
    points: Points,
    who: int,
    known: Mask,
    no_matter: tuple[Mask, Mask],
    window: int,
    first: Ints,
    last: Ints,
) -> int:
    """Write down the spans that fit, between those that do not; give their number."""
    at, end = points.offsets[who], points.offsets[who + 1]
    box, last_box, seen, limit = (
        boxes.offsets[record],
        boxes.offsets[record + 1],
        at,
        points.t[end - 1],
    )
    free, count = points.t[at] - window, 0  # everything before has been dealt with
    while free <= limit:
        at, box = _next(no_matter[0], at, end), _next(no_matter[1], box, last_box)
        low = high = limit + 1
        if at < end:
            low, high = points.t[at] - window, points.t[at]
        if box < last_box and boxes.end[box] - 1 - window < low:
            low, high, box = boxes.end[box] - 1 - window, boxes.start[box], box + 1
        else:
            at += 1
        seen = _known_from(points, known, seen, end, free)
        if low > free and seen < end and points.t[seen] - window < low:
            first[count], last[count], count = free, low - 1, count + 1
        free = max(free, high + 1)
    return count


@compiled
def fitting(
    boxes: Boxes, points: Points, known: Mask, people: Ints, records: Ints, window: int
) -> tuple[Ints, Ints, Ints]:
    """Give the spans of starts of windows that fit, with a known point in them: pair, first, last.

    People and records are compared pair by pair; a span belongs to the place of its pair.
    """
    made, count = np.empty((3, 64), np.int64), 0
    held, hit = np.zeros(len(points.t), np.bool_), np.zeros(len(boxes.start), np.bool_)
    long = boxes.end - 1 - boxes.start > window  # such a box lies in no window
    for pair in range(len(people)):
        who, record = people[pair], records[pair]
        if not compare(boxes, record, points, who, known, held, hit):
            continue
        own = slice(points.offsets[who], points.offsets[who + 1])
        its = slice(boxes.offsets[record], boxes.offsets[record + 1])
        held[own] |= ~known[own]
        hit[its] |= long[its]
        most = count + 1 + own.stop - own.start + its.stop - its.start
        if most > made.shape[1]:
            longer = np.empty((3, 2 * most), np.int64)
            longer[:, :count] = made[:, :count]
            made = longer
        found = _spans_of_pair(
            boxes, record, points, who, known, (held, hit), window, made[1, count:], made[2, count:]
        )
        made[0, count : count + found] = pair
        count += found
    return made[0, :count], made[1, :count], made[2, :count]


def united(spans: Spans) -> Spans:
    """Join spans of a group that overlap or touch."""
    order = np.lexsort((spans.first, spans.group))
    group, first, last = (column[order] for column in spans)
    if not len(group):
        return spans
    # The ends of each group are lifted above those of the groups before it.
    lift = np.unique(group, return_inverse=True)[1] * (last.max() - first.min() + 2)
    reach = np.maximum.accumulate(last + lift) - lift
    new = np.ones(len(group), np.bool_)
    new[1:] = (group[1:] != group[:-1]) | (first[1:] > reach[:-1] + 1)
    starts = np.flatnonzero(new)
    return Spans(group[starts], first[starts], reach[np.append(starts[1:], len(group)) - 1])


def least_cover(cover: Spans, asked: Spans, barred: Spans, groups: int) -> Ints:
    """Give for each group the fewest spans of `cover` over any number asked for and not barred.

    Where nothing is asked for, the greatest number that there is.
    """
    sets = (cover, asked, barred)
    kind = np.repeat([0, 1, 2], [len(spans.group) for spans in sets])
    group = np.concatenate([spans.group for spans in sets] * 2)
    at = np.concatenate([s.first for s in sets] + [s.last + 1 for s in sets])
    step = np.repeat([1, -1], len(kind))
    order = np.lexsort((at, group))
    group, at, step, kind = group[order], at[order], step[order], np.tile(kind, 2)[order]
    covered, wanted, kept_out = (np.cumsum(step * (kind == which)) for which in range(3))
    settled = np.ones(len(at), np.bool_)
    settled[:-1] = (group[1:] != group[:-1]) | (at[1:] != at[:-1])
    counts = settled & (wanted > 0) & (kept_out == 0)
    least = np.full(groups, np.iinfo(np.int64).max)
    np.minimum.at(least, group[counts], covered[counts])
    return least
