"""The distance graph of contemporaries: near is who was near while both were on their way."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from wayveil.errors import Infeasible
from wayveil.flat import flat
from wayveil.kernels import contemporaries
from wayveil.kernels.arrays import Codes, Floats, Ints, Mask
from wayveil.kernels.paths import Paths
from wayveil.kinds import Distance
from wayveil.shapes import Trajectories

if TYPE_CHECKING:
    from scipy.sparse import csr_array

#: Each takes 24 bytes in the graph and 72 while it is built: 3.6 GB at most.
MOST_EDGES: Final = 50_000_000


class DomingoTrujillo2012(Distance):
    """Least sum of distances along a chain of trajectories that share some time. (D4.10, 6.3.1.1)

    Two trajectories that share a time I > 0 are p%-contemporary, p = 100 min(I / |a|, I / |b|),
    |a| being the duration of a, and their distance is sqrt(Σ d_t² / N²) / p, with p in per cent:
    d_t is how far apart they are at t, for each of the N times in I at which either has a point,
    where the other is interpolated. All others are as far apart as the shortest way over
    contemporaries in `data`, or infinitely far. (Domingo-Ferrer and Trujillo-Rasua, Information
    Sciences 208, 2012, section 4)

    Settled here: pairs are synchronized, not the whole data set; a time counts once, and of
    several points at one time the last says where one is; one instant of a trajectory that has a
    duration is no share of it, but all of one that has none, so that points are contemporary with
    points of the same time alone.
    """

    def prepare(self, data: Trajectories, basis: Trajectories | None = None) -> csr_array:
        """Build the graph of contemporaries."""
        from scipy.sparse import coo_array

        one, other, weight = _edges(flat(data, basis))
        ends = np.concatenate([one, other]), np.concatenate([other, one])
        both = np.concatenate([weight, weight])
        return coo_array((both, ends), shape=(len(data), len(data))).tocsr()

    def row(self, prepared: csr_array, i: int, candidates: Ints, out: Floats) -> None:
        """Find the shortest ways from i."""
        from scipy.sparse.csgraph import dijkstra

        out[:] = dijkstra(prepared, indices=[i])[0, candidates]


def _edges(paths: Paths) -> tuple[Codes, Codes, Floats]:
    """List the pairs of contemporaries, each once, with their distances."""
    begins, ends = paths.t[paths.offsets[:-1]], paths.t[paths.offsets[1:] - 1]
    order = np.argsort(begins, kind="stable").astype(np.int32)
    until = np.searchsorted(begins[order], ends[order], side="right")
    count = int((until - np.arange(len(order)) - 1).sum())
    if count > MOST_EDGES:
        raise Infeasible(
            f"{count:,} pairs of trajectories share some time; a graph of at most "
            f"{MOST_EDGES:,} fits in memory.",
            "Part the data by time first, or use the distance martinez2021, which needs no graph.",
        )
    one, other, weight = np.empty(count, np.int32), np.empty(count, np.int32), np.empty(count)
    contemporaries.edges(paths, order, until, one, other, weight)
    joined: Mask = np.isfinite(weight)
    return one[joined], other[joined], weight[joined]
