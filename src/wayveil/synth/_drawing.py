"""Drawing one of many for each of many, by weights that differ from row to row."""

from __future__ import annotations

import numpy as np

from wayveil.kernels.arrays import Floats, Ints


def drawn(weights: Floats, row: Ints, rng: np.random.Generator) -> Ints:
    """Draw a column for each entry of `row`, by the weights of that row of the table."""
    n, columns = weights.shape
    ladder = np.cumsum(weights, axis=1)
    ladder = ladder / ladder[:, -1:] + np.arange(n)[:, None]
    found = np.searchsorted(ladder.ravel(), row + rng.random(len(row)), side="right")
    chosen: Ints = np.clip(found - row * columns, 0, columns - 1)
    return chosen
