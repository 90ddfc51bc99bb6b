"""Routes: how people get from where they are to where they go, once for all who do the same."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from wayveil.kernels import ragged
from wayveil.kernels.arrays import Codes, Floats, Ints, Mask
from wayveil.progress import track
from wayveil.synth._days import Trips
from wayveil.synth._lines import MOTORWAY
from wayveil.synth._people import People
from wayveil.synth._places import Places
from wayveil.synth._streets import Streets

_KMH: Final = 1 / 3.6
#: How fast one drives, by the kind of street; nobody drives faster than this by more than a tenth.
_DRIVEN: Final = np.array([28.0, 48.0, 48.0, 92.0]) * _KMH
_FASTEST_TASTE: Final = 0.95
_WALK_MS: Final = 1.4
_RIDE_MS: Final = 4.6
_ON_FOOT: Final = 0
_TASTES: Final = 2
_TREES_AT_ONCE: Final = 32
#: How likely one takes the route one always takes.
_HABIT: Final = 0.85


@dataclass(frozen=True)
class Routes:
    """Distinct routes: route i passes `nodes[offsets[i]:offsets[i + 1]]`, `left` before its end.

    What is left counts metres on foot or bicycle, and seconds by car.
    """

    nodes: Codes
    left: Floats
    offsets: Ints


@dataclass(frozen=True)
class Travel:
    """How each trip goes: its route, whether backwards, and its seconds for one of `left`."""

    route: Ints
    backwards: Mask
    pace: Floats


def travel(
    trips: Trips, people: People, streets: Streets, places: Places, rng: np.random.Generator
) -> tuple[Routes, Travel]:
    """Choose how each trip is made, and find the routes for all of them."""
    home = people.home[trips.owner]
    begins = np.where(trips.source < 0, home, places.hubs[trips.source])
    # One end at least is a hub. A tree of shortest ways grows from it, and home is a leaf.
    backwards = trips.target < 0
    hub = np.where(backwards, trips.source, trips.target)
    leaf = np.where(backwards, home, begins)
    root = places.hubs[hub]
    away = np.hypot(streets.x[root] - streets.x[leaf], streets.y[root] - streets.y[leaf])
    profile, pace = _means(trips, people, away, rng)
    key = (profile * len(places.hubs) + hub) * len(streets) + leaf
    wanted, route = np.unique(key, return_inverse=True)
    tree, leaves = np.divmod(wanted, len(streets))
    kinds, hubs = np.divmod(tree, len(places.hubs))
    routes = _routes(kinds, places.hubs[hubs], leaves, streets, rng)
    return routes, Travel(route, backwards, pace)


def _means(
    trips: Trips, people: People, away: Floats, rng: np.random.Generator
) -> tuple[Ints, Floats]:
    """Decide who walks, cycles or drives, and how fast; rush hours slow cars down."""
    owner = trips.owner
    walks, rides = away < people.walks_m[owner], away < people.rides_m[owner]
    odd = rng.random(len(owner)) >= _HABIT
    car = 1 + np.where(odd, 1 - people.taste[owner], people.taste[owner])
    haste = people.haste[owner] * np.clip(rng.normal(1, 0.06, len(owner)), 0.85, 1.2)
    driven = np.maximum(_FASTEST_TASTE, _rush(trips.planned_s) / haste)
    pace = np.where(walks, 1 / (_WALK_MS * haste), 1 / (_RIDE_MS * haste))
    return np.where(walks | rides, _ON_FOOT, car), np.where(walks | rides, pace, driven)


def _rush(planned_s: Floats) -> Floats:
    """Say how much longer a drive takes at this time of the week."""
    day, second = np.divmod(planned_s, 86_400)
    hour = second / 3_600
    peaks = np.exp(-((hour - 8.2) ** 2)) + 0.8 * np.exp(-(((hour - 17.9) / 1.3) ** 2))
    return 1.05 + np.where(day % 7 < 5, 0.4, 0.1) * peaks


def _costs(streets: Streets, rng: np.random.Generator) -> list[Floats]:
    """Weigh each piece of street: metres on foot, seconds by car to each of two tastes."""
    metres = streets.lengths
    on_foot = metres * np.where(streets.kind == MOTORWAY, 5.0, 1.0)
    away = np.hypot(streets.x[streets.start], streets.y[streets.start])
    crowded = 1 + 0.6 * np.exp(-((away / 1_800) ** 2)) * (streets.kind != MOTORWAY)
    seconds = metres / _DRIVEN[streets.kind] * crowded
    costs = [on_foot * rng.uniform(1, 1.15, streets.line.max() + 1)[streets.line]]
    for _ in range(_TASTES):
        liking = np.clip(rng.lognormal(0.1, 0.2, streets.line.max() + 1), _FASTEST_TASTE, 2)
        costs.append(seconds * liking[streets.line])
    return costs


def _routes(
    kinds: Ints, roots: Ints, leaves: Ints, streets: Streets, rng: np.random.Generator
) -> Routes:
    """Find the wanted routes, which are sorted by kind and hub, some trees at a time."""
    both = (
        np.concatenate([streets.start, streets.end]),
        np.concatenate([streets.end, streets.start]),
    )
    costs = [np.concatenate([cost, cost]) for cost in _costs(streets, rng)]
    change = np.flatnonzero((np.diff(roots) != 0) | (np.diff(kinds) != 0)) + 1
    trees = np.concatenate([[0], change, [len(roots)]])
    found = []
    for first, last in track(_batches(kinds[trees[:-1]]), "finding routes"):
        graph = _graph(both, costs[kinds[trees[first]]], len(streets))
        rows = slice(trees[first], trees[last])
        tree = np.repeat(np.arange(last - first), np.diff(trees[first : last + 1]))
        found.append(_walked(graph, roots[trees[first:last]], tree, leaves[rows]))
    nodes, left, lengths = (np.concatenate(column) for column in zip(*found, strict=True))
    return Routes(nodes, left, ragged.offsets_of(lengths))


def _batches(kinds: Ints) -> list[tuple[int, int]]:
    """Divide trees into batches of one kind each."""
    ends = [*(np.flatnonzero(np.diff(kinds)) + 1).tolist(), len(kinds)]
    starts = [0, *ends[:-1]]
    return [
        (first, min(first + _TREES_AT_ONCE, end))
        for start, end in zip(starts, ends, strict=True)
        for first in range(start, end, _TREES_AT_ONCE)
    ]


def _graph(both: tuple[Ints, Ints], cost: Floats, n: int) -> Any:
    from scipy.sparse import csr_array

    return csr_array((cost, both), shape=(n, n))


def _walked(graph: Any, roots: Ints, tree: Ints, leaves: Ints) -> tuple[Codes, Floats, Ints]:
    """Grow the trees of shortest ways from the roots and walk down to them from the leaves."""
    from scipy.sparse.csgraph import dijkstra

    from wayveil.kernels.walks import walk_lengths, walks

    left, parents = dijkstra(graph, indices=roots, return_predecessors=True)
    lengths = walk_lengths(parents, tree, leaves)
    nodes = walks(parents, tree, leaves, ragged.offsets_of(lengths))
    return nodes, left[np.repeat(tree, lengths), nodes].astype(np.float64), lengths
