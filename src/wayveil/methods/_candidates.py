"""Who is worth merging with whom, and what it costs: pairs, found without trying all."""

from __future__ import annotations

import numpy as np

from wayveil import progress
from wayveil.kernels import merging, ragged
from wayveil.kernels.arrays import Floats, Ints
from wayveil.kernels.assignment import Choices
from wayveil.kernels.merging import Samples
from wayveil.kernels.radix import order_of
from wayveil.parallel import in_turn, processors

_PAIRS_AT_ONCE = 20_000
_PEOPLE_AT_ONCE = 20_000


def extents(samples: Samples) -> Floats:
    """Give the box of each person's mean ± standard deviation, of t, x and y, as a row of six.

    Each axis is in units of its mean deviation: people whose boxes overlap well are near.
    """
    corners = []
    for column in (samples.t, samples.x, samples.y):
        middle, spread = _moments(column, samples.offsets)
        unit = spread.mean() or 1.0
        corners += [(middle - spread) / unit, (middle + spread) / unit]
    return np.column_stack(corners)


def _moments(values: Ints, offsets: Ints) -> tuple[Floats, Floats]:
    """Mean and standard deviation of each group."""
    from_first = (values - values[0]).astype(np.float64)
    lengths = np.diff(offsets)
    mean = np.add.reduceat(from_first, offsets[:-1]) / lengths
    away = (from_first - np.repeat(mean, lengths)) ** 2
    return mean, np.sqrt(np.add.reduceat(away, offsets[:-1]) / lengths)


def likely_pairs(samples: Samples, neighbours: int, steps: int) -> Ints:
    """Pair everybody with those of the most similar extent, as rows (lower, higher), each once.

    A chain through all of them, neighbours mostly beside each other, pairs everybody with the
    next `steps` too: so nobody is left over.
    """
    from scipy.spatial import cKDTree

    corners = extents(samples)
    n = len(corners)
    tree, pairs = cKDTree(corners), []
    starts = range(0, n, _PEOPLE_AT_ONCE)
    for start in progress.track(starts, "finding candidates"):
        who = np.arange(start, min(start + _PEOPLE_AT_ONCE, n))
        _, near = tree.query(corners[who], min(neighbours + 1, n), workers=processors())
        pairs.append(_keys(np.repeat(who, near.shape[-1]), near.ravel(), n))
    chain = tree.indices.astype(np.int64)
    beyond = range(1, min(steps, n - 1) + 1)
    pairs += [_keys(chain, np.roll(chain, -step), n) for step in beyond]
    return np.column_stack(np.divmod(np.unique(np.concatenate(pairs)), n))


def _keys(ones: Ints, others: Ints, n: int) -> Ints:
    low, high = np.minimum(ones, others), np.maximum(ones, others)
    return (low * n + high)[low < high]


def priced(samples: Samples, pairs: Ints) -> Choices:
    """Work out what each pair costs to merge, and offer it to both."""
    costs = _costs(samples, pairs)
    rows = pairs.ravel(order="F")
    order = order_of(rows)
    offsets = ragged.offsets_of(np.bincount(rows, minlength=len(samples.offsets) - 1))
    return Choices(np.roll(rows, len(pairs))[order], np.tile(costs, 2)[order], offsets)


def _costs(samples: Samples, pairs: Ints) -> Floats:
    costs = np.empty(len(pairs))

    def work(start: int) -> None:
        span = slice(start, start + _PAIRS_AT_ONCE)
        merging.costs(samples, pairs[span], costs[span])

    starts = range(0, len(pairs), _PAIRS_AT_ONCE)
    for _ in progress.track(in_turn(work, starts), "merging pairs", len(starts)):
        pass
    return costs
