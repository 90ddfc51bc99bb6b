"""`wayveil advise`."""

from __future__ import annotations

import json
import runpy
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import wayveil
from tests.cli.conftest import Run, files
from wayveil.advice import knowledge
from wayveil.advice.knowledge import ATTACKERS, PURPOSES
from wayveil.cli import advise as command
from wayveil.contract.tables import ordinary

RunJson = Callable[..., Any]
WORDS = (
    "Who ", "Unique ", "rmse_all", "Proposes ", "Because ", "Measured, not promised", "Promises ",
    "Tried ", "Not tried", "Next      wayveil anonymize -f recipe.json",
)  # fmt: skip


@pytest.fixture
def walks(here: Path) -> str:
    wayveil.write(ordinary(), "walks.csv")
    return "walks.csv"


@pytest.fixture
def few_methods(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two methods are enough to choose from."""
    methods = ({"name": "microaggregation", "vary": {"k": [2, 6]}}, {"name": "swapmob"})
    rows = tuple(
        replace(row, candidates=methods) if row.publishes == "trajectories" else row
        for row in PURPOSES
    )
    monkeypatch.setattr(knowledge, "PURPOSES", rows)


@pytest.mark.usefixtures("few_methods")
def test_the_recipe_runs_and_verifies(walks: str, run: Run) -> None:
    told = run("advise", walks, "--for", "tracks", "--against", "rival").stdout
    for word in WORDS:
        assert word in told
    assert "trip-" not in told
    assert "person-" not in told
    assert files() == ["recipe.json", "recipe.py", walks]
    run("anonymize", "-f", "recipe.json")
    papers = ("--record", "recipe-record.json", "--original", walks, "--strict")
    run("verify", "recipe-release.csv", *papers)


@pytest.mark.usefixtures("few_methods")
def test_the_script_runs_and_does_the_same(walks: str, run: Run, run_json: RunJson) -> None:
    shown = run_json("advise", walks, "--for", "speeds", "--against", "stranger", "-o", "a.json")
    assert shown["files"] == {"recipe": "a.json", "script": "a.py"}
    assert json.loads(Path("a.json").read_text())["method"] == shown["method"]
    runpy.run_path("a.py")
    papers = json.loads(Path("a-release.csv.certificate.json").read_text())
    assert papers["recipe"]["method"] == shown["method"]
    run("verify", "a-release.csv", "--record", "a-record.json", "--original", walks, "--strict")


def test_counts_run_and_verify(walks: str, run: Run) -> None:
    told = run("advise", walks, "--for", "heatmap", "--against", "stranger").stdout
    assert "no trip is published" in told
    assert "Next      wayveil analysis -f recipe.json" in told
    run("analysis", "-f", "recipe.json")
    run("verify", "recipe-release.geojson", "--record", "recipe-record.json", "--original", walks)
    for path in Path().glob("recipe-*"):
        path.unlink()
    runpy.run_path("recipe.py")
    run("verify", "recipe-release.geojson")


def test_a_person_is_asked(walks: str, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "_at_terminal", lambda: True)
    told = run("advise", walks, input=b"heatmap\nstranger\n").stdout
    assert all(row.meaning in told for row in (*PURPOSES, *ATTACKERS))
    assert "For       heatmap" in told
    assert "Against   stranger" in told


def test_nobody_is_asked_where_nobody_can_answer(walks: str, run: Run) -> None:
    told = run("advise", walks, status=2).stderr
    assert "--for" in told
    assert all(row.meaning in told for row in PURPOSES)
    told = run("advise", walks, "--for", "od", status=2).stderr
    assert "--against" in told
    assert all(row.meaning in told for row in ATTACKERS)
    assert files() == [walks]


def test_what_is_wrong_is_said(walks: str, trips: str, run: Run) -> None:
    both = ("--for", "od", "--against", "stranger")
    assert "no such purpose" in run("advise", walks, "--for", "all", status=2).stderr
    assert "needs the name" in run("advise", "-", *both, status=2).stderr
    assert "10 people" in run("advise", trips, *both, status=4).stderr
    assert "risk is a share" in run("advise", walks, *both, "--risk", "0", status=2).stderr
    Path("recipe.py").write_text("mine")
    assert "recipe.py" in run("advise", walks, *both, status=2).stderr
    assert Path("recipe.py").read_text() == "mine"


def test_help_explains_every_word(run: Run) -> None:
    told = " ".join(run("advise", "--help").stdout.split())
    assert all(row.meaning in told for row in (*PURPOSES, *ATTACKERS))
