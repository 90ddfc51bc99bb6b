from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.report.towns import table, town
from wayveil.report.figures import Figures, alone, places, share


def test_figures_count() -> None:
    data = town(trips=30)
    assert Figures.of(data) == Figures(10, 30, 1800, 1 + 1799 * 60_000 // 86_400_000, 1800, 30, 30)


def test_people_are_unknown_where_nobody_is_named() -> None:
    assert Figures.of(town().each_alone()).people is None


def test_only_equal_trajectories_are_company() -> None:
    data = table([1.0, 2.0] * 3 + [1.0], [5.0] * 7, [2, 2, 2, 1])
    same_times = replace(data, t=np.array([0, 1, 0, 1, 0, 2, 0]))
    assert alone(same_times) == 2
    assert Figures.of(same_times).alone_without_times == 1


@pytest.mark.parametrize(
    ("part", "whole", "told"),
    [(0, 7, "0 %"), (7, 7, "100 %"), (1, 9_999, "0.1 %"), (9_998, 9_999, "99.9 %"), (0, 0, "0 %")],
)
def test_some_is_never_told_as_none_or_all(part: int, whole: int, told: str) -> None:
    assert share(part, whole) == told


def test_places_are_counted_as_pairs() -> None:
    data = table([1.0, 1.0, -1.0, 1.0, -1.0, 0.0], [5.0, -5.0, 5.0, 5.0, 180.0, -180.0], [6])
    pairs = {*zip(data.lat.tolist(), data.lon.tolist(), strict=True)}
    assert places(data) == len(pairs) == 5
