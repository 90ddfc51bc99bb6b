"""The README's Python and its wayveil lines run, in order, in an empty folder."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
BLOCKS = re.findall(r"```(bash|python)\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)


def wayveil_lines() -> list[list[str]]:
    lines = [line for kind, text in BLOCKS if kind == "bash" for line in text.splitlines()]
    return [shlex.split(line, comments=True) for line in lines if line.startswith("wayveil ")]


def python_blocks() -> list[str]:
    return [text for kind, text in BLOCKS if kind == "python"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("readme")


def run(command: list[str], folder: Path) -> str:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_every_line_runs(folder: Path) -> None:
    assert len(wayveil_lines()) >= 5
    assert len(python_blocks()) == 1
    for words in wayveil_lines():
        run([sys.executable, "-m", "wayveil", *words[1:]], folder)
    out = run([sys.executable, "-c", python_blocks()[0]], folder)
    assert "k_anonymous yes" in out
    assert (folder / "shared.csv.certificate.json").exists()
    assert (folder / "from_python.parquet").exists()


def test_every_link_leads_somewhere() -> None:
    links = re.findall(r"\]\(([^)#]+)\)", (ROOT / "README.md").read_text())
    assert links
    assert [link for link in links if not (ROOT / link).exists()] == []


def test_the_test_command_is_the_one_that_ci_runs() -> None:
    commands = [text for kind, text in BLOCKS if kind == "bash" and "pytest" in text]
    ci = (ROOT / ".ci" / "run").read_text().splitlines()
    for part in commands[0].strip().split(" && "):
        assert any(line.endswith(part.removeprefix("pip install ")) for line in ci)
    assert os.access(ROOT / ".ci" / "run", os.X_OK)
