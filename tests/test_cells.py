"""Boxes as a release: columns, files, and what may not be."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from wayveil import Release, anonymize
from wayveil.cells import Cells
from wayveil.contract.tables import ordinary
from wayveil.errors import InputError, InternalError
from wayveil.io.boxes import read_cells, write_cells


@pytest.fixture(scope="module")
def release() -> Release[Cells]:
    return anonymize(ordinary(), "kmerge_groups", k=3, seed=1)


def test_it_shows_counts_only(release: Release[Cells]) -> None:
    assert f"trajectories {len(release.data)}, cells {release.data.n_cells}" in repr(release.data)
    told = release.data._repr_html_()
    assert str(int(release.data.south[0])) not in told


@pytest.mark.parametrize("ending", ["parquet", "csv", "geojson"])
def test_a_release_verifies_from_every_format(
    release: Release[Cells], tmp_path: Path, ending: str
) -> None:
    path = tmp_path / f"boxes.{ending}"
    release.write(path, record=tmp_path / "record.json")
    again = Release.open(path, record=tmp_path / "record.json")
    assert isinstance(again.data, Cells)
    checks = again.verify(ordinary())
    assert not checks.broken
    assert not checks.unchecked


def test_rows_may_be_shuffled(release: Release[Cells], tmp_path: Path) -> None:
    path = tmp_path / "boxes.csv"
    write_cells(release.data, path)
    head, *rows = path.read_text().splitlines()
    path.write_text("\n".join([head, *rows[::-1]]) + "\n")
    assert read_cells(path).shapes() == release.data.shapes()


@pytest.mark.parametrize(
    "damage",
    [
        lambda text: text.replace("south", "sud"),
        lambda text: text.replace("Z,", ",", 1),
        lambda text: text + "\x00",
        lambda text: text.rpartition(",")[0],
        lambda text: "",
    ],
)
def test_damaged_files_are_refused_without_a_word_of_theirs(
    release: Release[Cells], tmp_path: Path, damage: object
) -> None:
    path = tmp_path / "boxes.csv"
    write_cells(release.data, path)
    path.write_text(damage(path.read_text()))  # type: ignore[operator]
    with pytest.raises(InputError, match="holds no cells of wayveil, or is damaged") as told:
        read_cells(path)
    assert told.value.__cause__ is None


@pytest.mark.parametrize(
    ("column", "what"), [("end", "before it begins"), ("north", "before it begins")]
)
def test_what_is_no_box_is_refused(release: Release[Cells], column: str, what: str) -> None:
    low = getattr(release.data, {"end": "start", "north": "south"}[column])
    with pytest.raises(InternalError, match=what):
        replace(release.data, **{column: low - 1})


def test_boxes_of_one_trajectory_do_not_overlap_in_time(release: Release[Cells]) -> None:
    with pytest.raises(InternalError, match="overlap"):
        replace(release.data, end=release.data.end + np.int64(10**12))
