from __future__ import annotations

import numpy as np
import pytest

from wayveil.contract.by_hand import trips
from wayveil.measures.uncertain_utility import UncertainUtility, utility, volumes
from wayveil.record import Origin


def test_the_examples_of_the_paper() -> None:
    """Radii in km, gaps in hours, three of five points left; the paper cuts 0.946 to 0.94."""
    for radii, gaps, told in (
        ([0.3, 0.8, 0.4], [1.06, 0.93, 1.7], 0.18),
        ([0.1, 0.3, 0.2], [0.48, 0.46, 0.48], 0.94),
    ):
        volume = volumes(np.array(radii), np.array(gaps)).sum()
        assert utility(volume, np.array(3 / 5)) == pytest.approx(told, abs=0.007)


def test_who_is_removed_has_none() -> None:
    here = [(0, 0, 0), (60, 0, 0)]
    part = UncertainUtility(radius=1000, time_gap=3600)
    alone = part(trips(here), trips(here), Origin.one_each(np.arange(1)))
    both = part(trips(here, here), trips(here), Origin.one_each(np.arange(1)))
    assert alone.value == pytest.approx(1 - np.exp(-1 / (2 * np.pi)))
    assert both.value == pytest.approx(alone.value / 2)
    assert both.detail["removed"] == 1
