"""Clusterings written down step by step, as in D4.10, 6.3.3.3, and paper 000, Algorithm 1."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

Matrix = Sequence[Sequence[float]]
Partition = set[frozenset[int]]


@dataclass
class Remaining:
    """Who is in no cluster yet; of several as near or as far, the one of the lowest index."""

    k: int
    apart: Matrix
    from_centre: Sequence[float]
    who: list[int]
    clusters: Partition = field(default_factory=set)

    def outermost(self) -> int:
        """The most distant from the centroid."""
        return max(self.who, key=lambda i: (self.from_centre[i], -i))

    def opposite(self, r: int) -> int:
        """The most distant from another."""
        return max(self.who, key=lambda i: (self.apart[r][i], -i))

    def gather(self, seed: int) -> None:
        """A cluster of one and the k - 1 closest to it."""
        others = sorted((self.apart[seed][i], i) for i in self.who if i != seed)
        self._remove([seed, *(i for _, i in others[: self.k - 1])])

    def close(self) -> Partition:
        """A cluster of all that remain."""
        self._remove(list(self.who))
        return self.clusters

    def _remove(self, members: list[int]) -> None:
        self.clusters.add(frozenset(members))
        self.who = [i for i in self.who if i not in members]


def mdav(apart: Matrix, from_centre: Sequence[float], k: int) -> Partition:
    """Steps 2 to 11 of D4.10; s is taken when the cluster of r has been."""
    left = Remaining(k, apart, from_centre, list(range(len(apart))))
    while len(left.who) >= 3 * k:
        r = left.outermost()
        left.gather(r)
        left.gather(left.opposite(r))
    while len(left.who) >= 2 * k:
        left.gather(left.outermost())
    return left.close()


def farthest_first(apart: Matrix, from_centre: Sequence[float], k: int) -> Partition:
    """Lines 2 to 8 of Algorithm 1."""
    left = Remaining(k, apart, from_centre, list(range(len(apart))))
    while len(left.who) >= 2 * k:
        left.gather(left.outermost())
    return left.close()
