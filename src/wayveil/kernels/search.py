"""The nearest in a forest, exactly: what a bound rules out is never compared."""

from __future__ import annotations

import numpy as np

from wayveil.kernels.arrays import Ints
from wayveil.kernels.classes import Singles
from wayveil.kernels.compiled import compiled
from wayveil.kernels.crowd import add_squares
from wayveil.kernels.forest import LEAF, Forest, leave
from wayveil.kernels.martinez import pair
from wayveil.kernels.matching import matched, mean_length
from wayveil.kernels.paths import Paths

_DEPTH = 128


@compiled
def gap(low: np.float32, value: np.float32, high: np.float32) -> np.float32:
    """Give how far a value lies outside an interval."""
    return max(low - value, value - high, np.float32(0))


@compiled
def step_bound(
    trees: Forest, node: int, b: int, x: np.float32, y: np.float32, t: np.float32, pace: np.float32
) -> np.float32:
    """Give a lower bound of the squared distance of one point to its matches in a node."""
    dx = gap(trees.box[b], x, trees.box[b + 1])
    dy = gap(trees.box[b + 2], y, trees.box[b + 3])
    step = np.sqrt(dx * dx + dy * dy) + pace * gap(trees.box[b + 4], t, trees.box[b + 5])
    return step * step


@compiled
def bound(
    trees: Forest, node: int, at: Singles, places: Ints, own: np.float32, pull: np.float32,
    enough: np.float32,
) -> np.float32:  # fmt: skip
    """Give a lower bound of the mean square to a node's members, or any value beyond enough."""
    h, pace, total = len(places), pull * (own + trees.slowest[node]), np.float32(0)
    for j in range(h):
        b = trees.at[node] + 6 * places[j]
        total += step_bound(trees, node, b, at[0, j], at[1, j], at[2, j], pace)
        if total > enough * np.float32(h):
            break
    return total / np.float32(h)


@compiled
def nearest_in(
    trees: Forest, paths: Paths, i: int, want: int, weight: float, slack: tuple[float, float]
) -> Ints:
    """Give the `want` nearest of those left in the forest, i itself not among them; unordered."""
    c_ = trees.classes
    begin, n = paths.offsets[i], paths.offsets[i + 1] - paths.offsets[i]
    own, pull = np.float32(paths.speed[i]), np.float32(0.5 * weight)
    longest = mean_length(n, c_.length[-1])
    places, rows, at = (
        np.empty(longest, np.int64),
        np.empty(longest, np.int64),
        np.empty((3, longest), np.float32),
    )
    best = np.full(want, np.float32(np.inf))
    count, found, values = (
        0,
        np.empty(4 * want + 4 * LEAF, np.int64),
        np.empty(4 * want + 4 * LEAF, np.float32),
    )
    squares = np.empty(LEAF, np.float32)
    stack, bounds = np.empty(_DEPTH, np.int64), np.empty(_DEPTH, np.float32)
    limit = np.float32(np.inf)
    near = _ends(trees, paths, i, weight)
    for c in np.argsort(near):
        if near[c] > limit:
            break
        m, size = c_.length[c], c_.first[c + 1] - c_.first[c]
        h = mean_length(n, m)
        for j in range(h):
            p, places[j] = begin + matched(j, n, h), matched(j, m, h)
            at[0, j], at[1, j], at[2, j] = paths.x[p], paths.y[p], paths.t[p]
            rows[j] = c_.start[c] - c_.first[c] + places[j] * size
        top = 0
        stack[0], bounds[0] = trees.root[c], near[c]
        while top >= 0:
            node, reach = stack[top], bounds[top]
            top -= 1
            if reach > limit or trees.present[node] == 0:
                continue
            if trees.right[node]:
                left, right = node + 1, trees.right[node]
                one = bound(trees, left, at, places[:h], own, pull, limit)
                other = bound(trees, right, at, places[:h], own, pull, limit)
                if one > other:
                    left, right, one, other = right, left, other, one
                stack[top + 1], bounds[top + 1] = right, other
                stack[top + 2], bounds[top + 2] = left, one
                top += 2
                continue
            low, here = trees.low[node], trees.present[node]
            squares[:here] = 0
            add_squares(
                squares[:here],
                c_.x,
                c_.y,
                c_.t,
                c_.speed[low : low + here],
                rows[:h] + low,
                at,
                own,
                pull,
            )
            for k in range(here):
                value = squares[k] / np.float32(h)
                if value <= limit and c_.member[low + k] != i:
                    if count == len(found):
                        count, found, values = _tidied(count, found, values, limit)
                    found[count], values[count] = c_.member[low + k], value
                    count += 1
                    _keep(best, value)
                    limit = _widened(best[-1], slack)
    close = np.sort(found[:count][values[:count] <= limit])
    if len(close) <= want:
        return close
    exact = np.empty(len(close))
    for place in range(len(close)):
        exact[place] = pair(paths, i, close[place], weight)
    return close[np.argsort(exact, kind="mergesort")[:want]]


@compiled
def _ends(trees: Forest, paths: Paths, i: int, weight: float) -> Singles:
    """A lower bound of the mean square to each class, from the end points alone."""
    c_ = trees.classes
    first, last = paths.offsets[i], paths.offsets[i + 1] - 1
    near = np.empty(len(c_.length), np.float32)
    for c in range(len(near)):
        node, m = trees.root[c], c_.length[c]
        pace = np.float32(0.5 * weight) * (np.float32(paths.speed[i]) + trees.slowest[node])
        h = mean_length(last - first + 1, m)
        b = trees.at[node]
        total = step_bound(
            trees,
            node,
            b,
            np.float32(paths.x[first]),
            np.float32(paths.y[first]),
            np.float32(paths.t[first]),
            pace,
        )
        if h > 1:
            b += 6 * (m - 1)
            total += step_bound(
                trees,
                node,
                b,
                np.float32(paths.x[last]),
                np.float32(paths.y[last]),
                np.float32(paths.t[last]),
                pace,
            )
        near[c] = total / np.float32(h) if trees.present[node] else np.float32(np.inf)
    return near


@compiled
def _keep(best: Singles, value: np.float32) -> None:
    """Keep a value among the smallest, in order."""
    if value >= best[-1]:
        return
    place = len(best) - 1
    while place > 0 and best[place - 1] > value:
        best[place] = best[place - 1]
        place -= 1
    best[place] = value


@compiled
def _widened(square: np.float32, slack: tuple[float, float]) -> np.float32:
    edge = np.sqrt(np.float64(square)) * (1 + 2 * slack[1]) + 2 * slack[0]
    return np.float32(edge * edge)


@compiled
def _tidied(
    count: int, found: Ints, values: Singles, limit: np.float32
) -> tuple[int, Ints, Singles]:
    """Forget who is out of reach by now; make room if that is nobody."""
    kept = values[:count] <= limit
    left = kept.sum()
    room = len(found) * (2 if 2 * left > count else 1)
    ids, squares = np.empty(room, np.int64), np.empty(room, np.float32)
    ids[:left], squares[:left] = found[:count][kept], values[:count][kept]
    return left, ids, squares


@compiled
def farthest_first(
    trees: Forest, paths: Paths, outermost: Ints, k: int, weight: float, slack: tuple[float, float]
) -> Ints:
    """Label every trajectory: the farthest from the centre gathers its k - 1 nearest, and so on."""
    labels = np.full(len(outermost), -1)
    left, label = len(outermost), 0
    for seed in outermost:
        if left < 2 * k:
            break
        if labels[seed] >= 0:
            continue
        leave(trees, seed)
        labels[seed] = label
        for mate in nearest_in(trees, paths, seed, k - 1, weight, slack):
            labels[mate] = label
            leave(trees, mate)
        left, label = left - k, label + 1
    labels[labels < 0] = label
    return labels
