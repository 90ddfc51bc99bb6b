"""The commands around a release: measures, filter, convert, synth."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import wayveil
from tests.cli.conftest import Run, files
from tests.cli.test_verify import moved

RunJson = Callable[..., Any]


# --- measures


def test_measures_as_a_table(release: str, trips: str, run: Run) -> None:
    head, line = run("measures", trips, release, "-m", "trajectories_removed").stdout.splitlines()
    assert head.split() == ["about", "measure", "value", "if", "unchanged", "unit", "n"]
    told = ["loss", "trajectories_removed", "0", "0", "share", "of", "trajectories", "40"]
    assert line.split() == told


def test_measures_as_json(release: str, trips: str, run_json: RunJson) -> None:
    got = run_json("measures", trips, release, "--record", "record.json")
    assert got["schema"] == 1
    assert all(
        list(each) == ["name", "params", "value", "unit", "n", "detail"] for each in got["measures"]
    )


def test_measures_from_a_recipe(release: str, trips: str, run: Run, run_json: RunJson) -> None:
    job = {
        "schema": 1, "task": "measures", "original": "nowhere.csv", "release": release,
        "measures": ["trajectories_removed"], "output": "new/found.json",
    }  # fmt: skip
    Path("job.json").write_text(json.dumps(job))
    words = ("measures", "-f", "job.json", trips, release)
    shown = run_json(*words)
    assert json.loads(Path("new/found.json").read_text()) == shown
    assert "exists" in run(*words, status=2).stderr
    assert "Wrote new/found.json" in run(*words, "--force").stdout
    assert "neither" in run("measures", "-f", "job.json", trips, status=2).stderr
    assert "Missing argument 'RELEASE'" in run("measures", trips, status=2).stderr


def test_a_foreign_release_is_read_with_the_flags(trips: str, run: Run) -> None:
    text = Path(trips).read_text().replace(",lat,lon,", ",Breite,Laenge,")
    Path("a.csv").write_text(text)
    Path("b.csv").write_text("\n".join(text.splitlines()[:-20]) + "\n")
    words = ("measures", "a.csv", "b.csv", "--columns", "lat=Breite,lon=Laenge", "-v")
    told = run(*words, "-m", "trajectories_removed").stdout.splitlines()[1]
    assert told.split()[2] != "0"


def test_what_cannot_be_measured_says_why(trips: str, release: str, run: Run) -> None:
    told = run("measures", trips, release, "-m", "trajectories_removed", "-m", "rmse").stdout
    assert "Not applicable (rmse): it is not known" in told
    assert "--record" in run("measures", trips, release, "-m", "rmse", status=2).stderr


# --- filter


def test_a_filter_tells_what_went(trips: str, run: Run) -> None:
    told = run("filter", trips, "f.csv", "--min-locations", "6", "--max-speed", "2m/s").stdout
    assert "Removed   15 trajectories (60 points): fewer than 6 points" in told
    assert "faster" not in told
    assert "This is not a release" in told


def test_filtered_data_keeps_ids_and_users(trips: str, run: Run, run_json: RunJson) -> None:
    got = run_json("filter", trips, "f.csv", "--min-locations", "6")
    kept = wayveil.read("f.csv")
    assert kept.has_owners
    assert len(kept) == got["output"]["trajectories"] == 25
    assert "t003" in Path("f.csv").read_text()
    assert not Path("f.csv.certificate.json").exists()


def test_filters_from_a_recipe_and_flags(trips: str, run_json: RunJson) -> None:
    first = {"name": "min_locations", "params": {"points": 9}}
    job = {"schema": 1, "input": trips, "output": "f.csv", "filters": [first]}
    Path("job.json").write_text(json.dumps(job))
    words = ("filter", "-f", "job.json", "--force")
    assert run_json(*words)["output"]["trajectories"] == 10
    assert run_json(*words, "--min-locations", "4")["output"]["trajectories"] == 35
    causes = [d["cause"] for d in run_json(*words, "--max-speed", "50")["removed"]]
    assert causes == ["fewer than 9 points"]


@pytest.mark.parametrize(
    ("words", "why", "status"),
    [
        (["trips.csv"], "Missing argument 'OUTPUT'", 2),
        (["trips.csv", "f.csv"], "Name a filter", 2),
        (["trips.csv", "trips.csv", "--min-locations", "3", "--force"], "also an input", 2),
        (["trips.csv", "f.csv", "--min-locations", "0"], "'--min-locations'", 2),
        (["trips.csv", "f.csv", "--min-locations", "500"], "no trajectory is left", 4),
    ],
)
def test_filter_refuses(words: list[str], why: str, status: int, trips: str, run: Run) -> None:
    assert why in run("filter", *words, status=status).stderr
    assert files() == [trips]


# --- convert


NAMES = ["o.parquet", "o.csv.gz", "o.tsv", "o.geoparquet", "o.lines.geoparquet", "o.geojson"]
NAMES += ["o.lines.geojson", "o.mfjson", "o.gpx", "o.gpx.gz", "o.fgb", "o.gpkg"]


@pytest.mark.parametrize("name", NAMES)
def test_the_certificate_goes_along_and_still_fits(name: str, release: str, run: Run) -> None:
    told = run("convert", release, name).stdout
    assert f"{name}.certificate.json: its certificate" in told
    run("verify", name, "--record", "record.json", "--strict")
    run("convert", name, "back.csv")
    assert Path("back.csv").read_bytes() == Path(release).read_bytes()


def test_folders_and_patterns_are_inputs(release: str, run: Run) -> None:
    for part in "ab":
        run("convert", release, f"{part}.gpx")
    told = run("convert", "*.gpx", "all.csv", "--columns", "user=file").stdout
    assert "2 files read as one table" in told
    assert wayveil.read("all.csv").n_owners == 2
    assert "also an input" in run("convert", "*.gpx", "a.gpx", "--force", status=2).stderr
    assert "no file that can be read" in run("convert", "*.fgb", "b.csv", status=2).stderr


def test_a_certificate_is_not_lost(release: str, run: Run) -> None:
    assert "--certificate FILE" in run("convert", release, "-", status=2).stderr
    done = run("convert", release, "-", "--certificate", "c.json", "--format", "parquet")
    run("verify", "-", "--certificate", "c.json", input=done.stdout_bytes)
    run("convert", "-", "x.csv", "--certificate", "c.json", input=done.stdout_bytes)
    run("verify", "x.csv")
    words = ("convert", "-", "-", "--certificate", "c.json")
    assert run(*words, input=done.stdout_bytes).stdout == Path(release).read_text()


def test_a_certificate_that_does_not_fit_is_not_carried(release: str, run: Run) -> None:
    moved(release)
    told = run("convert", release, "o.parquet", status=3).stderr
    assert "not what its certificate was issued for" in told
    assert not Path("o.parquet").exists()
    assert not Path("o.parquet.certificate.json").exists()


def test_a_certificate_in_the_way_is_noticed(release: str, run: Run) -> None:
    Path("o.parquet.certificate.json").write_text("mine")
    run("convert", release, "o.parquet", status=2)
    assert not Path("o.parquet").exists()
    run("convert", release, release, "--force", status=2)


def test_plain_data_is_converted_with_its_columns(trips: str, run: Run, run_json: RunJson) -> None:
    got = run_json("convert", trips, "t.parquet")
    assert got["certificate"] is None
    before, after = wayveil.read(trips), wayveil.read("t.parquet")
    assert after.has_owners
    assert after.lat.tolist() == before.lat.tolist()
    assert "not a release" not in run("convert", "t.parquet", "t.csv").stdout


# --- synth


def test_synth_takes_the_fields_of_its_part(run: Run, run_json: RunJson) -> None:
    words = ("--trajectories", "30", "--users", "4", "--sampling", "1min", "--seed", "5")
    got = run_json("synth", "s.csv", *words)
    assert (got["trajectories"], got["users"]) == (30, 4)
    run("synth", "t.csv", *words)
    assert Path("s.csv").read_bytes() == Path("t.csv").read_bytes()
    assert len(wayveil.read("s.csv")) == 30
    assert "exists" in run("synth", "s.csv", *words, status=2).stderr
    assert run("synth", "-", *words).stdout == Path("s.csv").read_text()


def test_synth_refuses(run: Run) -> None:
    words = ("synth", "s.csv", "--trajectories", "3")
    assert "too few" in run(*words, status=2).stderr
    assert "'--days'" in run(*words, "--days", "0", status=2).stderr
    assert "'city'" in run("synth", "s.csv", "--kind", "citty", status=2).stderr
    assert files() == []


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("anonymize", {"method": {"name": "microaggregation", "params": [1]}}),
        ("anonymize", {"method": {"name": ["microaggregation"]}}),
        ("anonymize", {"method": ["microaggregation"]}),
        ("anonymize", {"method": {"name": "microaggregation", "params": {"k": {"name": 5}}}}),
        ("filter", {"filters": 5}),
        ("filter", {"filters": [None]}),
        ("measures", {"measures": 5}),
    ],
)
def test_a_recipe_of_the_wrong_form_is_the_users_to_mend(
    command: str, said: dict[str, Any], trips: str, run: Run
) -> None:
    names = ("original", "release") if command == "measures" else ("input", "output")
    job = {"schema": 1, **dict(zip(names, (trips, "new.csv"), strict=True)), **said}
    Path("recipe.json").write_text(json.dumps(job))
    run(command, "-f", "recipe.json", status=2)
    if command == "filter":
        run(command, "-f", "recipe.json", "--min-locations", 4, status=2)
    assert files() == ["recipe.json", trips]


def test_measures_never_overwrite_the_record(release: str, trips: str, run: Run) -> None:
    before = Path("record.json").read_text()
    job = {"original": trips, "release": release, "record": "record.json", "output": "record.json"}
    Path("recipe.json").write_text(json.dumps(job))
    told = run("measures", "-f", "recipe.json", "--force", status=2).stderr
    assert "record.json is also an input" in told
    assert Path("record.json").read_text() == before
