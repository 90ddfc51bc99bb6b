"""A package of strangers' parts, one of each kind, is installed as they would, and found."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from wayveil.catalogue import FOLDERS

PACKAGE = Path(__file__).with_name("wayveil-harbour")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Install the package by pip into a folder of its own, without a network."""
    folder = tmp_path_factory.mktemp("site")
    how = ["--no-deps", "--no-index", "--no-build-isolation", "--no-compile", "--quiet"]
    command = [sys.executable, "-m", "pip", "install", *how, "--target", str(folder), str(PACKAGE)]
    subprocess.run(command, check=True, capture_output=True, text=True)
    return folder


def run(site: Path, *words: str) -> str:
    env = {**os.environ, "PYTHONPATH": str(site)}
    done = subprocess.run(
        [sys.executable, *words], env=env, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr
    return done.stdout


def test_it_has_one_part_of_each_kind_and_all_are_found(site: Path) -> None:
    found = json.loads(run(site, "-m", "wayveil", "parts", "--json"))["parts"]
    files = {
        (path.parent.name, path.stem)
        for path in (PACKAGE / "src" / "harbour").glob("*/*.py")
        if not path.stem.startswith("_")
    }
    assert {folder for folder, _ in files} == set(FOLDERS)
    listed = {(part["kind"], part["name"]) for part in found}
    assert {(FOLDERS[folder], name) for folder, name in files} <= listed


def test_all_pass_the_contract(site: Path) -> None:
    passed, failed = run(site, "-m", "wayveil.contract", "harbour").split(", ")
    assert int(passed.split()[0]) >= 8 * len(FOLDERS)
    assert failed == "0 failed\n"


def test_they_work_together_on_the_command_line(site: Path, tmp_path: Path) -> None:
    ships, out = str(tmp_path / "ships.csv"), str(tmp_path / "out.csv")
    run(site, "-m", "wayveil", "synth", ships, "--kind", "regatta", "--ships", "8", "--seed", "1")
    run(site, "-m", "wayveil", "anonymize", "fog", ships, out, "--watch", "1h")
    told = run(site, "-m", "wayveil", "verify", out, "--original", ships)
    assert re.search(r"no_stowaways +yes +8 +8", told)
    told = run(site, "-m", "wayveil", "measures", ships, out, "-m", "fleet_size")
    assert re.search(r"fleet_size +1 +1 +share of ships +8", told)
    assert "Length of a watch" in run(site, "-m", "wayveil", "show", "fog")


def test_ours_can_be_built_from_theirs(site: Path, tmp_path: Path) -> None:
    ships, out = str(tmp_path / "ships.csv"), str(tmp_path / "out.csv")
    run(site, "-m", "wayveil", "synth", ships, "--kind", "regatta", "--seed", "1")
    parts = ["--clustering-method", "convoy", "--aggregation-method", "flagship", "--k", "4"]
    run(site, "-m", "wayveil", "anonymize", "microaggregation", ships, out, *parts)
    run(site, "-m", "wayveil", "verify", out)


def test_their_pages_are_written_too(site: Path) -> None:
    docs = Path(__file__).parents[2] / "docs"
    code = "import part_pages; print(*(text for _, text in part_pages.pages('harbour')))"
    env = {**os.environ, "PYTHONPATH": f"{site}{os.pathsep}{docs}"}
    done = subprocess.run(
        [sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True
    )
    assert "# fog\n\nRound times down to whole watches" in done.stdout
