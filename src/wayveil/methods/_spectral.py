"""Spectral clusters of people who were alike in an epoch. (paper 004, Algorithm 2, line 5)"""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Final

import numpy as np

from wayveil import progress
from wayveil.chance import Chance
from wayveil.kernels.arrays import Codes, Floats, Ints
from wayveil.methods._epochs import Epochs

if TYPE_CHECKING:
    from scipy.sparse import csr_array

#: People in a cluster, as a rule; the most clusters of an epoch.
_CLUSTER: Final = 250
_MOST: Final = 16
#: Up to so many people all pairs are compared, above it each with so many neighbours.
_DENSE: Final = 100
_NEIGHBOURS: Final = 10
#: Above so many people only some are clustered, and the others go where the nearest of these went.
_LANDMARKS: Final = 1_000


def clusters(epochs: Epochs, rng: Chance) -> Codes:
    """Give each person's cluster in each epoch, -1 where they were not seen."""
    labels = np.full(epochs.piece.shape, -1, np.int32)
    centres, lot = epochs.centres(), rng.numpy()
    for epoch in progress.track(range(epochs.count), "clustering"):
        seen = np.flatnonzero(epochs.piece[:, epoch] >= 0)
        if len(seen):
            labels[seen, epoch] = _labels(epochs, epochs.piece[seen, epoch], centres, lot)
    return labels


def _labels(epochs: Epochs, pieces: Ints, centres: Floats, lot: np.random.Generator) -> Ints:
    """Cluster some pieces; landmarks first where there are many."""
    from scipy.spatial import KDTree

    wanted = min(_MOST, len(pieces) // _CLUSTER)
    if wanted < 2:
        return np.zeros(len(pieces), np.int64)
    if len(pieces) <= _LANDMARKS:
        return _clustered(epochs, pieces, centres, wanted, lot)
    chosen = np.sort(lot.choice(len(pieces), _LANDMARKS, replace=False))
    labels = _clustered(epochs, pieces[chosen], centres, wanted, lot)
    _, nearest = KDTree(centres[pieces[chosen]]).query(centres[pieces])
    return labels[nearest]


def _clustered(
    epochs: Epochs, pieces: Ints, centres: Floats, wanted: int, lot: np.random.Generator
) -> Ints:
    """Cluster by the leading eigenvectors of the normalized graph of who is cheap to merge.

    Each goes by the axis that they are nearest to, after the turn that brings as many rows as
    possible near an axis. (Damle, Minden, Ying 2019)
    """
    from scipy.linalg import qr, svd
    from scipy.sparse.linalg import lobpcg

    graph = _normalized(epochs, pieces, centres)
    start = lot.standard_normal((len(pieces), wanted))
    with warnings.catch_warnings():  # of not being exact: it need not be
        warnings.simplefilter("ignore", UserWarning)
        # A block at a time: towns far apart have equal eigenvalues, of which one alone finds one.
        _, found = lobpcg(graph, start, largest=True, tol=1e-4, maxiter=40)
    rows = np.asarray(found, np.float64)
    *_, pivots = qr(rows.T, mode="economic", pivoting=True)
    left, _, right = svd(rows[pivots[:wanted]].T)
    labels: Ints = np.abs(rows @ (left @ right)).argmax(axis=1)
    return labels


def _normalized(epochs: Epochs, pieces: Ints, centres: Floats) -> csr_array:
    """Link those who are cheap to merge, and divide by the roots of both degrees."""
    from scipy.sparse import csr_array, diags_array

    ones, others = _pairs(centres[pieces])
    cost = epochs.costs(pieces[np.column_stack([ones, others])])
    weight = np.exp(-cost / np.median(cost)) + 1e-6
    n = len(pieces)
    links = csr_array((weight, (ones, others)), shape=(n, n))
    links = csr_array(links.maximum(links.T))
    root = diags_array(1 / np.sqrt(links.sum(axis=1)))
    return csr_array(root @ links @ root)


def _pairs(centres: Floats) -> tuple[Ints, Ints]:
    """Pair each with its neighbours by mean time, mean place and spread, or all with all."""
    from scipy.spatial import KDTree

    n = len(centres)
    if n <= _DENSE:
        ones, others = np.nonzero(~np.eye(n, dtype=bool))
        return ones, others
    _, near = KDTree(centres).query(centres, k=_NEIGHBOURS + 1)
    ones, others = np.repeat(np.arange(n), _NEIGHBOURS + 1), near.ravel()
    apart = ones != others
    return ones[apart], others[apart]
