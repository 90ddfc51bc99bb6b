"""What is written is what is read back, whatever the format."""

from __future__ import annotations

import io
import random
import sys
import tempfile
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import polars as pl
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.reference.reader import read_plainly
from tests.tables import tables
from wayveil.io import load, read, table, write
from wayveil.shapes import Trajectories, steps


def same(one: Trajectories, other: Trajectories) -> None:
    """Assert that two tables are equal in every column and name."""
    assert steps(one.lat).tolist() == steps(other.lat).tolist()
    assert steps(one.lon).tolist() == steps(other.lon).tolist()
    for column in ("t", "offsets", "id", "owner"):
        assert getattr(one, column).tolist() == getattr(other, column).tolist()
    for names in ("ids", "owners"):
        left, right = getattr(one.names, names), getattr(other.names, names)
        assert (left is None) == (right is None)
        assert left is None or left.to_list() == right.to_list()
    assert (one.extra is None) == (other.extra is None)
    assert one.extra is None or other.extra is None or one.extra.equals(other.extra)


def after_1973(data: Trajectories) -> Trajectories:
    return replace(data, t=data.t - data.t.min(initial=0) + 10**11)


ENDINGS_OF_POINTS = ["csv", "csv.gz", "parquet", "geoparquet", "geojson", "geojson.gz", "mfjson"]
ENDINGS_OF_LINES = ["lines.geoparquet", "lines.geojson", "lines.geojson.gz"]
THROUGH_GDAL = ["fgb", "gpkg"]


@pytest.mark.parametrize(
    "ending", [*ENDINGS_OF_POINTS, *ENDINGS_OF_LINES, *THROUGH_GDAL, "gpx", "gpx.gz"]
)
@settings(max_examples=15, deadline=None)
@given(data=tables())
def test_files_give_back_what_was_written(ending: str, data: Trajectories) -> None:
    if ending in ENDINGS_OF_LINES:
        assume((data.lengths > 1).any())
        data = read(table(after_1973(data.take(data.lengths > 1))))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"table.{ending}"
        write(data, path)
        same(read(path), data)
        assert [entry.name for entry in Path(folder).iterdir()] == [path.name]


@pytest.mark.parametrize("format", ["csv", "parquet", "geoparquet", "geojson", "mfjson", "gpx"])
@settings(max_examples=10, deadline=None)
@given(data=tables())
def test_streams_and_frames_give_back_what_was_written(format: str, data: Trajectories) -> None:
    stream = io.BytesIO()
    write(data, stream, format=format)
    same(read(io.BytesIO(stream.getvalue())), data)
    same(read(table(data)), data)
    same(read(table(data).lazy()), data)


@settings(max_examples=60, deadline=None)
@given(data=tables(), seed=st.integers(0, 1000))
def test_the_order_of_rows_does_not_matter(data: Trajectories, seed: int) -> None:
    apart = replace(data, t=data.t + np.arange(data.n_points))  # no equal times
    frame = table(apart)
    order = random.Random(seed).sample(range(len(frame)), len(frame))
    same(read(frame[order]), apart)


@settings(max_examples=60, deadline=None)
@given(data=tables(), seed=st.integers(0, 1000))
def test_the_plain_reader_reads_the_same(data: Trajectories, seed: int) -> None:
    frame = table(data)
    order = random.Random(seed).sample(range(len(frame)), len(frame))
    text = frame[order].write_csv(datetime_format="%Y-%m-%dT%H:%M:%S%.fZ", float_scientific=False)
    found = read(io.BytesIO(text.encode()))
    plainly = read_plainly(text)
    assert found.names.ids is not None
    assert [str(name) for name in found.names.ids] == [trip for trip, _, _ in plainly]
    if found.names.owners is not None:
        assert found.names.owners[found.owner].to_list() == [user for _, user, _ in plainly]
    points = list(zip(found.t.tolist(), found.lat.tolist(), found.lon.tolist(), strict=True))
    assert points == [point for _, _, track in plainly for point in track]


def test_standard_input_and_output(monkeypatch: pytest.MonkeyPatch) -> None:
    data = read(pl.DataFrame({"uid": ["a"], "t": [5], "lat": [1.5], "lon": [2.5]}))
    out = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", SimpleNamespace(buffer=out))
    write(data, "-")
    assert out.getvalue() == (
        b"trajectory_id,user_id,timestamp,lat,lon\na,a,1970-01-01T00:00:05.000Z,1.5,2.5\n"
    )
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(out.getvalue())))
    same(load("-").data, data)


def test_degrees_are_written_with_seven_decimals_and_no_exponent() -> None:
    places = [1e-7, -1e-7, 0.12345678901, -0.00000001, 90.0]
    frame = pl.DataFrame({"tid": range(5), "t": range(5), "lat": places, "lon": places})
    out = io.BytesIO()
    write(read(frame), out)
    written = [line.split(",")[2] for line in out.getvalue().decode().splitlines()[1:]]
    assert written[:2] == ["0.0000001", "-0.0000001"]
    assert float(written[2]) == 0.1234568
    assert [float(text) for text in written[3:]] == [0.0, 90.0]
    assert not written[3].startswith("-")


def test_nothing_but_the_columns_is_written(tmp_path: Path) -> None:
    data = read(pl.DataFrame({"tid": [1], "t": [5], "lat": [1.5], "lon": [2.5]}))
    write(data, tmp_path / "a.parquet")
    assert pl.read_parquet_schema(tmp_path / "a.parquet") == {
        "trajectory_id": pl.Int64,
        "timestamp": pl.Datetime("ms", "UTC"),
        "lat": pl.Float64,
        "lon": pl.Float64,
    }
    assert set(pl.read_parquet_metadata(tmp_path / "a.parquet")) <= {"ARROW:schema"}
    write(data, tmp_path / "a.csv.gz")
    assert (tmp_path / "a.csv.gz").read_bytes()[3:8] == b"\0" * 5  # no name, no time


def test_extra_columns_come_along() -> None:
    text = b"tid,t,lat,lon,speed,code,word\n2,5,1,2,1.5,007,a\n1,5,1,2,,008,b\n"
    data = read(io.BytesIO(text))
    assert data.extra is not None
    assert data.extra.to_dict(as_series=False) == {
        "speed": [None, 1.5],
        "code": ["008", "007"],
        "word": ["b", "a"],
    }
    out = io.BytesIO()
    write(data, out)
    same(read(io.BytesIO(out.getvalue())), data)
