from __future__ import annotations

import json
import re
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import wayveil
from tests.cli.conftest import HEADER, Run, files, rows

METHOD = "simple_generalization"
RunJson = Callable[..., Any]


def test_it_tells_what_it_read_promised_and_wrote(trips: str, run: Run) -> None:
    told = run("anonymize", METHOD, trips, "out.csv", "--record", "r.json").stdout
    assert "trips.csv: 40 trajectories, 260 points, 10 users, 2026-03-01 to 2026-03-07" in told
    assert "trajectory: trajectory_id, user: user_id, time: timestamp" in told
    assert "Protects  people" in told
    assert "Removed   nothing" in told
    assert "no_identifiers: yes (verified)" in told
    assert "tile_centres: yes (verified)" in told
    assert "out.csv.certificate.json" in told
    assert "r.json: private" in told
    assert told.rstrip().endswith("Next      wayveil verify out.csv")
    assert len(told.splitlines()) <= 12


def test_the_record_is_for_its_owner_only(release: str) -> None:
    assert stat.S_IMODE(Path("record.json").stat().st_mode) == 0o600


def test_json_is_one_document(trips: str, run_json: RunJson) -> None:
    got = run_json("anonymize", METHOD, trips, "out.csv", "--tile-size", "300", "--seed", "4")
    assert got["schema"] == 1
    assert got["input"]["users"] == 10
    assert got["unit"] == "user"
    assert [claim["verdict"]["answer"] for claim in got["claims"]] == ["yes", "yes"]
    assert got["recipe"]["method"]["params"]["tile_size"] == 300
    assert got["chance"] == "reproducible, not secret"
    assert got["files"] == {
        "release": "out.csv",
        "certificate": "out.csv.certificate.json",
        "record": None,
        "report": None,
    }


def test_what_was_made_up_is_told(trips: str, run: Run, run_json: RunJson) -> None:
    words = ("w4m", trips, "out.csv", "--k", "2", "--patience", "7d", "--trash", "0")
    told = run("anonymize", *words, "--record", "r.json").stdout
    assert re.search(r"Edited +\d+ points moved, \d+ points made up", told)
    record = json.loads(Path("r.json").read_text())
    again = run_json("anonymize", *words, "--force", "--record", "r.json")
    assert {*again["edits"]} == {*record["edits"]} == {"moved", "created"}
    checks = run_json("verify", "out.csv", "--record", "r.json", "--original", trips)["checks"]
    assert {check["answer"] for check in checks} == {"yes"}


def test_the_same_recipe_gives_the_same_data_by_python(trips: str, run: Run) -> None:
    words = ["--tile-size", "0.3km", "--overlapping-strategy", "one", "--seed", "7"]
    run("anonymize", METHOD, trips, "a.parquet", *words)
    data = wayveil.read(trips)
    release = wayveil.anonymize(data, METHOD, tile_size=300, overlapping_strategy="one", seed=7)
    release.write("b.parquet")
    assert Path("a.parquet").read_bytes() == Path("b.parquet").read_bytes()


def test_the_unit_and_kept_columns(trips: str, run: Run, run_json: RunJson) -> None:
    words = ("anonymize", METHOD, trips, "out.csv", "--unit", "trajectory", "--keep", "speed")
    assert run_json(*words)["release"]["columns"][-1] == "speed"
    assert run_json(*words, "--force")["unit"] == "trajectory"
    assert "'height'" in run(*words, "--keep", "height", "--force", status=2).stderr


def test_reading_flags(here: Path, run_json: RunJson) -> None:
    table = [HEADER.replace("lat,lon", "Breite,Laenge"), *rows(9)]
    Path("odd.dat").write_text("\n".join([*table, "t1,u1,nonsense,1,1,1"]))
    got = run_json(
        "anonymize", METHOD, "odd.dat", "out.csv", "--columns", "lat=Breite,lon=Laenge",
        "--columns", "trajectory=trajectory_id", "--tz", "Europe/Madrid", "--skip-bad-rows",
        "--format", "csv", "--time-format", "%Y-%m-%dT%H:%M:%S",
    )  # fmt: skip
    assert got["input"]["columns"]["lat"] == "Breite"
    assert sum(drop["points"] for drop in got["input"]["left_out"]) == 1
    data = wayveil.read("out.csv")
    # 08:00 in Madrid in March is 07:00 in UTC.
    assert {int(ms) // 3_600_000 % 24 for ms in data.t} == {7}


def test_split_gap_has_a_unit(here: Path, run_json: RunJson) -> None:
    table = [line.partition(",")[2] for line in [HEADER, *rows()]]
    Path("users.csv").write_text("\n".join(table))
    words = ("anonymize", METHOD, "users.csv", "out.csv", "--force", "--split-gap")
    assert run_json(*words, "30min")["input"]["trajectories"] > 10
    assert run_json(*words, "3000d")["input"]["trajectories"] == 10


# --- what may be written where


def test_outputs_are_replaced_only_by_force(release: str, trips: str, run: Run) -> None:
    before = Path(release).read_bytes()
    words = ("anonymize", METHOD, trips, release, "--tile-size", "900")
    told = run(*words, status=2).stderr
    assert told == "Error: out.csv exists.\nAdd --force to replace it.\n"
    assert Path(release).read_bytes() == before
    run(*words, "--force")
    assert Path(release).read_bytes() != before


@pytest.mark.parametrize("there", ["out.csv", "out.csv.certificate.json", "r.json", "job.json"])
def test_every_output_is_looked_at_before_the_work(there: str, trips: str, run: Run) -> None:
    Path(there).write_text("mine")
    words = ("--record", "r.json", "--save-recipe", "job.json")
    run("anonymize", METHOD, trips, "out.csv", *words, status=2)
    assert files() == sorted([trips, there])
    assert Path(there).read_text() == "mine"


@pytest.mark.parametrize(
    "words", ["trips.csv", "out.csv --record trips.csv", "out.csv --save-recipe ./trips.csv"]
)
def test_an_input_is_never_written_over(words: str, trips: str, run: Run) -> None:
    before = Path(trips).read_bytes()
    told = run("anonymize", METHOD, trips, *words.split(), "--force", status=2).stderr
    assert "is also an input" in told
    assert Path(trips).read_bytes() == before


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("out.csv --record out.csv", "named for two outputs"),
        ("nowhere/out.csv", "there is no folder nowhere"),
        ("out.csv --record no/r.json", "there is no folder no"),
        ("out.xyz", "does not say its format"),
        ("-", "--certificate FILE"),
        ("- --json --certificate c.json", "both want stdout"),
    ],
)
def test_what_cannot_be_written_is_refused_at_once(
    words: str, why: str, trips: str, run: Run
) -> None:
    assert why in run("anonymize", METHOD, trips, *words.split(), status=2).stderr
    assert files() == [trips]


@pytest.mark.parametrize("words", [[], [METHOD], [METHOD, "trips.csv"]])
def test_what_is_missing_is_named(words: list[str], trips: str, run: Run) -> None:
    name = ["METHOD", "INPUT", "OUTPUT"][len(words)]
    assert f"Missing argument '{name}'" in run("anonymize", *words, status=2).stderr


def test_a_set_of_files_that_cannot_be_finished_is_taken_away(
    trips: str, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*args: object, **settings: object) -> None:
        raise OSError(28, "No space left on device", "out.csv")

    monkeypatch.setattr("wayveil.io.write_shape", full)
    told = run("anonymize", METHOD, trips, "out.csv", "--record", "r.json", status=2).stderr
    assert told == "Error: No space left on device: out.csv.\n"
    assert files() == [trips]


# --- streams


def test_stdin_and_stdout(trips: str, run: Run) -> None:
    words = ("anonymize", METHOD, "-", "-", "--certificate", "c.json", "--seed", "1")
    done = run(*words, input=Path(trips).read_bytes())
    assert done.stdout.startswith("trajectory_id,timestamp,lat,lon\n")
    assert "Read      stdin: 40 trajectories" in done.stderr
    assert "wayveil verify - --certificate c.json" in done.stderr
    run("anonymize", METHOD, trips, "out.csv", "--seed", "1")
    assert Path("out.csv").read_bytes() == done.stdout_bytes
    assert (
        "All promises hold"
        in run("verify", "-", "--certificate", "c.json", input=done.stdout_bytes).stdout
    )


def test_parquet_through_streams(trips: str, run: Run) -> None:
    words = ("--certificate", "c.json", "--format", "parquet")
    done = run("anonymize", METHOD, trips, "-", *words)
    assert done.stdout_bytes[:4] == b"PAR1"
    run("verify", "-", *words, input=done.stdout_bytes)


# --- dry runs


def test_a_dry_run_writes_nothing_and_tells_all(trips: str, run: Run) -> None:
    words = ("anonymize", METHOD, trips, "out.csv", "--record", "r.json", "--dry-run")
    told = run(*words).stdout
    assert files() == [trips]
    assert "40 trajectories, 260 points, 10 users" in told
    assert "Protects  people" in told
    assert "tile_centres (verified): Places are published as tile centres" in told
    assert "against anyone who wants to know where within a tile" in told
    assert all(f" {path}\n" in told for path in ("out.csv", "out.csv.certificate.json", "r.json"))
    assert "tried on 40 of 40 trajectories" in told
    assert told.endswith("Nothing was written.\n")


def test_a_dry_run_as_json(trips: str, run_json: RunJson) -> None:
    got = run_json("anonymize", METHOD, trips, "out.csv", "--dry-run")
    assert got["dry_run"]
    assert got["expected"]["seconds"] > 0
    assert got["expected"]["bytes"] > 260 * 24
    assert [claim["name"] for claim in got["claims"]] == ["no_identifiers", "tile_centres"]
    assert files() == [trips]


def test_a_dry_run_of_a_stream_writes_no_data(trips: str, run: Run) -> None:
    done = run("anonymize", METHOD, trips, "-", "--certificate", "c.json", "--dry-run")
    assert "timestamp,lat" not in done.stdout
    assert "Nothing was written." in done.stdout


def test_a_dry_run_finds_out_what_cannot_work(plug_in: Path, trips: str, run: Run) -> None:
    words = ("anonymize", "failing", trips, "out.csv", "--how", "infeasible", "--dry-run")
    assert "fewer than 999 people" in run(*words, status=4).stderr


# --- recipes


def test_a_saved_recipe_repeats_the_job(trips: str, run: Run) -> None:
    words = ("--tile-size", "800", "--seed", "3", "--tz", "UTC", "--save-recipe", "job.json")
    run("anonymize", METHOD, trips, "out.csv", *words)
    first = Path("out.csv").read_bytes()
    assert json.loads(Path("job.json").read_text())["task"] == "anonymize"
    run("anonymize", "-f", "job.json", "--force")
    assert Path("out.csv").read_bytes() == first


def test_flags_override_a_file(trips: str, run: Run, run_json: RunJson) -> None:
    method = {"name": METHOD, "params": {"tile_size": 800, "overlapping_strategy": "one"}}
    job = {
        "schema": 1, "input": "nowhere.csv", "output": "a.csv", "method": method, "seed": 3,
        "filters": [{"name": "min_locations", "params": {"points": 5}}],
        "columns": {"time": "timestamp"},
    }  # fmt: skip
    Path("job.json").write_text(json.dumps(job))
    got = run_json(
        "anonymize", "-f", "job.json", trips, "b.csv", "--tile-size", "300", "--seed", "4",
        "--columns", "user=user_id", "--unit", "trajectory",
    )  # fmt: skip
    assert got["recipe"]["method"]["params"] == {"tile_size": 300, "overlapping_strategy": "one"}
    assert got["recipe"]["filters"][0]["params"] == {"points": 5}
    assert got["removed"][0]["cause"] == "fewer than 5 points"
    assert got["files"]["release"] == "b.csv"
    assert got["unit"] == "trajectory"
    assert "nowhere.csv" in run("anonymize", "-f", "job.json", status=2).stderr
    assert "neither" in run("anonymize", "-f", "job.json", trips, status=2).stderr


def test_a_method_may_replace_that_of_a_file(plug_in: Path, trips: str, run_json: RunJson) -> None:
    job = {"schema": 1, "input": trips, "output": "a.csv", "method": METHOD}
    Path("job.json").write_text(json.dumps(job))
    assert run_json("anonymize", "-f", "job.json")["recipe"]["method"]["name"] == METHOD
    got = run_json("anonymize", "-f", "job.json", "blur", trips, "b.csv", "--pause", "9")
    assert got["recipe"]["method"]["params"]["pause"] == 9


def test_a_file_for_another_command_is_refused(trips: str, run: Run) -> None:
    job = {"schema": 1, "task": "filter", "input": trips, "output": "a.csv", "filters": []}
    Path("job.json").write_text(json.dumps(job))
    assert "`wayveil filter`" in run("anonymize", "-f", "job.json", status=2).stderr
    Path("job.json").write_text("[1]")
    assert "not a recipe" in run("anonymize", "-f", "job.json", status=2).stderr
    Path("job.json").write_text("{")
    assert "not JSON" in run("anonymize", "-f", "job.json", status=2).stderr
    assert "no file" in run("anonymize", "-f", "jab.json", status=2).stderr
