from __future__ import annotations

import numpy as np

from wayveil import geo
from wayveil.filters.max_speed import MaxSpeed
from wayveil.shapes import Trajectories

#: Two trips north, at 36 and at 72 km/h: one degree is 111,195 m.
STEP = 100 / geo.METRES_PER_DEGREE
TRIPS = Trajectories(
    lat=np.array([50, 50 + STEP, 50, 50 + STEP]),
    lon=np.zeros(4),
    t=np.array([0, 10_000, 0, 5_000]),
    offsets=np.array([0, 2, 4]),
    id=np.arange(2, dtype=np.int32),
    owner=np.arange(2, dtype=np.int32),
)


def test_the_limit_is_in_km_per_hour() -> None:
    kept, gone = MaxSpeed(speed=50)(TRIPS)
    assert kept.id.tolist() == [0]
    assert [vars(drop) for drop in gone] == [
        {"cause": "faster than 50 km/h", "trajectories": 1, "points": 2}
    ]


def test_units_may_be_written_out() -> None:
    assert MaxSpeed(speed="15 m/s").speed == 54


def test_a_limit_that_all_keep_gives_the_same_table() -> None:
    kept, gone = MaxSpeed(speed=73)(TRIPS)
    assert kept is TRIPS
    assert gone.trajectories == gone.points == 0


def test_a_step_over_the_antimeridian_is_short() -> None:
    over = Trajectories(
        np.zeros(2), np.array([179.9999, -179.9999]), np.array([0, 10_000]), np.array([0, 2]),
        np.zeros(1, np.int32), np.zeros(1, np.int32),
    )  # fmt: skip
    assert len(MaxSpeed(speed=10)(over)[0]) == 1
