from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.cli.conftest import Run

RunJson = Callable[..., Any]


def moved(path: str) -> None:
    """Add 1e-7 degrees to one coordinate."""
    lines = Path(path).read_text().splitlines()
    id, time, lat, lon = lines[5].split(",")
    lines[5] = f"{id},{time},{float(lat) + 1e-7:.7f},{lon}"
    Path(path).write_text("\n".join(lines) + "\n")


def test_a_stranger_checks_what_a_stranger_can(release: str, run: Run) -> None:
    told = run("verify", release).stdout.splitlines()
    assert told[0].split() == ["check", "verdict", "asked", "found", "note"]
    assert told[1].split() == ["digest", "yes"]
    assert "All promises hold, as far as could be checked: 1 needs the record." in told
    assert told[-1].startswith("The digest is not signed")


def test_the_holder_of_the_record_checks_all(release: str, trips: str, run: Run) -> None:
    words = ("--record", "record.json", "--original", trips, "--strict")
    assert "All promises hold.\n" in run("verify", release, *words).stdout


def test_strict_fails_on_what_could_not_be_checked(release: str, run: Run) -> None:
    assert "1 needs the record" in run("verify", release, "--strict", status=3).stdout


def test_a_moved_point_is_found(release: str, run: Run, run_json: RunJson) -> None:
    moved(release)
    told = run("verify", release, status=3).stdout
    assert "2 checks do not hold: digest, tile_centres." in told
    got = run_json("verify", release, status=3)
    assert not got["holds"]
    assert [c["name"] for c in got["checks"] if c["answer"] == "no"] == ["digest", "tile_centres"]


def test_json(release: str, run_json: RunJson) -> None:
    got = run_json("verify", release)
    assert (got["schema"], got["holds"], got["complete"]) == (1, True, False)
    assert got["unit"] == "user"
    assert set(got["checks"][0]) == {"name", "promise", "answer", "asked", "found", "note"}


def test_the_original_is_read_with_the_flags(release: str, trips: str, run: Run) -> None:
    text = Path(trips).read_text().replace(",lat,lon,", ",Breite,Laenge,")
    Path("other.csv").write_text(text)
    words = ("verify", release, "--record", "record.json", "--original", "other.csv")
    assert "no column for lat and lon" in run(*words, status=2).stderr
    run(*words, "--columns", "lat=Breite,lon=Laenge", "--strict")


def test_another_original_is_noticed(release: str, trips: str, run: Run) -> None:
    lines = Path(trips).read_text().splitlines()
    Path("other.csv").write_text("\n".join(lines[:-1]) + "\n")
    words = ("--record", "record.json", "--original", "other.csv")
    assert "1 check does not hold: original." in run("verify", release, *words, status=3).stdout


def test_rows_of_the_original_that_were_left_out_are_told(
    release: str, trips: str, run: Run
) -> None:
    with Path(trips).open("a") as file:
        file.write("t1,u1,nonsense,41,4,1\n")
    words = ("--record", "record.json", "--original", trips, "--skip-bad-rows")
    assert "left out 1 row" in run("verify", release, *words).stderr


def test_missing_papers_are_named(release: str, trips: str, run: Run) -> None:
    assert "trips.csv.certificate.json" in run("verify", trips, status=2).stderr
    told = run("verify", "-", status=2, input=Path(release).read_bytes()).stderr
    assert "--certificate FILE" in told
    told = run("verify", release, "--record", "out.csv.certificate.json", status=2).stderr
    assert "not a record" in told
    assert "no file" in run("verify", "outt.csv", status=2).stderr


def test_a_release_may_come_through_stdin(release: str, run: Run) -> None:
    words = ("--certificate", "out.csv.certificate.json")
    run("verify", "-", *words, input=Path(release).read_bytes())
    told = run("verify", "-", "--original", "-", *words, status=2).stderr
    assert "only one input can be stdin" in told


def test_a_foreign_claim_in_a_certificate_is_told(release: str, run: Run) -> None:
    papers = Path("out.csv.certificate.json")
    value = json.loads(papers.read_text())
    value["claims"][1]["name"] = "of_another_plug_in"
    papers.write_text(json.dumps(value))
    assert "no claim called 'of_another_plug_in'" in run("verify", release, status=2).stderr
