"""Trajectories that cross as a graph: a vertex for each meeting, edges between them."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from wayveil.kernels import ragged
from wayveil.kernels.arrays import Codes, Ints
from wayveil.kernels.compiled import compiled
from wayveil.kernels.radix import order_of


class Graph(NamedTuple):
    """Vertex g is met by `members[offsets[g]:offsets[g + 1]]`; vertices are in the order of time.

    Trajectory i is the chain of the edges `edges[i]` to `edges[i + 1]`. Edge e goes from vertex
    `tail[e]` to `head[e]`, -1 for a trajectory's own start and end, and holds the points
    `rows[e]` to `rows[e + 1]`, maybe none. Member k comes in by the edge `into[k]` and goes on,
    if nothing is swapped, by the edge after it.
    """

    members: Codes
    offsets: Ints
    edges: Ints
    tail: Ints
    head: Ints
    rows: Ints
    into: Ints


def graph_of(members: Codes, offsets: Ints, when: Ints, t: Ints, points: Ints) -> Graph:
    """Make the graph of groups and of the times of all points, which lie at the offsets `points`.

    A point lies after the vertices of its time, and before those of later times.
    """
    trips, crossings = len(points) - 1, len(members)
    order = order_of(members.astype(np.int64))
    into = np.empty(crossings, np.int64)
    into[order] = np.arange(crossings) + members[order]  # each trip before has one edge more
    edges = ragged.offsets_of(np.bincount(members, minlength=trips) + 1)
    tail, head = np.full(edges[-1], -1), np.full(edges[-1], -1)
    head[into] = ragged.group_of_rows(offsets)
    tail[into + 1] = head[into]
    rows = _first_rows(t, points, edges, tail, when)
    return Graph(members, offsets, edges, tail, head, rows, into)


@compiled
def _first_rows(t: Ints, points: Ints, edges: Ints, tail: Ints, when: Ints) -> Ints:
    """Give the first point of each edge, and the end of all."""
    rows = np.empty(len(tail) + 1, np.int64)
    rows[-1] = points[-1]
    for i in range(len(edges) - 1):
        row = points[i]
        for edge in range(edges[i], edges[i + 1]):
            while tail[edge] >= 0 and row < points[i + 1] and t[row] < when[tail[edge]]:
                row += 1
            rows[edge] = row
    return rows
