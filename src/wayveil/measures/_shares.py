"""How far apart two distributions are: in shape, and in how far one must be shifted."""

from __future__ import annotations

from typing import Final

import numpy as np

from wayveil.errors import Infeasible
from wayveil.geo import Plane
from wayveil.kernels.arrays import Floats, Ints
from wayveil.kernels.numbering import numbered
from wayveil.kinds import Tessellation

#: The unit of a Jensen-Shannon divergence with logarithms to base 2.
UNIT: Final = "of 1 (Jensen-Shannon)"
_DIRECTIONS: Final = 16


def divergence(before: Floats, after: Floats) -> float:
    """Give the Jensen-Shannon divergence of two histograms: 0 for equal shares, 1 for none shared.

    (KL(P | M) + KL(Q | M)) / 2, where M is midway and logarithms are to base 2.
    """
    from scipy.spatial.distance import jensenshannon

    return float(jensenshannon(before, after, base=2) ** 2)


def histograms(before: Ints, after: Ints) -> tuple[Ints, Floats, Floats]:
    """Count codes: those that occur, and how often they do on each side."""
    codes, which = numbered(np.concatenate([before, after]))
    counts = [np.bincount(w, minlength=len(codes)) for w in np.split(which, [len(before)])]
    return codes, counts[0].astype(np.float64), counts[1].astype(np.float64)


def classes(before: Floats, after: Floats, bins: int) -> tuple[Ints, Ints]:
    """Sort values into classes that hold equal shares of the originals, and one on either side."""
    share = np.linspace(0, 1, bins + 1)
    edges = np.unique(np.quantile(before, share, method="inverted_cdf"))
    edges = np.append(np.nextafter(edges[0], -np.inf), edges)
    return np.searchsorted(edges, before), np.searchsorted(edges, after)


def shift(before: Floats, after: Floats) -> float:
    """Give the earth mover's distance: how far the originals move on average to be the released."""
    from scipy.stats import wasserstein_distance

    return float(wasserstein_distance(before, after))


def shift_on_map(
    plane: Plane, tiles: Tessellation, cells: Ints, before: Floats, after: Floats
) -> float:
    """Give the earth mover's distance between histograms of tiles, in metres.

    The mean over 16 directions of that along one direction, times π/2, so that all moved by one
    kilometre is one kilometre; the exact one needs a program with a variable per pair of tiles.
    """
    from scipy.stats import wasserstein_distance

    x, y = plane.project(*tiles.centres(cells))
    turns = np.arange(_DIRECTIONS) * np.pi / _DIRECTIONS
    along = (x * np.cos(turn) + y * np.sin(turn) for turn in turns)
    moved = [wasserstein_distance(a, a, before, after) for a in along]
    return float(np.mean(moved) * np.pi / 2)


def shift_around(before: Floats, after: Floats) -> float:
    """Give the earth mover's distance between histograms on a circle, in classes."""
    gap = np.cumsum(before / before.sum() - after / after.sum())
    return float(np.abs(gap - np.median(gap)).sum())


def some(values: Floats, what: str) -> Floats:
    """Refuse a distribution of nothing."""
    if not len(values):
        raise Infeasible(f"there is no {what} to compare.")
    return values
