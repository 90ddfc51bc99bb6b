from __future__ import annotations

import numpy as np
import pytest

from wayveil.contract.tables import ordinary
from wayveil.measures.trajectories_removed import TrajectoriesRemoved
from wayveil.record import Origin

MEASURE = TrajectoriesRemoved()


def test_worked_by_hand() -> None:
    """Of 90 trajectories 60 are released, one of them in two pieces; 59 sources remain."""
    data = ordinary()
    released = data.take(np.arange(60))
    origin = Origin.one_each(np.append(np.arange(59), 58))
    reading = MEASURE(data, released, origin)
    assert reading.value == pytest.approx(1 - 59 / 90)
    assert reading.unit == "share of trajectories"
    assert reading.n == 90
    lost = 1 - released.n_points / data.n_points
    assert reading.detail["locations_removed"] == pytest.approx(lost)


def test_identical_data_lost_nothing() -> None:
    reading = MEASURE(ordinary(), ordinary(), None)
    assert reading.value == 0
    assert reading.detail["locations_removed"] == 0


def test_without_a_record_the_counts_are_compared() -> None:
    assert MEASURE(ordinary(), ordinary().take(np.arange(45)), None).value == 0.5
