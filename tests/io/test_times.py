"""Times, however they are written."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Any

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.io.tables_of_text import loaded
from wayveil.io import Loaded, Understanding, load

MS = 1_212_909_287_000  # 2008-06-08 07:14:47 UTC
DAY = 1_212_883_200_000


def from_text(time: str, **how: Any) -> Loaded:
    return loaded(f"tid;t;lat;lon\n1;{time};1;2\n", **how)


def from_column(times: pl.Series, **how: Any) -> Loaded:
    frame = pl.DataFrame({"tid": [1] * len(times), "t": times, "lat": 1.5, "lon": 2.5})
    return load(frame, Understanding(**how))


@pytest.mark.parametrize(
    ("time", "how", "ms"),
    [
        ("2008-06-08T07:14:47Z", {}, MS),
        ("2008-06-08T07:14:47.1239Z", {}, MS + 123),
        ("2008-06-08T07:14:47.123456789Z", {}, MS + 123),
        ("2008-06-08T07:14:47,", {"time_format": "%Y-%m-%dT%H:%M:%S,"}, MS),
        ("2008-06-08T09:14:47+02:00", {}, MS),
        ("2008-06-08 09:14:47.5+0200", {}, MS + 500),
        ("2008-06-08 07:14:47 UTC", {}, MS),
        ("2008/06/08 07:14:47", {}, MS),
        (" 2008-06-08 07:14 ", {}, MS - 47_000),
        ("20080608T071447", {}, MS),
        ("20080608T071447.5Z", {}, MS + 500),
        ("20080608T0914+02", {}, MS - 47_000),
        ("2008-06-08", {}, DAY),
        ("1969-12-31T23:59:59.9999Z", {}, -1),
        ("0001-01-01 00:00:00", {}, -62_135_596_800_000),
        ("9999-12-31 23:59:59.999", {}, 253_402_300_799_999),
        ("1212909287", {}, MS),
        ("1212909287.1239", {}, MS + 123),
        ("1212909287123", {}, MS + 123),
        ("1212909287123999", {}, MS + 123),
        ("1212909287123999999", {}, MS + 123),
        ("-0.0001", {}, -1),
        ("5", {"time_format": "ms"}, 5),
        ("-1", {"time_format": "us"}, -1),
        ("08/06/2008 07:14:47", {"time_format": "%d/%m/%Y %H:%M:%S"}, MS),
        ("08.06.2008 07:14:47.123456", {"time_format": "%d.%m.%Y %H:%M:%S.%f"}, MS + 123),
        ("20080608071447", {"time_format": "%Y%m%d%H%M%S"}, MS),
        ("2008-06-08 09:14:47", {"tz": "Europe/Madrid"}, MS),
        ("2008-06-08 07:14:47Z", {"tz": "Europe/Madrid"}, MS),
        ("2008-06-08 07:14:47Z", {"tz": "Europe/Madrid", "time_format": "%F %TZ"}, MS),
        ("2023-10-29 02:30:00", {"tz": "Europe/Madrid"}, 1_698_539_400_000),  # the earlier one
    ],
)
def test_text(time: str, how: dict[str, Any], ms: int) -> None:
    assert from_text(time, **how).data.t.tolist() == [ms]


@pytest.mark.parametrize("unit", ["ms", "us", "ns"])
@pytest.mark.parametrize("zone", [None, "UTC", "Europe/Madrid", "Pacific/Auckland"])
def test_columns_of_moments(unit: Any, zone: str | None) -> None:
    moments = [datetime(2008, 6, 8, 7, 14, 47, tzinfo=UTC), datetime(1960, 1, 1, tzinfo=UTC)]
    column = pl.Series(moments).cast(pl.Datetime(unit, "UTC"))
    column = column.dt.convert_time_zone(zone) if zone else column.dt.replace_time_zone(None)
    found = from_column(column)
    assert found.data.t.tolist() == [-315_619_200_000, MS]
    assert ("times have no zone: read as UTC" in found.notes) == (zone is None)


def test_other_columns() -> None:
    assert from_column(pl.Series([date(2008, 6, 8)])).data.t.tolist() == [DAY]
    before = pl.Series([-1], dtype=pl.Int64).cast(pl.Datetime("us"))
    assert from_column(before).data.t.tolist() == [-1], "rounded down, not to zero"
    assert from_column(pl.Series(["2008-06-08"])).data.t.tolist() == [DAY]
    assert from_column(pl.Series([1212909287.5])).data.t.tolist() == [MS + 500]
    assert from_column(pl.Series([MS], dtype=pl.UInt64)).data.t.tolist() == [MS]
    assert from_column(pl.Series([5], dtype=pl.Int8)).data.t.tolist() == [5000]
    days = pl.Series(["2008-06-08"], dtype=pl.Categorical)
    assert from_column(days).data.t.tolist() == [DAY]


def test_notes_say_what_was_understood() -> None:
    assert from_text("1212909287").notes == ("times are numbers: read as seconds since 1970",)
    assert "milliseconds" in from_text("1212909287123").notes[0]
    assert from_text("2008-06-08 07:14").notes == ("times have no zone: read as UTC",)
    assert from_text("2008-06-08 07:14Z").notes == ()
    assert "tz was not needed" in from_text("2008-06-08 07:14Z", tz="Asia/Tokyo").notes[0]
    (note,) = from_text("2023-10-29 02:30:00", tz="Europe/Madrid").notes
    assert note.startswith("1 values of column 't' fall into the hour that comes twice")


@given(
    st.datetimes(datetime(1, 1, 1), datetime(9999, 12, 31), timezones=st.just(UTC)),
    st.sampled_from("-/"),
    st.sampled_from("T "),
    st.sampled_from(["seconds", "milliseconds", "microseconds"]),
    st.sampled_from(["Z", ""]),
)
def test_the_fast_way_is_the_slow_way(
    moment: datetime, mark: str, gap: str, timespec: str, zone: str
) -> None:
    text = moment.isoformat(gap, timespec)[:-6].replace("-", mark) + zone
    cut = timedelta(microseconds=moment.microsecond % 1000)
    cut = timedelta(microseconds=moment.microsecond) if timespec == "seconds" else cut
    gone = moment - cut - datetime(1970, 1, 1, tzinfo=UTC)
    assert from_text(text).data.t.tolist() == [gone // timedelta(milliseconds=1)]
    # A second row of another width takes the general way.
    both = loaded(f"tid;t;lat;lon\n1;{text};1;2\n2; {text};1;2\n")
    assert both.data.t.tolist() == [gone // timedelta(milliseconds=1)] * 2
