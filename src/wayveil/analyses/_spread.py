"""How values are spread: quantiles, and what share lies below what."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from wayveil.kernels.arrays import Floats, Ints

_LEVELS: Final = (0, 0.001, 0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99, 1)
_CURVE: Final = np.union1d(_LEVELS, np.linspace(0, 1, 51))


def spread(values: Floats, weights: Ints | None = None) -> dict[str, Any]:
    """Give the mean, the least value that a share of all does not exceed, and the curve of shares.

    A value with the weight w counts as w values. Of 1, 1, 2, 4 the quantile 0.5 is 1.
    """
    counts = np.ones(len(values), np.int64) if weights is None else weights
    order = np.argsort(values, kind="stable")
    order = order[counts[order] > 0]
    ordered, below = values[order], np.cumsum(counts[order]) / counts.sum()
    at = np.searchsorted(below, np.array(_LEVELS) - 1e-12)
    steps = np.unique(ordered[np.searchsorted(below, _CURVE - 1e-12)])
    shares = below[np.searchsorted(ordered, steps, side="right") - 1]
    return {
        "mean": _plain(np.average(ordered, weights=counts[order])),
        "quantiles": {f"{q:g}": _plain(ordered[i]) for q, i in zip(_LEVELS, at, strict=True)},
        "cumulative": [[_plain(x), _plain(y)] for x, y in zip(steps, shares, strict=True)],
    }


def _plain(value: float) -> float:
    return round(float(value), 9)
