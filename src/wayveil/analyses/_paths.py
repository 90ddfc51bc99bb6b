"""What may have been somebody's way: the paths of the swap graph that agree with what is known."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final, Self

import numpy as np

from wayveil import parallel, progress
from wayveil.kernels import pathcount, ragged
from wayveil.kernels.arrays import Floats, Ints, Mask
from wayveil.kernels.scaled import Scaled, multiplied, picked, scaled, summed, times
from wayveil.kernels.swapgraph import Graph, graph_of
from wayveil.kinds import Groups
from wayveil.shapes import Trajectories

#: How many pairs of vertices are asked at once, and how many numbers may be kept for them.
_COLUMNS: Final = 32
_ROOM: Final = 4_000_000


@dataclass(frozen=True, eq=False)
class Paths:
    """The paths of a swap graph, counted.

    `ends[i]` says as how many the end of trajectory i counts: 1, or of *candidates*, the ways
    that look different when published, 1 or 0, so that the empty ends of one vertex count once.
    """

    graph: Graph
    ends: Floats

    @classmethod
    def of(cls, data: Trajectories, groups: Groups) -> Self:
        """Make the graph; all ends count."""
        graph = graph_of(groups.members, groups.offsets, groups.t, data.t, data.offsets)
        return cls(graph, np.ones(len(data)))

    def candidates(self) -> Paths:
        """Count the empty ends of one vertex once."""
        graph, ends = self.graph, self.ends.copy()
        last = graph.edges[1:] - 1
        empty = np.flatnonzero((graph.rows[last] == graph.rows[last + 1]) & (ends > 0))
        ends[empty] = 0
        ends[empty[np.unique(graph.tail[last[empty]], return_index=True)[1]]] = 1
        return Paths(graph, ends)

    def ending(self, there: Mask) -> Paths:
        """Count only the paths that take the end of one of these trajectories."""
        return Paths(self.graph, self.ends * there)

    @cached_property
    def to(self) -> Scaled:
        """How many paths lead to each vertex."""
        progress.stage("paths to each meeting")
        return pathcount.forward(self.graph)

    @cached_property
    def _onward(self) -> tuple[Scaled, Scaled]:
        progress.stage("paths from each meeting")
        return pathcount.backward(self.graph, self.ends)

    @property
    def onward(self) -> Scaled:
        """How many paths lead on from each vertex."""
        return self._onward[0]

    @property
    def from_starts(self) -> Scaled:
        """How many paths each trajectory's start has."""
        return self._onward[1]

    def total(self) -> Scaled:
        """Count all paths; gives one number."""
        return summed(self.from_starts)

    def exact_total(self) -> int:
        """Count all paths exactly."""
        now = self.ends.astype(np.int64).tolist()
        backwards = pathcount.reversed_groups(self.graph.members, self.graph.offsets)
        for _ in pathcount.exact(*backwards, now):
            pass
        return sum(now)

    def by_edge(self) -> Scaled:
        """Count the paths that take each edge, and so have each of its points."""
        graph = self.graph
        ends = self.ends[ragged.group_of_rows(graph.edges)]
        return times(picked(self.to, graph.tail), picked(self.onward, graph.head, ends))

    def by_edges(self, edges: Ints, offsets: Ints) -> Scaled:
        """Count the paths that take all edges of each group; in the order of time, none empty."""
        graph = self.graph
        first, last = edges[offsets[:-1]], edges[offsets[1:] - 1]
        ends = self.ends[np.searchsorted(graph.edges, last, side="right") - 1]
        outer = times(
            picked(self.to, graph.tail[first]), picked(self.onward, graph.head[last], ends)
        )
        inner = ~ragged.first_of_group(offsets)
        here = np.flatnonzero(inner)
        here = here[edges[here] != edges[here - 1]]
        steps = self.between(graph.head[edges[here - 1]], graph.tail[edges[here]])
        group = ragged.group_of_rows(offsets)[here]
        sizes = np.bincount(group, minlength=len(first))
        return times(outer, multiplied(steps, ragged.offsets_of(sizes)))

    def first_and_last(self, trips: Ints) -> Scaled:
        """Count the paths from each trajectory's start to its own end."""
        return self._within(trips, self.graph.edges[trips + 1] - 1)

    def first_and_last_points(self, trips: Ints) -> Scaled:
        """Count the ways that have each trajectory's first point first and its last one last."""
        rows = self.graph.rows
        last = rows[self.graph.edges[trips + 1]] - 1
        return self._within(trips, self.edges_of(last))

    def _within(self, trips: Ints, last: Ints) -> Scaled:
        """Count the paths from each trajectory's start to an edge of its own."""
        graph = self.graph
        source, target = graph.head[graph.edges[trips]], graph.tail[last]
        apart = np.flatnonzero(target >= 0)
        places = np.full(len(trips), -1)
        places[apart] = np.arange(len(apart))
        return picked(self.between(source[apart], target[apart]), places)

    def between(self, sources: Ints, targets: Ints) -> Scaled:
        """Count the paths from each source, a vertex, to the target in the same place."""
        graph, trips = self.graph, len(self.ends)
        width = max(1, min(_COLUMNS, _ROOM // max(trips, 1)))
        # Pairs that begin and end at about the same time read about the same part of the graph.
        bands = max(1, round((len(sources) / width) ** 0.5))
        order = np.lexsort((targets, sources * bands // (len(graph.offsets) - 1)))
        blocks = [order[low : low + width] for low in range(0, len(order), width)]
        progress.stage("paths between points", len(order))

        def count(block: Ints) -> tuple[Floats, Ints]:
            pairs = sources[block], targets[block]
            return pathcount.between(graph.members, graph.offsets, trips, *pairs)

        x, e = np.zeros(len(order)), np.zeros(len(order), np.int64)
        at_once = 4 * parallel.processors()
        for low in range(0, len(blocks), at_once):
            some = blocks[low : low + at_once]
            for block, found in zip(some, parallel.in_parallel(count, some), strict=True):
                x[block], e[block] = found
                progress.advance(len(block))
        return scaled(x, e * pathcount.STEP)

    def through(self, seen: Mask) -> Scaled:
        """Count the paths that take at least one of the edges seen; gives one number."""
        graph = self.graph
        before = pathcount.forward(graph, ~seen[graph.into])
        edges = np.flatnonzero(seen)
        ends = self.ends[np.searchsorted(graph.edges, edges, side="right") - 1]
        ways = times(
            picked(before, graph.tail[edges]), picked(self.onward, graph.head[edges], ends)
        )
        return summed(ways)

    def edges_of(self, rows: Ints) -> Ints:
        """Give the edge on which each point lies."""
        return np.searchsorted(self.graph.rows, rows, side="right") - 1
