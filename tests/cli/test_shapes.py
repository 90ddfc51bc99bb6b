"""Releases that are no points: the same commands write, verify and convert them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Run

BOXES = ("anonymize", "kmerge_groups", "trips.csv")


def test_boxes_are_released_and_verify(trips: str, run: Run) -> None:
    told = run(*BOXES, "boxes.parquet", "--k", "3", "--record", "r.json").stdout
    assert "boxes_visited: yes (verified)" in told
    assert "cells" in told
    holder = run("verify", "boxes.parquet", "--record", "r.json", "--original", trips, "--json")
    assert json.loads(holder.stdout)["complete"]


@pytest.mark.parametrize("ending", ["csv", "geojson"])
def test_boxes_take_their_certificate_along(trips: str, run: Run, ending: str) -> None:
    run(*BOXES, "boxes.parquet")
    run("convert", "boxes.parquet", f"boxes.{ending}")
    assert json.loads(run("verify", f"boxes.{ending}", "--json").stdout)["holds"]


def test_counts_take_their_certificate_along(trips: str, run: Run) -> None:
    run("analysis", "tile_counts", trips, "c.geojson", "--k", "2", "--tile-size", "5km")
    run("convert", "c.geojson", "c.csv")
    assert json.loads(run("verify", "c.csv", "--json").stdout)["holds"]


def test_boxes_are_measured_by_what_is_about_boxes(trips: str, run: Run) -> None:
    run(*BOXES, "boxes.parquet", "--record", "r.json")
    read = run("measures", trips, "boxes.parquet", "--record", "r.json", "--json")
    found = {each["name"]: each["value"] for each in json.loads(read.stdout)["measures"]}
    assert set(found) == {"coverage", "space_granularity", "time_granularity"}
    assert found["coverage"] == 1
    told = run("measures", trips, "boxes.parquet", "-m", "rmse", "-m", "coverage", status=4).stderr
    assert "rmse does not apply: it is about trajectories, and this release is cells." in told


def test_boxes_are_attacked_by_what_is_about_boxes(trips: str, run: Run) -> None:
    run("anonymize", "k_pick", "trips.csv", "boxes.parquet", "--record", "r.json")
    told = run(
        "attack", "true_record", trips, "boxes.parquet", "--record", "r.json", "--unit", "user"
    )
    assert "and the same attack on the raw data 100 %" in " ".join(told.stdout.split())
    wrong = run("attack", "unicity", trips, "boxes.parquet", "--record", "r.json", status=2)
    assert "unicity attacks trajectories, and this release is cells." in wrong.stderr


def test_counts_have_no_measures(trips: str, run: Run) -> None:
    run("analysis", "tile_counts", trips, "c.csv", "--k", "2", "--tile-size", "5km")
    assert "c.csv holds counts" in run("measures", trips, "c.csv", status=2).stderr


@pytest.mark.parametrize("output", ["boxes.gpx", "-"])
def test_where_boxes_cannot_be_written_is_said_before_any_work(
    trips: str, run: Run, output: str
) -> None:
    told = run(*BOXES, output, "--certificate", "c.json", status=2)
    assert "none of those that cells are written with" in told.stderr
    assert not Path("c.json").exists()
