"""`wayveil compare`."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from tests.cli.conftest import Run, files

RunJson = Callable[..., Any]
NAMES = "simple_generalization,microaggregation"
FEW = ("--measures", "rmse", "--measures", "record_linkage", "-o", "out")


def test_names_and_values(trips: str, run: Run) -> None:
    told = run("compare", trips, "--methods", NAMES, "--vary", "k=2,3", *FEW).stdout
    lines = told.splitlines()
    assert lines[0].split()[:3] == ["method", "rmse", "record_linkage"]
    assert [line.split("  ")[0] for line in lines[1:4]] == [
        "simple_generalization", "microaggregation k=2", "microaggregation k=3",
    ]  # fmt: skip
    assert lines[-1] == "Wrote out"
    assert lines[-2].startswith(("Worth a choice", "Nothing beats"))
    assert files("out") == ["front.svg", "runs", "table.csv", "table.json"]
    assert len(files("out/runs")) == 6
    assert ElementTree.parse("out/front.svg").getroot().tag.endswith("svg")


def test_a_recipe_and_json(trips: str, run_json: RunJson) -> None:
    job = {
        "schema": 1, "task": "compare", "input": trips, "output": "out", "unit": "user",
        "methods": [{"name": "microaggregation", "vary": {"k": [2, 3]}}, "simple_generalization"],
        "measures": ["rmse", "record_linkage"], "attacks": [], "holdout": 0.2,
    }  # fmt: skip
    Path("job.json").write_text(json.dumps(job))
    shown = run_json("compare", "--methods", "job.json")
    assert json.loads(Path("out/table.json").read_text()) == shown
    assert [each["label"] for each in shown["runs"]] == [
        "microaggregation k=2", "microaggregation k=3", "simple_generalization",
    ]  # fmt: skip
    assert shown["runs"][0]["attacks"] == []
    assert set(shown["front"]) | set(shown["beaten"]) == {each["label"] for each in shown["runs"]}
    head, *rows = csv.reader(Path("out/table.csv").read_text().splitlines())
    values = [dict(zip(head[1:], map(float, row[1:]), strict=True)) for row in rows]
    assert values == [each["values"] for each in shown["runs"]]


def test_what_failed_is_said(trips: str, run: Run) -> None:
    told = run("compare", trips, "--methods", "microaggregation", "--vary", "k=2,999", *FEW).stdout
    assert "microaggregation k=999: there are 10 users, fewer than k = 999." in told
    told = run("compare", trips, "--methods", "microaggregation", "--vary", "k=999", *FEW).stdout
    assert "nothing can be set against another" in told


def test_what_is_wrong_is_said(trips: str, run: Run) -> None:
    for words, told in (
        (["--methods", "microagregation"], "microaggregation"),
        (["--methods", NAMES, "--vary", "k"], "k=3,5,10"),
        (["--methods", NAMES, "--vary", "k=1"], "k: should be"),
        (["--methods", NAMES, "--loss", "rmse", "--holdout", "2"], "less than"),
        (["--methods", "nowhere.json"], "nowhere.json"),
    ):
        assert told in run("compare", trips, *words, "-o", "out", status=2).stderr
    Path("empty.json").write_text("{}")
    assert "names no methods" in run("compare", trips, "--methods", "empty.json", status=2).stderr
    assert files() == ["empty.json", trips]
