"""The members of each cluster."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

import numpy as np

from wayveil.errors import InternalError
from wayveil.kernels import ragged
from wayveil.kernels.arrays import Floats, Ints
from wayveil.shapes import Trajectories

_ROUNDING: Final = 1e-9


def clusters(data: Trajectories, labels: Ints) -> Ints:
    """Give the labels back if they are 0, 1, ..., one a trajectory and each in use."""
    if len(labels) != len(data) or not len(labels):
        raise InternalError("an aggregation needs a label for each trajectory.")
    if labels.min() < 0 or not np.bincount(labels).all():
        raise InternalError("an aggregation needs labels 0, 1, ..., each of them in use.")
    return labels


def members_of(data: Trajectories, labels: Ints) -> tuple[Ints, Ints]:
    """List the members, cluster after cluster, each in the table's order; and their offsets."""
    counts = np.bincount(clusters(data, labels))
    return np.argsort(labels, kind="stable"), ragged.offsets_of(counts)


def each_cluster(data: Trajectories, labels: Ints) -> Iterator[Ints]:
    """Yield the members of one cluster after the other."""
    members, offsets = members_of(data, labels)
    for start, end in pairwise(offsets.tolist()):
        yield members[start:end]


def least(members: Ints, costs: Floats) -> int:
    """Choose the member of least cost; of those that only rounding tells apart, the first."""
    return int(members[np.argmax(costs <= costs.min() * (1 + _ROUNDING))])
