"""What somebody who knows times finds in protected generalizations: trajectories below k.

python -m bench.attacker_times CABS.parquet

Each attacker knows up to two visits of a trajectory as they are published, and how precisely when
they were. It counts who has them; a trajectory is found if any visits of its are shared by fewer
than k. `± ` attackers match rows within so much on either side, across the edges of intervals, and
do not use the order of visits.
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

import wayveil
from wayveil.kernels import ragged
from wayveil.kernels.arrays import Ints, Mask
from wayveil.kernels.combinations import LIMIT, Rows, Units, counted
from wayveil.kernels.compiled import compiled
from wayveil.kernels.suppression import find_rare
from wayveil.methods.protected_generalization import ProtectedGeneralization
from wayveil.precision import Precision, bins
from wayveil.run import anonymize
from wayveil.shapes import Trajectories

K = 3
ATTACKERS: tuple[tuple[str, Precision], ...] = (
    ("none", "none"), ("1 h", 3600.0), ("10 min", 600.0), ("1 s", 1.0),
)  # fmt: skip
AROUND = (("±1 h", 3600), ("±10 min", 600), ("±1 s", 1))
RECIPES: tuple[dict[str, Any], ...] = (
    {"attacker_time": "none"},
    {"attacker_time": "none", "time_strategy": "same"},
    {"time_interval": 60},
    {"time_interval": 60, "strategy": "centroid"},
    {"time_interval": 60, "time_strategy": "same"},
    {"time_interval": 10},
    {"time_interval": 10, "time_strategy": "same"},
    {"time_interval": 60, "time_strategy": "same", "attacker_time": "exact"},
    {"time_interval": 10, "time_strategy": "same", "attacker_time": "exact"},
    {"attacker_time": "exact"},
)


def main(cabs: str) -> None:
    """Print a row for each recipe, a column for each attacker."""
    data = wayveil.read(cabs).each_alone()
    names = [name for name, _ in (*ATTACKERS, *AROUND)]
    print(f"{len(data):,} trajectories, k = {K}, knowledge 2; found in combinations below k")
    print(f"{'recipe':58} {'locations':>9} {'released':>8} " + " ".join(f"{n:>8}" for n in names))
    for recipe in RECIPES:
        release = anonymize(data, ProtectedGeneralization(k=K, **recipe), seed=1)
        assert release.record is not None
        kept = 1 - release.record.removed.points / data.n_points
        found = [int(found_by(release.data, time).sum()) for _, time in ATTACKERS]
        found += [int(found_around(release.data, seconds).sum()) for _, seconds in AROUND]
        told = ", ".join(f"{name} {value}" for name, value in recipe.items())
        cells = " ".join(f"{n:8,}" for n in found)
        print(f"{told:58} {kept:9.1%} {len(release.data):8,} {cells}", flush=True)


def found_by(released: Trajectories, time: Precision) -> Mask:
    """Mark the trajectories with a rare combination, as known by intervals of time."""
    items = ragged.numbered(*released.codes(), bins(released.t, time))
    alive = np.ones(len(items), np.bool_)
    rows = Rows(items, released.offsets, alive, int(items.max()) + 1, joined=False)
    alone = np.arange(len(released))
    made, _ = counted(rows, Units(alone, alone), 2, LIMIT)
    return _with_rare(rows, made)


@compiled
def _with_rare(rows: Rows, made: Any) -> Mask:
    marks = np.zeros(len(rows.offsets) - 1, np.bool_)
    rare = np.empty((1, 2), np.int64)
    for trajectory in range(len(marks)):
        visits = np.arange(rows.offsets[trajectory], rows.offsets[trajectory + 1])
        counts = np.zeros((2, len(visits)), np.int64)
        marks[trajectory] = find_rare(rows, made, K, visits, rare, counts[0], counts[1]) > 0
    return marks


def found_around(released: Trajectories, seconds: int) -> Mask:
    """Mark the trajectories with two visits that fewer than k have within so many seconds."""
    place = ragged.numbered(*released.codes())
    order = np.lexsort((released.t, place))
    first = ragged.offsets_of(np.bincount(place))
    return _around(
        place, released.t, released.of_point, released.offsets, order, first, seconds * 1000
    )


@compiled
def _around(
    place: Ints, t: Ints, who: Ints, offsets: Ints, order: Ints, first: Ints, reach: int
) -> Mask:  # fmt: skip
    n = len(offsets) - 1
    marks = np.zeros(n, np.bool_)
    for victim in range(n):
        begin, end = offsets[victim], offsets[victim + 1]
        seen = np.zeros((end - begin, (n + 63) // 64), np.uint64)
        for row in range(begin, end):
            near = order[first[place[row]] : first[place[row] + 1]]
            low = np.searchsorted(t[near], t[row] - reach)
            high = np.searchsorted(t[near], t[row] + reach, side="right")
            for other in who[near[low:high]]:
                seen[row - begin, other >> 6] |= np.uint64(1) << np.uint64(other & 63)
        for a in range(end - begin):
            for b in range(a, end - begin):
                marks[victim] = marks[victim] or _fewer(seen[a], seen[b])
    return marks


@compiled
def _fewer(a: Any, b: Any) -> bool:
    """Whether fewer than k are in both sets of bits."""
    shared = 0
    for word in range(len(a)):
        left = a[word] & b[word]
        while left and shared < K:
            left &= left - np.uint64(1)
            shared += 1
    return shared < K


if __name__ == "__main__":
    main(*sys.argv[1:])
