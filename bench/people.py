"""What counting people costs: clusters that hold too few of them, before and after.

python -m bench.people CABS.parquet
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

import wayveil
from bench.microaggregation import draft_of, loss
from wayveil.kernels.arrays import Ints
from wayveil.kinds import Distance
from wayveil.methods.microaggregation import Microaggregation


def main(cabs: str) -> None:
    """Print a row for each k and unit; people are counted in both."""
    data, distance = wayveil.read(cabs), Distance.named("martinez2021")
    print(f"{data.n_owners} users, {len(data):,} trajectories; clustering refined, default λ")
    print(f"{'k':>3} {'unit':10} {'clusters':>8} {'< k users':>9} {'in them':>8} ", end="")
    print(f"{'one in charge':>13} {'rmse':>8}")
    for k in (3, 5, 10):
        for unit in ("trajectory", "user"):
            used = data if unit == "user" else data.each_alone()
            draft = draft_of(Microaggregation(k=k), used)
            few, inside, charge, clusters = judged(draft, data.owner.astype(np.int64), k)
            rmse = loss(used, draft, distance)
            print(f"{k:3} {unit:10} {clusters:8} {few:9} {inside:8} {charge:13} {rmse:8.1f}")


def judged(draft: Any, owner: Ints, k: int) -> tuple[int, int, int, int]:
    """Count clusters of fewer than k people and who is in them, those mostly of one, and all."""
    shapes = np.array(draft.data.shapes(), dtype="S16")
    _, cluster = np.unique(shapes, return_inverse=True)
    pairs, counts = np.unique(
        np.stack([cluster, owner[draft.origin.sources]]), axis=1, return_counts=True
    )
    people, sizes = np.bincount(pairs[0]), np.bincount(cluster)
    most = np.zeros(len(sizes), np.int64)
    np.maximum.at(most, pairs[0], counts)
    few = people < k
    charge = int((most > np.maximum(2, -(-sizes // k))).sum())
    return int(few.sum()), int(sizes[few].sum()), charge, len(sizes)


if __name__ == "__main__":
    main(*sys.argv[1:])
