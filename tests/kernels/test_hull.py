"""The diameter where all points are on, or nearly on, the hull (the rest: with martinez2021)."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.spatial.distance import pdist

from wayveil.kernels import hull


@pytest.mark.parametrize("n", [3, 4, 50, 1_000])
def test_a_circle_has_all_its_points_on_the_hull(n: int) -> None:
    angle = np.linspace(0, 2 * np.pi, n, endpoint=False)
    points = np.column_stack([np.cos(angle), np.sin(angle)]) * 1e4
    assert hull.diameter(*points.T) == pytest.approx(pdist(points).max())


@pytest.mark.parametrize("flatness", [1e-6, 1e-12, 1e-15])
def test_a_needle_that_is_nearly_a_line(flatness: float) -> None:
    rng = np.random.default_rng(1)
    along = rng.normal(0, 1e5, 300)
    points = np.column_stack([along, along * 0.7 + rng.normal(0, 1e5 * flatness, 300)])
    assert hull.diameter(*points.T) == pytest.approx(pdist(points).max())


@pytest.mark.parametrize("count", [1, 2, 3, 40])
def test_points_at_one_place_are_not_apart(count: int) -> None:
    assert hull.diameter(np.full(count, 5e5), np.full(count, -5e5)) == 0
