"""Swap graphs small enough to walk: every path from every start, one by one (Dahne 2019, 4.3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

Group = tuple[int, list[int]]  # when, and who


class Edge(NamedTuple):
    """The n-th stretch of a trajectory, and the vertices that it leaves and enters."""

    trip: int
    nth: int
    tail: int | None
    head: int | None
    times: tuple[int, ...]


Path = tuple[Edge, ...]


def chains(times: list[list[int]], groups: list[Group]) -> list[list[Edge]]:
    """Each trajectory from its start through its vertices to its end.

    A point at t lies between the last vertex with time <= t and the first with time > t.
    """
    made = []
    for i, own in enumerate(times):
        vertices = [v for v, (_, who) in enumerate(groups) if i in who]
        chain = []
        for nth, (tail, head) in enumerate(zip([None, *vertices], [*vertices, None], strict=True)):
            since = None if tail is None else groups[tail][0]
            until = None if head is None else groups[head][0]
            here = tuple(
                t for t in own if (since is None or since <= t) and (until is None or t < until)
            )
            chain.append(Edge(i, nth, tail, head, here))
        made.append(chain)
    return made


def paths(chained: list[list[Edge]]) -> list[Path]:
    """All ways from a start to an end; who comes to a vertex may leave by any edge of it."""
    leaving: dict[int, list[Edge]] = {}
    for chain in chained:
        for edge in chain:
            if edge.tail is not None:
                leaving.setdefault(edge.tail, []).append(edge)

    def onward(edge: Edge) -> Iterator[Path]:
        if edge.head is None:
            yield (edge,)
            return
        for follower in leaving[edge.head]:
            for rest in onward(follower):
                yield (edge, *rest)

    return [path for chain in chained for path in onward(chain[0])]


def look(path: Path) -> tuple[object, ...]:
    """What a path is told by, if empty ends of one vertex are the same."""
    end = path[-1]
    told = [(edge.trip, edge.nth) for edge in path[:-1]]
    return (*told, end.tail if end.tail is not None and not end.times else (end.trip, end.nth))


def candidates(found: list[Path]) -> int:
    """How many look different."""
    return len({look(path) for path in found})


def points(path: Path) -> tuple[tuple[int, int, int], ...]:
    """Trajectory, stretch and place of each point of a path."""
    return tuple((e.trip, e.nth, n) for e in path for n in range(len(e.times)))
