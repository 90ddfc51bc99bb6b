"""What clusterings must do."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from wayveil.contract.tables import local, ordinary
from wayveil.contract.tools import must, silence, untouched, variants
from wayveil.errors import Infeasible
from wayveil.kernels.arrays import Ints
from wayveil.kinds import Clustering
from wayveil.shapes import Trajectories


def leaves_its_input_alone(part: type[Clustering]) -> None:
    """It changes nothing and prints nothing."""
    with untouched(ordinary()), silence():
        part.example().labels(ordinary(), 3)


def gives_the_same_again(part: type[Clustering]) -> None:
    """Two calls agree."""
    for clustering in variants(part):
        one, two = (clustering.labels(ordinary(), 4) for _ in range(2))
        must(np.array_equal(one, two), "two calls differ")


def gathers_enough_owners(part: type[Clustering]) -> None:
    """Every cluster has k owners, and none of them supplies too much of it."""
    alone = replace(ordinary(), owner=ordinary().id)
    skewed = replace(ordinary(), owner=np.minimum(ordinary().id // 2, 30).astype(np.int32))
    for clustering in variants(part):
        for table in (alone, ordinary(), skewed):
            for k in (2, 3, 7):
                try:
                    _judge(clustering.labels(table, k), table, k)
                except Infeasible:
                    must(table is skewed, "it refuses what can be clustered")


def handles_odd_tables(part: type[Clustering]) -> None:
    """Odd tables are clustered, or refused as infeasible."""
    for table in local()[1:]:
        try:
            alone = replace(table, owner=table.id)
            _judge(part.example().labels(alone, 2), alone, 2)
        except Infeasible:
            must(len(table) < 2, "it refuses a table that has k owners")


def refuses_too_few(part: type[Clustering]) -> None:
    """Fewer than k owners cannot be clustered."""
    try:
        part.example().labels(ordinary(), 31)
    except Infeasible:
        return
    must(False, "it clusters thirty people by thirty-one")


def _judge(labels: Ints, table: Trajectories, k: int) -> None:
    inside = labels >= 0
    used = np.unique(labels[inside])
    must(np.array_equal(used, np.arange(len(used))), "labels are not 0, 1, 2, ...")
    for label in used:
        owners = table.owner[labels == label]
        most = np.bincount(owners).max()
        must(len(np.unique(owners)) >= k, "a cluster has fewer than k owners")
        must(most <= max(2, -(-len(owners) // k)), "an owner supplies too much of a cluster")
