"""How those who meet go on, judged by how they move: who came in one way likely leaves that way."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from wayveil.kernels.arrays import Floats, Ints
from wayveil.kernels.compiled import compiled
from wayveil.kernels.swapgraph import Graph

_Matrix = npt.NDArray[np.float64]
#: Up to so many members all permutations are weighed; more are balanced.
_FEW: Final = 6
_METRES_PER_DEGREE: Final = float(6_371_008.8 * np.pi / 180)
_ROUNDS: Final = 30


class Motion(NamedTuple):
    """Points in degrees and seconds, and how far from even motion one may be.

    `error` metres a place is off, `change` m/s a velocity changes, and `rhythm` seconds the time
    between two points varies.
    """

    lat: Floats
    lon: Floats
    t: Floats
    error: float
    change: float
    rhythm: float


class Tails(NamedTuple):
    """The last point of whoever goes by a trajectory now, and the one before; -1 if unknown."""

    last: Ints
    before: Ints


@compiled
def step(by: Motion, a: int, b: int) -> tuple[float, float, float]:
    """Give the way from one point to another: metres east and north, and seconds, above 0."""
    around = (by.lon[b] - by.lon[a] + 180.0) % 360.0 - 180.0
    east = around * np.cos(np.radians(by.lat[a])) * _METRES_PER_DEGREE
    return east, (by.lat[b] - by.lat[a]) * _METRES_PER_DEGREE, max(by.t[b] - by.t[a], 1e-3)


@compiled
def fit(by: Motion, before: int, last: int, then: int, after: int) -> float:
    """Give the logarithm of how well two points go on as two others; the outer may be unknown, -1.

    They fit if the second pair begins where, and when, an even motion leads from the first, and
    goes on at its velocity. Tails are heavy (Student's t), so that no turn is impossible.
    """
    u, v, rhythm, known, told = 0.0, 0.0, 0.0, 0, 0.0
    if before >= 0:
        east, north, tick = step(by, before, last)
        u, v, rhythm, known = east / tick, north / tick, tick, 1
    if after >= 0:
        east, north, tick = step(by, then, after)
        turn = (east / tick - u) ** 2 + (north / tick - v) ** 2
        told -= known * 1.5 * np.log1p(turn / by.change**2)
        u, v, rhythm, known = u + east / tick, v + north / tick, rhythm + tick, known + 1
    east, north, gap = step(by, last, then)
    wide = by.error + by.change * gap * (1.0 if known else 2.0)
    if known:
        u, v, rhythm = u / known, v / known, rhythm / known
        told -= np.log1p(((gap - rhythm) / by.rhythm) ** 2)
    off = (east - u * gap) ** 2 + (north - v * gap) ** 2
    return told - 2 * np.log(wide) - 1.5 * np.log1p(off / wide**2)


@compiled
def arrive(graph: Graph, edge: int, who: int, tails: Tails) -> None:
    """Go along an edge: what it has becomes the tail."""
    first, after = graph.rows[edge], graph.rows[edge + 1]
    if after > first:
        tails.before[who] = after - 2 if after - first > 1 else tails.last[who]
        tails.last[who] = after - 1


@compiled
def alone(graph: Graph, edge: int, who: int, tails: Tails) -> None:
    """Go along an edge, knowing nothing of what was before it; if it has no points, its own."""
    tails.last[who], tails.before[who] = -1, -1
    arrive(graph, edge, who, tails)
    if tails.last[who] < 0:
        tails.last[who] = graph.rows[edge] - 1


@compiled
def fits(graph: Graph, by: Motion, vertex: int, tails: Tails) -> _Matrix:
    """Give how well each member's tail fits each way out, in the order of the members.

    All fit equally well with an end without points. A stretch without points before another
    vertex is told by the next points of its trajectory.
    """
    first, last = graph.offsets[vertex], graph.offsets[vertex + 1]
    table = np.zeros((last - first, last - first))
    for j in range(last - first):
        go = graph.into[first + j] + 1
        then = graph.rows[go]
        if then < graph.rows[graph.edges[graph.members[first + j] + 1]]:
            after = then + 1 if then + 1 < graph.rows[go + 1] else -1
            for i in range(last - first):
                who = graph.members[first + i]
                table[i, j] = fit(by, tails.before[who], tails.last[who], then, after)
    return table


@compiled
def chances(table: _Matrix) -> _Matrix:
    """Give how likely each goes on as each, if each permutation weighs what its fits add up to.

    Exact for up to six; more are balanced until all rows and columns add up to 1.
    """
    size = len(table)
    weight = np.empty_like(table)
    for i in range(size):
        weight[i] = np.exp(np.maximum(table[i] - table[i].max(), -200.0))
    return _permuted(weight) if size <= _FEW else _balanced(weight)


@compiled
def _permuted(weight: _Matrix) -> _Matrix:
    """Sum over permutations: the first i take a set of places, and the others the rest."""
    size = len(weight)
    sets = 1 << size
    taken, left = np.zeros(sets), np.zeros(sets)
    count = np.zeros(sets, np.int64)
    taken[0], left[sets - 1] = 1.0, 1.0
    for s in range(1, sets):
        count[s] = count[s >> 1] + (s & 1)
        for j in range(size):
            if s >> j & 1:
                taken[s] += taken[s ^ (1 << j)] * weight[count[s] - 1, j]
    share = np.zeros((size, size))
    for s in range(sets - 2, -1, -1):
        for j in range(size):
            if not s >> j & 1:
                way = weight[count[s], j] * left[s | (1 << j)]
                left[s] += way
                share[count[s], j] += taken[s] * way
    for i in range(size):
        share[i] /= share[i].sum()
    return share


@compiled
def _balanced(weight: _Matrix) -> _Matrix:
    """Scale columns and rows in turn. (Sinkhorn)"""
    share = np.maximum(weight, 1e-12)
    for _ in range(_ROUNDS):
        for j in range(len(share)):
            share[:, j] /= share[:, j].sum()
        for i in range(len(share)):
            share[i] /= share[i].sum()
    return share


@compiled
def matched(table: _Matrix) -> Ints:
    """Let each go on as another so that the fits add up to much: no two could exchange for more.

    The best fitting pairs come first. Of two or fewer it is the best of all.
    """
    size = len(table)
    choice, free = np.full(size, -1), np.ones(size, np.bool_)
    for _ in range(size):
        one, other, best = -1, -1, -np.inf
        for i in range(size):
            for j in range(size):
                if choice[i] < 0 and free[j] and (one < 0 or table[i, j] > best):
                    one, other, best = i, j, table[i, j]
        choice[one], free[other] = other, False
    better = True
    while better:
        better = False
        for i in range(size):
            for k in range(i):
                now = table[i, choice[i]] + table[k, choice[k]]
                if table[i, choice[k]] + table[k, choice[i]] > now + 1e-9:
                    choice[i], choice[k] = choice[k], choice[i]
                    better = True
    return choice


@compiled
def surprise(graph: Graph, by: Motion, weighed: bool) -> Floats:
    """Give the entropy (nats) of the ways from each start: of how likely they are to have been.

    Weighed by motion, or each permutation as likely as any other. From a vertex back: the
    entropy of what follows is that of the choice, and what is expected of the choices. Ends
    without points are one choice.
    """
    ahead = np.zeros(len(graph.edges) - 1)
    tails = Tails(np.empty(len(ahead), np.int64), np.empty(len(ahead), np.int64))
    for vertex in range(len(graph.offsets) - 2, -1, -1):
        first, last = graph.offsets[vertex], graph.offsets[vertex + 1]
        size = last - first
        share = np.full((size, size), 1.0 / size)
        if weighed:
            for k in range(first, last):
                alone(graph, graph.into[k], graph.members[k], tails)
            share = chances(fits(graph, by, vertex, tails))
        new = np.zeros(size)
        for i in range(size):
            over = 0.0
            for j in range(size):
                p, onward = share[i, j], graph.into[first + j] + 1
                ends = graph.head[onward] < 0 and graph.rows[onward] == graph.rows[onward + 1]
                if ends:
                    over += p
                elif p > 0:
                    new[i] += p * (ahead[graph.members[first + j]] - np.log(p))
            if over > 0:
                new[i] -= over * np.log(over)
        for i in range(size):
            ahead[graph.members[first + i]] = new[i]
    return ahead


@compiled
def likeliest(graph: Graph, by: Motion) -> Ints:
    """Give the edge by which each edge goes on if all go on as they came; -1 from the ends.

    Vertex after vertex, so that who went through several is told by all that they left before.
    """
    following, trips = np.full(len(graph.tail), -1), len(graph.edges) - 1
    tails = Tails(np.full(trips, -1), np.full(trips, -1))
    for vertex in range(len(graph.offsets) - 1):
        first, last = graph.offsets[vertex], graph.offsets[vertex + 1]
        who = graph.members[first:last]
        for k in range(first, last):
            arrive(graph, graph.into[k], graph.members[k], tails)
        choice = matched(fits(graph, by, vertex, tails))
        came, earlier = tails.last[who], tails.before[who]
        for i, j in enumerate(choice):
            following[graph.into[first + i]] = graph.into[first + j] + 1
            tails.last[who[j]], tails.before[who[j]] = came[i], earlier[i]
    return following


@compiled
def followed(graph: Graph, following: Ints) -> tuple[Ints, Ints]:
    """Walk on from each start: the points on the way, and how many each way has."""
    points, lengths = np.empty(graph.rows[-1], np.int64), np.zeros(len(graph.edges) - 1, np.int64)
    used = 0
    for i in range(len(lengths)):
        edge, begin = graph.edges[i], used
        while edge >= 0:
            for row in range(graph.rows[edge], graph.rows[edge + 1]):
                points[used] = row
                used += 1
            edge = following[edge]
        lengths[i] = used - begin
    return points, lengths
