"""Every bad input is refused with help and without a value; its good neighbour is read."""

from __future__ import annotations

import gzip
import io
from typing import Any

import numpy as np
import pandas as pd  # type: ignore[import-untyped]
import polars as pl
import pytest

from tests.io.tables_of_text import (
    HEADER,
    ID,
    LAT,
    LON,
    ROW,
    TIME,
    Case,
    loaded,
    refused,
    refused_and_its_neighbour_read,
)
from wayveil.io import Understanding, load, table, write
from wayveil.io import blocks as blocks_module

H = f"{HEADER}\n"
GOOD = H + ROW + "\n"
DMY = "%d/%m/%Y %H:%M"


def row(trip: str = ID, time: str = TIME, lat: str = LAT, lon: str = LON) -> str:
    """Write one row."""
    return f"{trip},{time},{lat},{lon}\n"


#: name -> bad text, flags, what the message must say, good text
CASES: dict[str, Case] = {
    "empty": ("", {}, ["is empty"], H),
    "only line breaks": ("\n\r\n", {}, ["is empty"], "\n" + GOOD),
    "no header": (ROW + "\n", {}, ["looks like data", "first line such as"], GOOD),
    "no lat": (
        f"trajectory_id,timestamp,latt,lon\n{ROW}\n",
        {},
        ["no column for lat", "'latt'", "Did you mean 'latt'", "--columns lat=latt"],
        f"trajectory_id,timestamp,LATITUDE,lon\n{ROW}\n",
    ),
    "no trajectory or user": (
        f"timestamp,lat,lon\n{TIME},{LAT},{LON}\n",
        {"split_gap": 60.0},
        ["no column for trajectory or user", "which points belong together"],
        f"uid,timestamp,lat,lon\n{ROW}\n",
    ),
    "two columns of one spelling": (
        f"tid,timestamp,lat,LAT,lon\n{ID},{TIME},{LAT},{LAT},{LON}\n",
        {},
        ["two columns for lat: 'lat' and 'LAT'", "--columns lat=lat"],
        f"tid,timestamp,lat,latitude,lon\n{ID},{TIME},{LAT},{LAT},{LON}\n",
    ),
    "two columns of one name": (
        f"tid,timestamp,lat,lat,lon\n{ID},{TIME},{LAT},{LAT},{LON}\n",
        {},
        ["two columns named 'lat'", "Rename"],
        GOOD,
    ),
    "a flag for no column": (
        GOOD,
        {"columns": {"lat": "Latt"}},
        ["no column 'Latt'", "Did you mean 'lat'"],
        GOOD,
    ),
    "a flag for no role": (GOOD, {"columns": {"speed": "lat"}}, ["no role", "trajectory"], GOOD),
    "one column twice": (
        GOOD,
        {"columns": {"lat": "lat", "lon": "lat"}},
        ["'lat' cannot be both lat and lon"],
        GOOD,
    ),
    "a split gap with trajectories": (GOOD, {"split_gap": 60.0}, ["Leave --split-gap out"], GOOD),
    "blank ids": (
        H + row(trip=" ") + row(),
        {},
        ["1 of 2 values of column 'trajectory_id' are blank", "--skip-bad-rows"],
        H + row(trip="a b"),
    ),
    "blank times": (H + row(time=""), {}, ["'timestamp' are blank"], GOOD),
    "blank latitudes": (H + row(lat="") + row(), {}, ["1 of 2", "'lat' are blank"], GOOD),
    "a row of nothing": (H + ",,,\n" + row(), {}, ["1 of 2", "are blank"], H + "\n" + row()),
    "a short row": (H + ID + "\n" + row(), {}, ["'lat' are blank"], GOOD),
    "a long row": (H + row() + row(lon=f"{LON},7"), {}, ["1 of 2 rows have more values"], GOOD),
    "decimal commas": (
        H + row(lat=LAT.replace(".", ","), lon=LON.replace(".", ",")),
        {},
        ["more values", "decimal comma"],
        GOOD,
    ),
    "decimal commas and semicolons": (
        GOOD.replace(",", ";").replace(".", ","),
        {},
        ["'lat' are not numbers", "decimal comma"],
        GOOD.replace(",", ";"),
    ),
    "words for latitudes": (H + row(lat="north"), {}, ["'lat' are not numbers"], GOOD),
    "degrees and minutes": (
        H + row(lat="48°07'N"),
        {},
        ["decimal degrees"],
        H + row(lat=f' "{LAT}"'.strip()),
    ),
    "nan": (H + row(lat="nan"), {}, ["'lat' are not finite"], GOOD),
    "infinity": (H + row(lon="inf"), {}, ["'lon' are not finite"], GOOD),
    "swapped": (
        H + row(lat="-122.123456", lon=LAT),
        {},
        ["outside -90 to 90", "swapped", "--columns lat="],
        H + row(lat=LAT, lon="-122.5"),
    ),
    "projected": (
        H + row(lat="5412348.123456", lon="691654321"),
        {},
        ["metres in a projected system", "WGS 84"],
        H + row(lat="90", lon="-180"),
    ),
    "longitudes to 360": (
        H + row(lon="211.654321"),
        {},
        ["from 0 to 360", "subtract 360"],
        H + row(lon="180"),
    ),
    "words for times": (
        H + row(time="noon") + row(),
        {},
        ["1 of 2 values of column 'timestamp' are not times"],
        GOOD,
    ),
    "day first": (
        H + row(time="28/06/2008 07:14"),
        {},
        ["Most look like day/month/year", f'--time-format "{DMY}"'],
        H + row(time="2008/06/28 07:14"),
    ),
    "month first": (
        H + row(time="06/28/2008 07:14:47"),
        {},
        ["month/day/year", '--time-format "%m/%d/%Y %H:%M:%S"'],
        GOOD,
    ),
    "mixed formats": (
        H + row() + row() + row(time="2008/06/08 07:14:47"),
        {},
        ["1 of 3", "more than one way"],
        H + row() + row(time="2008-06-08 07:14:47.5"),
    ),
    "mixed zones": (
        H + row() + row() + row(time="2008-06-08 07:14:47Z"),
        {},
        ["1 of 3", "Some times have a zone"],
        H + row(time="2008-06-08T07:14:47+02:00") + row(time="2008-06-08T07:14:47Z"),
    ),
    "a day that does not exist": (H + row(time="2023-02-30 07:14:47"), {}, ["not times"], GOOD),
    "an hour that does not exist": (
        H + row(time="2023-03-26 02:14:47"),
        {"tz": "Europe/Madrid"},
        ["not times"],
        GOOD,
    ),
    "packed dates": (
        H + row(time="20080608071447"),
        {},
        ["packed into numbers", '--time-format "%Y%m%d%H%M%S"'],
        H + row(time="1212909287123"),
    ),
    "times too large": (
        H + row(time="9" * 18),
        {"time_format": "s"},
        ["outside the years 1 to 9999"],
        H + row(time="1212909287"),
    ),
    "an unknown zone": (
        GOOD,
        {"tz": "Europe/Madrit"},
        ["'Europe/Madrit' is not known", "Did you mean Europe/Madrid"],
        GOOD,
    ),
    "a time format without %": (GOOD, {"time_format": "dd"}, ["no %"], GOOD),
    "a time format that fits nothing": (
        GOOD,
        {"time_format": "%d %Q"},
        ["'timestamp' are not times"],
        GOOD,
    ),
    "utf-16": (GOOD.encode("utf-16"), {}, ["UTF-16", "iconv"], b"\xef\xbb\xbf" + GOOD.encode()),
    "latin-1": (
        GOOD.replace(ID, "Zürich").encode("latin-1"),
        {},
        ["not in UTF-8", "iconv -f WINDOWS-1252"],
        GOOD.replace(ID, "Zürich"),
    ),
    "nul bytes": (GOOD.replace(ID, f"{ID}\0"), {}, ["NUL bytes", "tr -d"], GOOD),
    "old line ends": (GOOD.replace("\n", "\r"), {}, ["very old Macs"], GOOD.replace("\n", "\r\n")),
    "an open quote": (
        H + '"' + ROW + "\n" + ROW,
        {},
        ["do not pair up"],
        H + f'"{ID}\n","{TIME}","{LAT}","{LON}"',
    ),
    "a gz cut short": (
        gzip.compress(GOOD.encode())[:-9],
        {},
        ["damaged", "gzip -t"],
        gzip.compress(GOOD.encode()),
    ),
    "not parquet": (GOOD, {"format": "parquet"}, ["is not Parquet", "--format csv"], GOOD),
    "parquet cut short": (b"PAR1" + b"abc" * 9, {}, ["damaged or cut short"], GOOD),
    "parquet taken for csv": (b"PAR1", {"format": "csv"}, ["--format parquet"], GOOD),
    "no format": (GOOD, {"format": "xlsx"}, ["Formats are csv, parquet, geoparquet"], GOOD),
}


@pytest.mark.parametrize("name", CASES)
def test_bad_text_is_refused_and_its_neighbour_read(name: str) -> None:
    refused_and_its_neighbour_read(CASES[name])


def test_all_faults_come_as_one_error() -> None:
    rows = row(time="noon") + row(trip="") + row(lat="north", lon="999") + row()
    message = refused(H + rows)
    for words in ("'timestamp' are not", "'trajectory_id' are blank", "'lat' are not", "'lon' are"):
        assert f"1 of 4 values of column {words}" in message


def test_bad_rows_are_left_out_and_counted() -> None:
    rows = row(time="noon", lat="x") + row(trip="") + row(lon="999") + row() + row(lon="1,2,3")
    found = loaded(H + rows, skip_bad_rows=True)
    assert found.data.n_points == 1
    assert found.skipped.points == 4
    assert {drop.points for drop in found.skipped} == {1}
    assert not [drop for drop in found.skipped if ID in drop.cause]
    assert loaded(H + row(), skip_bad_rows=True).skipped.points == 0


def test_faults_are_counted_over_all_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(blocks_module, "BLOCK_BYTES", 200)
    rows = (row() * 9 + row(time="noon")) * 30
    assert "30 of 300 values of column 'timestamp' are not times" in refused(H + rows)
    assert loaded(H + row() * 300).data.n_points == 300
    assert loaded(H + f'"{ID}\n\n",{TIME},1,2\n' * 99).data.n_points == 99


@pytest.mark.filterwarnings("ignore:CSV malformed")
def test_stray_quotes_lose_no_rows() -> None:
    rows = [f'"x",{ROW}\n', f'a"b,{ROW}\n', f'c"d,{ROW}\n', f"e,{ROW}\n"] * 20
    found = loaded(f"note,{HEADER}\n" + "".join(rows)).data
    assert found.n_points == 80
    assert found.extra is not None
    assert found.extra["note"].unique().sort().to_list() == ['a"b', 'c"d', "e", "x"]


def test_a_line_without_end_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(blocks_module, "BLOCK_BYTES", 100)
    monkeypatch.setattr(blocks_module, "LONGEST_LINE", 1000)
    assert "a row of more than" in refused(H + row() + "1" * 2000)


def test_a_zip_bomb_is_not_inflated() -> None:
    bomb = gzip.compress(GOOD.encode() + b"\n" * (80 << 20))
    assert "inflates to more than 200 times" in refused(bomb)


@pytest.mark.parametrize(
    ("column", "values", "said"),
    [
        ("lat", [[1.5]], "holds list values, which cannot be read as lat"),
        ("lat", [True], "holds boolean values"),
        ("timestamp", [True], "cannot be read as time"),
        ("trajectory_id", [{"a": 1}], "holds struct values"),
        ("trajectory_id", [1.5], "'trajectory_id' are fractions, so no ids"),
        ("trajectory_id", [None], "'trajectory_id' are blank"),
        ("lat", [None], "'lat' are blank"),
        ("timestamp", [None], "'timestamp' are blank"),
        ("timestamp", pl.Series([2**64 - 1], dtype=pl.UInt64), "'timestamp' are not times"),
        ("lat", pl.Series(["north"], dtype=pl.Categorical), "'lat' are not numbers"),
        ("lat", [float("nan")], "'lat' are not finite"),
    ],
)
def test_bad_frames(column: str, values: Any, said: str) -> None:
    good = {"trajectory_id": [ID], "timestamp": [5], "lat": [48.5], "lon": [11.5]}
    assert said in refused(pl.DataFrame(good | {column: values}))
    assert load(pl.DataFrame(good)).data.n_points == 1


def test_a_frame_whose_names_are_its_first_row_is_not_quoted() -> None:
    pandas = pd.read_csv(io.StringIO(f"{ROW}\n{ROW}\n"))
    assert "looks like data" in refused(pandas)
    assert "looks like data" in refused(pl.read_csv(io.BytesIO(f"{ROW}\n{ROW}\n".encode())))
    assert load(pd.read_csv(io.StringIO(GOOD))).data.n_points == 1


def test_no_table_at_all() -> None:
    assert "a int cannot be read" in refused(7)
    assert 'Open it with mode "rb"' in refused(io.StringIO(GOOD))


def test_truncated_parquet_files() -> None:
    out = io.BytesIO()
    write(loaded(GOOD).data, out, format="parquet")
    assert "damaged or cut short" in refused(out.getvalue()[:-20])
    assert loaded(out.getvalue()).data.n_points == 1


def test_pandas_frames_with_bad_values() -> None:
    good = {"uid": [1.0], "t": [pd.Timestamp("2008-06-08")], "lat": [1.5], "lon": [2.5]}
    assert load(pd.DataFrame(good)).data.names.ids.to_list() == [1]  # type: ignore[union-attr]
    assert "'uid' are blank" in refused(pd.DataFrame(good | {"uid": [np.nan]}))
    assert "'t' are blank" in refused(pd.DataFrame(good | {"t": [pd.NaT]}))


def test_what_is_written_can_be_read() -> None:
    assert load(table(loaded(GOOD).data), Understanding()).data.n_points == 1
