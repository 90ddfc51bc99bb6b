"""Ids of any type, trajectories of any order, users with and without trajectories."""

from __future__ import annotations

import sys
import uuid
from datetime import date
from decimal import Decimal
from io import BytesIO
from typing import Any

import numpy as np
import pandas as pd  # type: ignore[import-untyped]
import polars as pl
import pyarrow as pa  # type: ignore[import-untyped]
import pytest

from tests.io.tables_of_text import loaded
from wayveil.io import Loaded, Understanding, load, read, write
from wayveil.shapes import Trajectories

UUIDS = [uuid.UUID(int=7), uuid.UUID(int=3)]


def ids(data: Trajectories) -> list[Any]:
    assert data.names.ids is not None
    assert len(data.names.ids) == len(data)
    return data.names.ids.to_list()


def from_ids(values: pl.Series) -> Loaded:
    frame = pl.DataFrame({"tid": values, "t": range(len(values)), "lat": 1.5, "lon": 2.5})
    return load(frame)


@pytest.mark.parametrize(
    ("column", "wanted"),
    [
        (pl.Series([10, 9, 2**40]), [9, 10, 2**40]),
        (pl.Series([2**64 - 1, 5], dtype=pl.UInt64), [5, 2**64 - 1]),
        (pl.Series([2**90, 5], dtype=pl.Int128), ["5", str(2**90)]),
        (pl.Series([3.0, 20.0]), [3, 20]),
        (pl.Series([True, False]), ["false", "true"]),
        (pl.Series(["b", "a"], dtype=pl.Categorical), ["a", "b"]),
        (pl.Series(["b", "a"], dtype=pl.Enum(["b", "a"])), ["a", "b"]),
        (pl.Series(["10", "9"]), [9, 10]),
        (pl.Series(["10", "9", "a"]), ["10", "9", "a"]),
        (pl.Series(["007", "7"]), ["007", "7"]),
        (pl.Series(["10.0", "9.0"]), [9, 10]),
        (pl.Series(["9" * 30, "1" + "0" * 30]), ["9" * 30, "1" + "0" * 30]),
        (pl.Series([b"b", b"a"]), ["a", "b"]),
        (pl.Series([b"\xff", b"\x00"]), ["00", "ff"]),
        (pl.Series([date(2008, 6, 8)]), ["2008-06-08"]),
        (pl.Series([Decimal("5")]), [5]),
    ],
)
def test_any_type(column: pl.Series, wanted: list[Any]) -> None:
    assert ids(from_ids(column).data) == wanted


def test_numbers_in_text_are_numbers() -> None:
    rows = "".join(f"{n},5,1,2\n" for n in (10, 9, -1, 2**63))
    assert ids(loaded(f"tid,t,lat,lon\n{rows}").data) == ["-1", "9", "10", str(2**63)]
    assert ids(loaded("tid,t,lat,lon\n18446744073709551615,1,1,2\n").data) == [2**64 - 1]


def test_a_user_alone_is_a_trajectory() -> None:
    data = loaded("user,t,lat,lon\nb,5,1,2\na,7,1,2\nb,4,1,2\n").data
    assert (ids(data), data.owner.tolist(), data.t.tolist()) == (
        ["a", "b"],
        [0, 1],
        [7000, 4000, 5000],
    )


def test_a_split_gap_cuts_tracks() -> None:
    text = "user,t,lat,lon\nb,0,1,2\nb,60,1,2\nb,121,1,2\na,5,1,2\n"
    data = read(BytesIO(text.encode()), split_gap="1min")
    assert (ids(data), data.owner.tolist()) == (["a#1", "b#1", "b#2"], [0, 1, 1])
    assert data.offsets.tolist() == [0, 1, 3, 4]
    assert len(loaded(text, split_gap=60.999).data) == 3
    assert len(loaded(text, split_gap=61.0).data) == 2


def test_ids_that_repeat_across_users_are_told_apart() -> None:
    found = loaded("tid,uid,t,lat,lon\n1,b,5,1,2\n1,a,5,3,4\n2,a,5,5,6\n")
    assert ids(found.data) == [1, 1, 2]
    assert found.data.owner.tolist() == [0, 1, 0]
    assert found.data.lat.tolist() == [3, 1, 5]
    assert found.notes[-1] == "trajectory ids repeat across users: told apart by user"


def test_equal_times_keep_the_order_of_the_file() -> None:
    found = loaded("tid,t,lat,lon\n1,5,1,0\n2,5,9,0\n1,5,3,0\n1,5,2,0\n1,4,4,0\n")
    assert found.data.lat.tolist() == [4, 1, 3, 2, 9]
    assert found.notes == (
        "times are numbers: read as seconds since 1970",
        "rows were not sorted: sorted by trajectory and time",
        "2 points share a time with the one before: kept in file order",
    )


@pytest.mark.parametrize(
    "header",
    [
        "TRAJ_ID,UserID,DateTime,Latitude,LNG",
        "TrajectoryId,user,trackedAt,y,x",
        " trip id ,uid,Time,LAT,Longitude",
        "tID,User-Id,TIMESTAMP,lat,Lon",
    ],
)
def test_columns_are_found_however_they_are_spelled(header: str) -> None:
    found = loaded(f"{header}\n7,a,5,1.5,2.5\n")
    assert list(found.columns.values()) == [name.strip() for name in header.split(",")]


def test_flags_name_columns_by_role_or_by_usual_name() -> None:
    text = "Fahrt,Breite,x,y,Zeit\n7,1.5,2.5,3.5,5\n"
    flags = {"trajectory_id": "Fahrt", "latitude": "breite", "time": "Zeit"}
    found = loaded(text, columns=flags)
    assert found.columns == {"trajectory": "Fahrt", "time": "Zeit", "lat": "Breite", "lon": "x"}
    assert found.data.extra is not None
    assert found.data.extra.to_dict(as_series=False) == {"y": [3.5]}


def test_an_index_without_name_is_left_out() -> None:
    found = loaded(",tid,t,lat,lon\n0,7,5,1.5,2.5\n")
    assert found.data.extra is None
    assert found.notes[0] == "the first column has no name: left out as a row number"


def test_an_extra_column_that_would_pass_for_ours_is_renamed() -> None:
    data = loaded("tid,t,a,LAT,lon\n1,5,1.5,9,2.5\n", columns={"lat": "a"}).data
    out = BytesIO()
    write(data, out)
    again = read(BytesIO(out.getvalue()))
    assert again.lat.tolist() == [1.5]
    assert again.extra is not None
    assert again.extra.columns == ["LAT_extra"]


@pytest.mark.parametrize("name", ["Trajectory Id", "userId", "TimeStamp"])
def test_and_so_is_one_with_marks_between_its_words(name: str) -> None:
    flags = {"trajectory": "a", "user": "b", "time": "c"}
    data = loaded(f"a,b,c,lat,lon,{name}\n1,2,5,1.5,2.5,9\n", columns=flags).data
    out = BytesIO()
    write(data, out)
    again = read(BytesIO(out.getvalue())).extra
    assert again is not None
    assert again.columns == [f"{name}_extra"]


def test_a_header_alone_is_an_empty_table() -> None:
    found = loaded("tid,uid,t,lat,lon\n")
    assert (len(found.data), found.data.n_points, found.data.has_owners) == (0, 0, True)
    assert found.notes[-1] == "there are no rows"
    for format in ("csv", "parquet"):
        out = BytesIO()
        write(found.data, out, format=format)
        assert len(read(BytesIO(out.getvalue()))) == 0


PANDAS = {
    "trip": pd.DataFrame({"tid": ["b", "a"], "t": [5, 6], "lat": [1.5, 2], "lon": [2, 3]}),
    "category": pd.DataFrame(
        {"tid": ["b", "a"], "t": [5, 6], "lat": [1.5, 2], "lon": [2, 3]}
    ).astype({"tid": "category", "t": "Int64", "lat": "Float64", "lon": "int32"}),
    "moments": pd.DataFrame(
        {"tid": ["b", "a"], "t": [5000, 6000], "lat": [1.5, 2], "lon": [2, 3]}
    ).assign(t=lambda f: pd.to_datetime(f.t, unit="ms", utc=True).dt.tz_convert("Asia/Tokyo")),
    "index": pd.DataFrame(
        {"tid": ["b", "a"], "lat": [1.5, 2], "lon": [2, 3]},
        index=pd.DatetimeIndex(np.array([5, 6], "M8[s]"), name="t"),
    ),
    "objects": pd.DataFrame(
        {
            "tid": np.array(["b", "a"], object),
            "t": np.array([pd.Timestamp(5, unit="s"), pd.Timestamp(6, unit="s")], object),
            "lat": np.array([Decimal("1.5"), 2], object),
            "lon": [2, 3],
        }
    ),
}


@pytest.mark.parametrize("kind", PANDAS)
@pytest.mark.parametrize("arrow", [True, False])
def test_pandas(kind: str, arrow: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if not arrow:
        monkeypatch.setitem(sys.modules, "pyarrow", None)
    data = read(PANDAS[kind])
    assert (ids(data), data.t.tolist()) == (["a", "b"], [6000, 5000])
    assert (data.lat.tolist(), data.lon.tolist(), data.extra) == ([2, 1.5], [3, 2], None)


def test_objects_of_pandas_become_text() -> None:
    frame = pd.DataFrame({"tid": UUIDS, "t": [5, 6], "lat": 1.5, "lon": 2.5, "what": [{}, None]})
    data = read(frame)
    assert ids(data) == sorted(str(name) for name in UUIDS)
    assert data.extra is not None
    big = pd.DataFrame({"tid": [2**70, 5], "t": [5, 6], "lat": 1.5, "lon": 2.5})
    assert ids(read(big)) == ["5", str(2**70)]


def test_arrow_tables() -> None:
    arrow = pa.table({"tid": ["b", "a"], "t": [5, 6], "lat": [1.5, 2.0], "lon": [2.0, 3.0]})
    assert ids(load(arrow, Understanding()).data) == ["a", "b"]
