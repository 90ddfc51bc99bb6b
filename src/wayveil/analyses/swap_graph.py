"""What swapping hides: how many ways everybody may have gone."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

import numpy as np
from pydantic import AfterValidator, Field

from wayveil import progress
from wayveil.analyses._alike import in_common
from wayveil.analyses._motion import Steadiness
from wayveil.analyses._paths import Paths
from wayveil.analyses._spread import spread
from wayveil.chance import Chance
from wayveil.errors import Infeasible
from wayveil.kernels.arrays import Ints, Mask
from wayveil.kernels.continuations import surprise
from wayveil.kernels.scaled import Scaled, are_one, log10
from wayveil.kinds import Analysis, Filter, Meeting
from wayveil.part import by_default
from wayveil.shapes import Findings, Trajectories
from wayveil.sieve import Sieve

#: Python turns whole numbers of up to 4,300 digits into text, so larger ones go in parts.
_DIGITS: Final = 4000


def _of_points(filter: Filter | None) -> Filter | None:
    if filter is not None and not (isinstance(filter, Sieve) and filter.grain == "point"):
        raise ValueError("should be a filter that looks at each point alone, such as box")
    return filter


PointFilter = Annotated[Filter | None, AfterValidator(_of_points)]


class SwapGraph(Steadiness, Analysis):
    """Count the ways in which each person may have gone, to somebody who sees swapped trajectories.

    A vertex for each meeting, where who comes in may go on as any of those who met; from each
    trajectory's start to any end these are the *paths* of the swap graph. (Dahne 2019, 4.3) With
    meetings by `partition` the graph is the same before and after swapping, so this is also what
    the receiver of a release can count. Of whom something is known those paths remain that agree;
    if it is one, swapping hides nothing. *Candidates* are paths that look different: to end where
    one's last point was a meeting looks the same for all who do. Two who meet once: 4 paths, 2
    through each point, 1 from the first to the last point of each.

    Paths are not equally likely. The effective number of candidates (2 to the entropy in bits),
    if somebody's first point is known, is told beside their number: with every swap by lot, and
    with swaps weighed by how well place, time, heading and speed fit before and after.
    """

    meeting: Meeting = by_default("partition")
    """When trajectories cross."""

    known: Literal["point", "first_last", "several"] = "point"
    """What is known of somebody: any one point, the first and the last, or several."""

    points: Annotated[int, Field(ge=2, le=100)] = 4
    """How many points are known, if several are."""

    sample: Annotated[int, Field(ge=0, le=10_000_000)] = 2000
    """How often to ask, of trajectories drawn at random, if more than a point is known; 0 asks
    of each trajectory once. All points are always asked about."""

    seen_in: PointFilter = None
    """Count also the paths that were seen somewhere: that have a point which stays in this
    filter, such as a box."""

    seen_during: PointFilter = None
    """When they were seen there, as a time_window."""

    ended_in: PointFilter = None
    """Where they ended: where the trajectory did whose end they take."""

    closely: Annotated[int, Field(ge=0, le=10_000_000)] = 10
    """Of how many of these to say also what their ways have in common."""

    exact: bool = False
    """Count all paths also exactly, as a whole number in decimal digits."""

    def __call__(self, data: Trajectories, rng: Chance) -> Findings:
        """Make the graph and count."""
        progress.stage("meetings")
        paths = Paths.of(data, self.meeting(data))
        ways = paths.candidates()
        swaps = np.diff(paths.graph.edges) - 1
        return Findings(
            {
                "trajectories": len(data),
                "points": data.n_points,
                "meetings": len(paths.graph.offsets) - 1,
                "swaps": {"none": int((swaps == 0).sum()), **spread(swaps.astype(np.float64))},
                "all": self._all(paths, ways),
                "known": self._known(data, paths, ways, rng),
                "first_point_known": self._effective(data, ways),
                **self._seen(data, paths),
            }
        )

    def _all(self, paths: Paths, ways: Paths) -> dict[str, Any]:
        """Count all paths."""
        told: dict[str, Any] = {
            "log10_paths": float(log10(paths.total())[0]),
            "log10_candidates": float(log10(ways.total())[0]),
        }
        if self.exact:
            told["paths"] = digits(paths.exact_total())
            told["candidates"] = digits(ways.exact_total())
        return told

    def _known(self, data: Trajectories, paths: Paths, ways: Paths, rng: Chance) -> dict[str, Any]:
        """Count the paths that agree with what is known, and tell what they have in common."""
        graph, weights = paths.graph, None
        if self.known == "point":
            weights = np.diff(graph.rows)
            both = paths.by_edge(), ways.by_edge()
            asked = paths.edges_of(rng.numpy().integers(data.n_points, size=self.closely))
            known = [asked[k : k + 1] for k in range(len(asked))]
        elif self.known == "first_last":
            trips = self._trips(len(data), rng)
            both = paths.first_and_last(trips), ways.first_and_last_points(trips)
            known = [np.array([graph.edges[i], graph.edges[i + 1] - 1]) for i in trips]
        else:
            edges, offsets = self._several(data, paths, rng)
            both = paths.by_edges(edges, offsets), ways.by_edges(edges, offsets)
            known = np.split(edges, offsets[1:-1])
        return {
            "asked": len(both[0].mantissa) if weights is None else data.n_points,
            **_counted(*both, weights),
            "in_common": in_common(paths, known[: self.closely]),
        }

    def _trips(self, count: int, rng: Chance) -> Ints:
        """Draw trajectories, each at most once; all, in some order, if that is asked for."""
        return rng.permutation(count)[: self.sample or count]

    def _several(self, data: Trajectories, paths: Paths, rng: Chance) -> tuple[Ints, Ints]:
        """Draw trajectories, and of each so many of its points; give the edges that they lie on."""
        enough = np.flatnonzero(data.lengths >= self.points)
        if not len(enough):
            raise Infeasible(
                f"no trajectory has {self.points} points.", "Ask for fewer known points."
            )
        lot = rng.numpy()
        trips = lot.choice(enough, self.sample) if self.sample else enough
        rows = [
            data.offsets[i] + np.sort(lot.choice(data.lengths[i], self.points, replace=False))
            for i in trips
        ]
        return paths.edges_of(np.concatenate(rows)), np.arange(len(trips) + 1) * self.points

    def _effective(self, data: Trajectories, ways: Paths) -> dict[str, Any]:
        """Say how many candidates each first point leaves, and how many there are in effect."""
        progress.stage("how likely they are")
        told = {"log10_candidates": spread(log10(ways.from_starts))}
        motion = self.motion(data)
        for name, weighed in (("by_lot", False), ("by_motion", True)):
            effective = surprise(ways.graph, motion, weighed) / np.log(10)
            told[f"log10_effective_{name}"] = spread(effective)
        return told

    def _seen(self, data: Trajectories, paths: Paths) -> dict[str, Any]:
        """Count the paths, and the trajectories, that were where and when it is asked."""
        if not (self.seen_in or self.seen_during or self.ended_in):
            return {}
        there = _stays(data, self.seen_in) & _stays(data, self.seen_during)
        last = _stays(data, self.ended_in)[data.offsets[1:] - 1]
        seen = np.zeros(len(paths.graph.tail), np.bool_)
        seen[paths.edges_of(np.flatnonzero(there))] = True
        whole = np.logical_or.reduceat(there, data.offsets[:-1])
        ending = paths.ending(last)
        counts = [log10(each.through(seen))[0] for each in (ending, ending.candidates())]
        finite = [float(count) if np.isfinite(count) else None for count in counts]
        told = dict(zip(("log10_paths", "log10_candidates"), finite, strict=True))
        return {"seen": {"trajectories": int((whole & last).sum()), **told}}


def _stays(data: Trajectories, filter: Filter | None) -> Mask:
    return filter.stays(data) if isinstance(filter, Sieve) else np.ones(data.n_points, np.bool_)


def _counted(paths: Scaled, ways: Scaled, weights: Ints | None = None) -> dict[str, Any]:
    """Tell how the counts are spread, and what share is 1."""
    told: dict[str, Any] = {}
    for name, counts in (("paths", paths), ("candidates", ways)):
        told[f"log10_{name}"] = spread(log10(counts), weights)
        told[f"only_one_of_{name}"] = float(np.average(are_one(counts), weights=weights))
    return told


def digits(number: int) -> str:
    """Write a whole number, however long, in decimal digits.

    >>> digits(1234)
    '1234'
    """
    parts = []
    while number >= 10**_DIGITS:
        number, low = divmod(number, 10**_DIGITS)
        parts.append(f"{low:0{_DIGITS}d}")
    return "".join([str(number), *reversed(parts)])
