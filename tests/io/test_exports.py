"""Trajectories as the frames of other libraries, and what they promise there."""

from __future__ import annotations

import sys

import numpy as np
import polars as pl
import pytest

import wayveil
from wayveil.errors import InputError, ParameterError
from wayveil.io import read, to_frame

DATA = read(
    pl.DataFrame(
        {"tid": ["b", "b", "a", "a"], "t": [5, 6, 7, 8], "lat": 1.5, "lon": [2.0, 2.5, 3.0, 3.5]}
    )
)
WITH_USERS = wayveil.synthesize(seed=1, trajectories=30, users=5)


def test_the_columns_of_each_library() -> None:
    columns = {
        library: list(to_frame(DATA, library).columns)
        for library in ("polars", "pandas", "geopandas", "trackintel", "scikit-mobility")
    }
    assert columns == {
        "polars": ["trajectory_id", "timestamp", "lat", "lon"],
        "pandas": ["trajectory_id", "timestamp", "lat", "lon"],
        "geopandas": ["trajectory_id", "timestamp", "geometry"],
        "trackintel": ["trajectory_id", "tracked_at", "geom", "user_id"],
        "scikit-mobility": ["tid", "datetime", "lat", "lng", "uid"],
    }
    assert to_frame(DATA, "arrow").column_names == columns["polars"]


def test_times_are_in_utc_and_places_in_wgs84() -> None:
    frame = to_frame(DATA, "geopandas")
    assert str(frame["timestamp"].dtype) == "datetime64[ms, UTC]"
    assert frame.crs.to_epsg() == 4326
    assert frame.geometry.x.tolist() == DATA.lon.tolist()
    assert to_frame(DATA, "pandas")["timestamp"].iloc[0].timestamp() == DATA.t[0] / 1000


def test_the_values_come_back() -> None:
    for library in ("pandas", "geopandas", "trackintel", "scikit-mobility"):
        again = read(to_frame(WITH_USERS, library))
        assert np.array_equal(again.t, WITH_USERS.t)
        assert again.n_owners == WITH_USERS.n_owners


def test_a_library_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "geopandas", None)
    with pytest.raises(InputError, match=r"geopandas is needed .*\n.*wayveil\[frames\]"):
        to_frame(DATA, "geopandas")
    with pytest.raises(ParameterError, match="There are polars, pandas"):
        to_frame(DATA, "dask")


def test_movingpandas_would_lose_single_points() -> None:
    sys_modules_had = "movingpandas" in sys.modules
    module = sys.modules.setdefault("movingpandas", type(sys)("movingpandas"))
    module.TrajectoryCollection = lambda frame, **how: (frame, how)  # type: ignore[attr-defined]
    try:
        frame, how = to_frame(DATA, "movingpandas")
        assert how == {"traj_id_col": "trajectory_id", "t": "timestamp"}
        assert len(frame) == 4
        with pytest.raises(InputError, match="1 of 2 trajectories have one point"):
            to_frame(DATA.where(np.array([True, True, True, False])), "movingpandas")
    finally:
        if not sys_modules_had:
            del sys.modules["movingpandas"]
