from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np
import pytest

from tests.cotrajectories import cotrajectory, in_order, times
from tests.reference import paths as plain
from wayveil.analyses._alike import shares
from wayveil.analyses._paths import Paths
from wayveil.chance import Chance
from wayveil.kernels.scaled import Scaled
from wayveil.kinds import Groups, Meeting
from wayveil.meetings.partition import Partition
from wayveil.meetings.threshold import Threshold
from wayveil.methods.swapmob import SwapMob
from wayveil.shapes import Trajectories

MEETINGS = [(Partition(), 900, 500), (Threshold(spatial_thold=0.08, temporal_thold=20), 100, 40)]
WALKABLE = 600


def whole(values: Scaled) -> list[int]:
    found = np.ldexp(values.mantissa, values.exponent)
    assert (found == np.rint(found)).all()
    return found.astype(int).tolist()  # type: ignore[no-any-return]


class Walked:
    """A table, its graph, and all its paths."""

    def __init__(self, data: Trajectories, groups: Groups) -> None:
        self.data = data
        self.whole_ways = False
        self.both = Paths.of(data, groups), Paths.of(data, groups).candidates()
        self.chains = plain.chains(times(data), in_order(groups))
        self.points = [
            (e.trip, e.nth, n) for c in self.chains for e in c for n in range(len(e.times))
        ]
        self.found = plain.paths(self.chains)
        self.on = [set(plain.points(path)) for path in self.found]

    def expect(self, which: list[int]) -> tuple[int, int]:
        """Give the number of some paths, and of candidates among them."""
        return len(which), plain.candidates([self.found[p] for p in which])

    def having(self, rows: Any) -> tuple[int, int]:
        need = {self.points[row] for row in rows}
        return self.expect([p for p, on in enumerate(self.on) if need <= on])


def walkable(meeting: Meeting, seed: int) -> Walked | None:
    data = cotrajectory(seed)
    groups = meeting(data)
    if whole(Paths.of(data, groups).total())[0] > WALKABLE:
        return None
    walked = Walked(data, groups)
    walked.whole_ways = isinstance(meeting, Partition)  # then only ends can be empty
    return walked


@pytest.mark.parametrize(("meeting", "tables", "meet"), MEETINGS, ids=["partition", "threshold"])
def test_every_count_is_that_of_walking_all_paths(meeting: Meeting, tables: int, meet: int) -> None:
    walked = [w for w in (walkable(meeting, seed) for seed in range(tables)) if w]
    assert sum(len(w.both[0].graph.members) > 0 for w in walked) >= meet
    for w in walked:
        graphs = w.both
        everything = w.expect(list(range(len(w.found))))
        assert tuple(whole(each.total())[0] for each in graphs) == everything
        assert tuple(each.exact_total() for each in graphs) == everything
        edges = graphs[0].edges_of(np.arange(w.data.n_points))
        counts = [whole(each.by_edge()) for each in graphs]
        for row, edge in enumerate(edges):
            assert (counts[0][edge], counts[1][edge]) == w.having([row])
        check_first_and_last(w)
        check_several(w)
        check_areas(w)
    # What must have been tried: two ending at one meeting, and points that nobody else can have.
    assert any((w.both[1].ends == 0).any() for w in walked)
    assert any(whole(w.both[0].total())[0] != whole(w.both[1].total())[0] for w in walked)


def check_first_and_last(w: Walked) -> None:
    trips = np.arange(len(w.data))
    paths = whole(w.both[0].first_and_last(trips))
    ways = whole(w.both[0].first_and_last_points(trips))
    for i, chain in enumerate(w.chains):
        ends = [p for p in w.found if p[0] == chain[0] and p[-1] == chain[-1]]
        assert paths[i] == len(ends)
        last = max(edge for edge in chain if edge.times)
        begun = [p for p in w.found if p[0] == chain[0]]
        assert ways[i] == len({p[: p.index(last)] for p in begun if last in p})
        if w.whole_ways:
            own = [point for point in w.points if point[0] == i]
            looks = {plain.points(p) for p in begun}
            assert ways[i] == len({look for look in looks if look[-1] == own[-1]})


def check_several(w: Walked) -> None:
    """Any two, and any four, points of one trajectory."""
    asked = [
        c
        for i in range(len(w.data))
        for size in (2, 4)
        for c in list(combinations(range(w.data.offsets[i], w.data.offsets[i + 1]), size))[:6]
    ]
    if not asked:
        return
    offsets = np.cumsum([0, *(len(c) for c in asked)])
    edges = w.both[0].edges_of(np.concatenate([np.array(c) for c in asked]))
    counts = [whole(each.by_edges(edges, offsets)) for each in w.both]
    for place, rows in enumerate(asked):
        assert (counts[0][place], counts[1][place]) == w.having(rows)


def check_areas(w: Walked) -> None:
    """Who was in the first cell in some interval; and ended in it."""
    low = w.data.t.min() + 60_000
    there = (w.data.lat < 48.001) & (w.data.t >= low) & (w.data.t < low + 120_000)
    seen = np.zeros(len(w.both[0].graph.tail), np.bool_)
    seen[w.both[0].edges_of(np.flatnonzero(there))] = True
    points = {point for point, inside in zip(w.points, there, strict=True) if inside}
    wanted = w.expect([p for p, on in enumerate(w.on) if points & on])
    assert tuple(whole(each.through(seen))[0] for each in w.both) == wanted
    last = w.data.lat[w.data.offsets[1:] - 1] < 48.001
    ended = w.expect([p for p, on in enumerate(w.on) if points & on and last[w.found[p][-1].trip]])
    ending = w.both[0].ending(last)
    assert tuple(whole(g.through(seen))[0] for g in (ending, ending.candidates())) == ended


@pytest.mark.parametrize("ends", ["all", "once"])
def test_shares_are_those_of_walked_paths(ends: str) -> None:
    """One known point, the first and the last edge, and all points of a trajectory."""
    walked = [w for w in (walkable(Partition(), seed) for seed in range(100)) if w]
    for w in walked:
        paths = w.both[ends == "once"]
        graph = paths.graph
        every = [(e.trip, e.nth) for chain in w.chains for e in chain]
        taken = [{every.index((e.trip, e.nth)) for e in path} for path in w.found]
        alive = [on for on, p in zip(taken, w.found, strict=True) if paths.ends[p[-1].trip]]
        lists = [graph.edges[:1], np.array([0, graph.edges[1] - 1])]
        lists += [paths.edges_of(np.arange(*w.data.offsets[i : i + 2])) for i in range(len(w.data))]
        for known in lists:
            having = [on for on in alive if on >= set(known.tolist())]
            if having:
                wanted = [sum(e in on for on in having) / len(having) for e in range(len(every))]
                assert shares(paths, known) == pytest.approx(np.array(wanted))


@pytest.mark.parametrize("seed", range(30))
def test_swapping_changes_no_count(seed: int) -> None:
    """The graph is the same on both sides of a swap: of every point, and of all together."""
    data = cotrajectory(1000 + seed)
    swapped = SwapMob(meeting="partition")(data, Chance.seeded(seed)).data
    before, after = (Paths.of(table, Partition()(table)) for table in (data, swapped))
    for one, other in ((before, after), (before.candidates(), after.candidates())):
        assert whole(one.total()) == whole(other.total())
        assert told(one, data) == told(other, swapped)


def told(paths: Paths, data: Trajectories) -> list[tuple[float, float, int, int]]:
    """Each point with its count; points are told apart by their longitudes."""
    counts = whole(paths.by_edge())
    edges = paths.edges_of(np.arange(data.n_points))
    columns = data.lon.tolist(), data.lat.tolist(), data.t.tolist()
    return sorted(zip(*columns, [counts[e] for e in edges], strict=True))
