"""`wayveil attack`."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.cli.conftest import Run
from wayveil.kinds import Attack

RunJson = Callable[..., Any]
WORDS = ("--record", "record.json", "--seed", "1", "--points", "2")


def test_the_table_and_the_sentence(release: str, trips: str, run: Run) -> None:
    told = run("attack", "unicity", trips, release, *WORDS).stdout
    for line in ("the release ", "blind chance ", "the raw data ", "unicity (singling out): of 36"):
        assert f"\n{line}" in told
    assert "too little is known" in told


def test_json_and_a_file(release: str, trips: str, run: Run, run_json: RunJson) -> None:
    shown = run_json("attack", "unicity", trips, release, *WORDS, "-o", "found.json")
    assert json.loads(Path("found.json").read_text()) == shown
    (got,) = shown["attacks"]
    assert got["params"]["points"] == 2
    assert 0 <= got["success"]["low"] <= got["success"]["value"] <= got["success"]["high"] <= 1
    assert got["targets"] + got["left_out"] == 40
    assert got["control"] is None
    again = run("attack", "unicity", trips, release, *WORDS, "-o", "found.json", status=2)
    assert "exists" in again.stderr


def test_people_who_are_not_in_the_release(release: str, trips: str, run: Run) -> None:
    told = run("attack", "unicity", trips, release, *WORDS, "--control", trips).stdout
    assert "others (false)" in told
    assert "not in the release" in told


def test_help_names_the_attacks_and_their_parameters(run: Run) -> None:
    told = " ".join(run("attack", "--help").stdout.split())
    assert f"Attacks: {', '.join(Attack.names())}." in told
    assert "--interval SECONDS" in run("attack", "unicity", "--help").stdout


def test_what_is_wrong_is_said(trips: str, release: str, run: Run) -> None:
    assert "--record" in run("attack", "unicity", trips, release, status=2).stderr
    assert "unicity" in run("attack", "unicty", trips, release, status=2).stderr


def test_places_are_answered_beside_the_release_itself(
    release: str, trips: str, run: Run, run_json: RunJson
) -> None:
    words = ("attack", "reconstruction", trips, release, "--record", "record.json", "--seed", "1")
    told = run(*words, "--control", trips).stdout
    assert "\nthe release as it stands " in told
    assert "reconstruction (inference): of 40" in told
    assert "placed within 100 m" in told
    assert "not applicable" in told
    (got,) = run_json(*words)["attacks"]
    assert got["control"] is None
    assert got["raw"]["success"]["value"] == 1
    assert got["metres"]["mean_after"] >= 0
