"""Folders and patterns: many files as one table, and what their names say."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.io.geodata import WHEN, collection, gpx, line, spot
from tests.io.tables_of_text import ROW, refused
from wayveil.io import Understanding, load

HEADER = "trajectory_id,timestamp,lat,lon"


def write_all(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def ids(path: Path, **how: object) -> list[str]:
    data = load(path, Understanding(**how)).data  # type: ignore[arg-type]
    assert data.names.ids is not None
    return [str(data.names.ids[int(code)]) for code in data.id]


def test_each_gpx_is_a_trajectory_named_by_its_file(tmp_path: Path) -> None:
    two = gpx(spot()).replace("</trk>", "</trk><trk><trkseg>" + spot() + "</trkseg></trk>")
    write_all(tmp_path, {"run.gpx": gpx(spot(), spot()), "walk.gpx": two, ".hidden.gpx": "?"})
    found = load(tmp_path)
    assert ids(tmp_path) == ["run", "walk", "walk#2"]
    assert (len(found.data), found.data.has_owners, found.data.extra) == (3, False, None)
    assert "2 files read as one table; trajectories are named by their files" in found.notes[0]
    assert "--columns user=file" in found.notes[0]


def test_the_folder_or_the_file_can_be_the_user(tmp_path: Path) -> None:
    write_all(tmp_path, {"a/1.gpx": gpx(spot()), "a/2.gpx": gpx(spot()), "b/3.gpx": gpx(spot())})
    of_folders = load(tmp_path, Understanding({"user": "folder"})).data
    assert of_folders.owner.tolist() == [0, 0, 1]
    assert of_folders.names.owners is not None
    assert of_folders.names.owners.to_list() == ["a", "b"]
    assert load(tmp_path, Understanding({"user": "file"})).data.n_owners == 3


def test_equal_names_in_different_folders_are_told_apart(tmp_path: Path) -> None:
    write_all(tmp_path, {"a/1.gpx": gpx(spot()), "b/1.gpx": gpx(spot())})
    assert ids(tmp_path) == ["a/1", "b/1"]
    write_all(tmp_path, {"a/1.gpx.gz": "?"})
    (tmp_path / "a" / "1.gpx.gz").unlink()
    assert ids(tmp_path / "*" / "1.gpx") == ["a/1", "b/1"]


def test_tables_without_ids_are_named_by_their_files(tmp_path: Path) -> None:
    rest = f"timestamp,lat,lon\n{ROW.partition(',')[2]}\n"
    write_all(tmp_path, {"7.csv": rest, "12.csv": rest * 1})
    assert ids(tmp_path) == ["7", "12"]
    assert load(tmp_path, Understanding({"user": "file"}, split_gap=60.0)).data.n_owners == 2


def test_tables_with_ids_keep_them_across_files(tmp_path: Path) -> None:
    text = f"{HEADER},speed\n{ROW},5\n"
    write_all(tmp_path, {"1.csv": text, "2.csv": text.replace(",speed", "").replace(",5\n", "\n")})
    found = load(tmp_path)
    assert (len(found.data), found.data.n_points) == (1, 2)
    assert found.data.extra is not None
    assert found.data.extra["speed"].to_list() == [5, None]
    assert "1 files have other columns than the first: left out, or blank" in found.notes


def test_lines_without_ids_are_counted_within_their_file(tmp_path: Path) -> None:
    bare = line(times=[WHEN, WHEN])
    bare["properties"].pop("trajectory_id")
    write_all(tmp_path, {"x.geojson": collection(bare, bare), "y.geojson": collection(bare)})
    assert ids(tmp_path) == ["x", "x#2", "y"]


def test_a_folder_of_several_formats_is_refused(tmp_path: Path) -> None:
    write_all(tmp_path, {"a.gpx": gpx(spot()), "b.csv": f"{HEADER}\n{ROW}\n", "c.json": "{}"})
    message = refused(tmp_path)
    assert "several formats: 1 of gpx and 1 of csv" in message
    assert "by a pattern" in message
    assert ids(tmp_path / "*.gpx") == ["a"]


def test_nothing_to_read_is_refused(tmp_path: Path) -> None:
    assert "holds no file that can be read" in refused(tmp_path)
    assert "holds no file that can be read" in refused(tmp_path / "*.gpx")


def test_files_of_another_kind_are_refused_by_name(tmp_path: Path) -> None:
    write_all(tmp_path, {"1.csv": f"{HEADER}\n{ROW}\n", "2.csv": "what,ever\n1,2\n"})
    assert "2.csv has no column 'lat', as the first of 2 files has" in refused(tmp_path)


@pytest.mark.parametrize("format", ["gpx", None])
def test_the_bad_rows_of_all_files_come_as_one_error(tmp_path: Path, format: str | None) -> None:
    write_all(tmp_path, {"1.gpx": gpx(spot()), "2.gpx": gpx(spot(None), spot())})
    message = refused(tmp_path, format=format)
    assert "1 of 3 values of column 'timestamp' are blank" in message
    found = load(tmp_path, Understanding(skip_bad_rows=True, format=format))
    assert (found.data.n_points, found.skipped.points) == (2, 1)
