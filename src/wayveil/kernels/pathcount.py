"""How many paths lead through a graph: one pass over its vertices in the order of time.

A path may leave a vertex by any of its edges. Edges side by side count as different ones.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

import numpy as np
import numpy.typing as npt

from wayveil.kernels import ragged
from wayveil.kernels.arrays import Codes, Floats, Ints, Mask
from wayveil.kernels.compiled import compiled
from wayveil.kernels.scaled import Scaled, ones, scaled
from wayveil.kernels.swapgraph import Graph

_Table = npt.NDArray[np.float64]
#: In `between` numbers are x · 2^(256 e), with x below 2^128 and, unless e is 0, from 2^-128 on.
STEP: Final = 256
_LARGE, _DOWN = 2.0**128, 2.0**-STEP


def forward(graph: Graph, open: Mask | None = None) -> Scaled:
    """Count, for each vertex, the paths from any start to it.

    If `open` is given, they only come in by members that it marks.
    """
    at = ones(len(graph.edges) - 1)
    marks = np.ones(len(graph.members), np.bool_) if open is None else open
    return Scaled(*passed(graph.members, graph.offsets, marks, at.mantissa, at.exponent))


def backward(graph: Graph, ends: Floats) -> tuple[Scaled, Scaled]:
    """Count, for each vertex and for each start, the paths to the ends.

    The end of trajectory i counts as `ends[i]` paths.
    """
    at = scaled(ends)
    members, offsets = reversed_groups(graph.members, graph.offsets)
    marks = np.ones(len(members), np.bool_)
    sums, powers = passed(members, offsets, marks, at.mantissa, at.exponent)
    return Scaled(sums[::-1].copy(), powers[::-1].copy()), at


def reversed_groups(members: Codes, offsets: Ints) -> tuple[Codes, Ints]:
    """Put the last group first."""
    return np.ascontiguousarray(members[::-1]), ragged.offsets_of(np.diff(offsets)[::-1])


@compiled
def passed(
    members: Codes, offsets: Ints, open: Mask, mantissa: Floats, exponent: Ints
) -> tuple[Floats, Ints]:
    """Let the members of each group add up what they have, and all go on with the sum.

    What each trajectory has is changed in place; gives the sums.
    """
    groups = len(offsets) - 1
    sums, powers = np.zeros(groups), np.zeros(groups, np.int64)
    for g in range(groups):
        top, some = -(2**62), False
        for k in range(offsets[g], offsets[g + 1]):
            who = members[k]
            if open[k] and mantissa[who] > 0 and exponent[who] > top:
                top, some = exponent[who], True
        total = 0.0
        for k in range(offsets[g], offsets[g + 1]):
            who = members[k]
            if open[k] and mantissa[who] > 0 and exponent[who] - top > -1100:
                total += math.ldexp(mantissa[who], exponent[who] - top)
        if some:
            share, shift = math.frexp(total)
            sums[g], powers[g] = share, top + shift
        for k in range(offsets[g], offsets[g + 1]):
            mantissa[members[k]], exponent[members[k]] = sums[g], powers[g]
    return sums, powers


def exact(members: Codes, offsets: Ints, now: list[int]) -> Iterator[int]:
    """Do what `passed` does, group by group, with whole numbers of any size; gives the sums."""
    cuts, whole = offsets.tolist(), members.tolist()
    for first, last in pairwise(cuts):
        group = whole[first:last]
        total = sum([now[who] for who in group])
        for who in group:
            now[who] = total
        yield total


@compiled
def between(
    members: Codes, offsets: Ints, trips: int, source: Ints, target: Ints
) -> tuple[Floats, Ints]:
    """Count the paths from each source, a vertex, to the target in the same place.

    The pairs are a column each, and read the graph together. Gives x and e of x · 2^(256 e).
    """
    width = len(source)
    x, e = np.zeros((trips, width)), np.zeros((trips, width), np.int64)
    alive = np.zeros(trips, np.bool_)
    begin, end, begun, ended = np.argsort(source), np.argsort(target), 0, 0
    total, top = np.zeros(width), np.zeros(width, np.int64)
    found, power = np.zeros(width), np.zeros(width, np.int64)
    for g in range(source.min(), target.max() + 1):
        first, last = offsets[g], offsets[g + 1]
        _add_up(members[first:last], x, e, alive, total, top)
        while begun < width and source[begin[begun]] == g:
            total[begin[begun]] = 1.0
            begun += 1
        while ended < width and target[end[ended]] <= g:
            if target[end[ended]] == g:
                found[end[ended]], power[end[ended]] = total[end[ended]], top[end[ended]]
            ended += 1
        if total.max() > 0:
            for who in members[first:last]:
                x[who], e[who], alive[who] = total, top, True
    return found, power


@compiled
def _add_up(members: Codes, x: _Table, e: Ints, alive: Mask, total: Floats, top: Ints) -> None:
    """Add up, column by column, what the members have."""
    total[:], top[:] = 0.0, 0
    for who in members:
        if alive[who]:
            for c in range(len(top)):
                top[c] = max(top[c], e[who, c])
    for who in members:
        if alive[who]:
            for c in range(len(top)):
                below = top[c] - e[who, c]
                part = x[who, c] if below == 0 else x[who, c] * _DOWN
                total[c] += part if below <= 1 else 0.0
    for c in range(len(top)):
        if total[c] >= _LARGE:
            total[c] *= _DOWN
            top[c] += 1


@compiled
def taken(
    graph: Graph, come: Scaled, go: Scaled, starts: float, ends: Floats, all: tuple[float, int],
    share: Floats,
) -> None:  # fmt: skip
    """Add to each edge's share that of the paths which take it, of `all` that there are.

    `come` counts the paths to each vertex and `go` those from it on; each start counts as `starts`.
    """
    for i in range(len(ends)):
        for e in range(graph.edges[i], graph.edges[i + 1]):
            u, v = graph.tail[e], graph.head[e]
            one, power = (come.mantissa[u], come.exponent[u]) if u >= 0 else (starts, 0)
            other, more = (go.mantissa[v], go.exponent[v]) if v >= 0 else (ends[i], 0)
            if one > 0 and other > 0:
                share[e] += math.ldexp(one * other / all[0], max(power + more - all[1], -2000))
