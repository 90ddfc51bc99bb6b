"""How much the ways have in common that agree with what is known."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import Any, Final

import numpy as np

from wayveil import progress
from wayveil.analyses._paths import Paths
from wayveil.analyses._spread import spread
from wayveil.kernels import pathcount
from wayveil.kernels.arrays import Codes, Floats, Ints
from wayveil.kernels.scaled import Scaled, scaled
from wayveil.kernels.swapgraph import Graph

#: A share of 1, but for rounding: fewer than one path in a billion is without it.
_ALL: Final = 1 - 1e-9


def in_common(paths: Paths, known: Iterable[Ints]) -> dict[str, Any]:
    """Tell, of each set of known edges, what the paths that take them all share.

    Certain points are on each of the paths. The share in common is what a second path, drawn by
    lot, is expected to have of the points of a first one.
    """
    lengths = np.diff(paths.graph.rows)
    certain, common = [], []
    for edges in progress.track(list(known), "what they have in common"):
        share = shares(paths, edges)
        certain.append(lengths[share >= _ALL].sum())
        common.append(np.average(share, weights=share * lengths))
    if not certain:
        return {"asked": 0}
    return {
        "asked": len(certain),
        "certain_points": spread(np.array(certain, np.float64)),
        "share_in_common": spread(np.array(common)),
    }


def shares(paths: Paths, known: Ints) -> Floats:
    """Give the share of the paths that take each edge, of those that take all known ones.

    The known ones are in the order of time: what leads to the first, what lies between two, and
    what follows the last can be chosen apart.
    """
    graph, share = paths.graph, np.zeros(len(paths.graph.tail))
    share[known], none = 1, np.zeros(len(paths.ends))
    first, last = graph.tail[known[0]], graph.head[known[-1]]
    if first >= 0:
        back = _back(graph, first)
        pathcount.taken(graph, paths.to, back, 1.0, none, _one(paths.to, first), share)
    for one, other in pairwise(np.unique(known)):
        source, target = graph.head[one], graph.tail[other]
        come, back = _on(graph, source), _back(graph, target)
        pathcount.taken(graph, come, back, 0.0, none, _one(come, target), share)
    if last >= 0:
        come, go = _on(graph, last), paths.onward
        pathcount.taken(graph, come, go, 0.0, paths.ends, _one(go, last), share)
    return share


def _one(values: Scaled, vertex: int) -> tuple[float, int]:
    return float(values.mantissa[vertex]), int(values.exponent[vertex])


def _on(graph: Graph, source: int) -> Scaled:
    """Count the paths from one vertex to each."""
    begin, found = graph.offsets[source], scaled(np.zeros(len(graph.offsets) - 1))
    sums, powers = _from_first(graph, graph.members[begin:], graph.offsets[source:] - begin)
    found.mantissa[source:], found.exponent[source:] = sums, powers
    return found


def _back(graph: Graph, target: int) -> Scaled:
    """Count the paths from each vertex to one."""
    after, found = target + 1, scaled(np.zeros(len(graph.offsets) - 1))
    whole = graph.members[: graph.offsets[after]], graph.offsets[: after + 1]
    sums, powers = _from_first(graph, *pathcount.reversed_groups(*whole))
    found.mantissa[:after], found.exponent[:after] = sums[::-1], powers[::-1]
    return found


def _from_first(graph: Graph, members: Codes, offsets: Ints) -> tuple[Floats, Ints]:
    """Let one path go out from the first of some groups."""
    at = scaled(np.zeros(len(graph.edges) - 1))
    at.mantissa[members[0]], at.exponent[members[0]] = 0.5, 1
    marks = np.ones(len(members), np.bool_)
    return pathcount.passed(members, offsets, marks, at.mantissa, at.exponent)
