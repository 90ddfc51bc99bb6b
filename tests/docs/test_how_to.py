"""The how-to pages run as they stand, each from top to bottom in a folder of its own."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

PAGES = sorted((Path(__file__).parents[2] / "docs" / "how-to").glob("*.md"))
BLOCK = re.compile(r"```(bash|python)\n(.*?)```", re.DOTALL)


def blocks(page: Path) -> list[tuple[str, str]]:
    """The page's blocks of shell and of Python."""
    return BLOCK.findall(page.read_text("utf-8"))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_page_runs(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    session: dict[str, object] = {}
    for kind, block in blocks(page):
        if kind == "python":
            exec(compile(block, page.name, "exec"), session)
        else:
            for line in block.splitlines():
                run(shlex.split(line, comments=True))


def run(words: list[str]) -> None:
    assert words[0] == "wayveil"
    command = [sys.executable, "-m", *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_pages_are_found_and_have_something_to_run() -> None:
    runnable = [page.stem for page in PAGES if blocks(page)]
    assert set(runnable) == {page.stem for page in PAGES} - {"index"}
    assert len(runnable) >= 2
