"""The largest distance between any two points, by way of the few on the convex hull."""

from __future__ import annotations

import numpy as np

from wayveil.kernels.arrays import Floats, Mask


def diameter(x: Floats, y: Floats) -> float:
    """Give the largest distance between two points of a plane."""
    from scipy.spatial import ConvexHull, QhullError, distance

    points = np.column_stack([x, y])[_outer(x, y)]
    try:
        points = points[ConvexHull(points).vertices]
    except (QhullError, ValueError):  # fewer than three points, or all on one line
        points = points[[*_ends(points[:, 0]), *_ends(points[:, 1])]]
    return float(distance.pdist(points).max(initial=0.0))


def _ends(values: Floats) -> tuple[int, int]:
    return int(values.argmin()), int(values.argmax())


def _outer(x: Floats, y: Floats) -> Mask:
    """Mark what can lie on the hull: whatever has not a point in each of its four quadrants."""
    south_west, north_east = _ends(x + y)
    north_west, south_east = _ends(x - y)
    west, east = max(x[south_west], x[north_west]), min(x[south_east], x[north_east])
    south, north = max(y[south_west], y[south_east]), min(y[north_west], y[north_east])
    inner: Mask = (west < x) & (x < east) & (south < y) & (y < north)
    return ~inner
