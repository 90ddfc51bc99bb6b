"""What goes wrong: exit statuses, words that give nothing away, and nothing left half-written."""

from __future__ import annotations

import os
import pty
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import HEADER, Run, files, rows, start
from wayveil.cli._faults import told
from wayveil.cli._show import Voice

METHOD = "simple_generalization"
POISON = "48.1234567"
RunJson = Callable[..., Any]


@pytest.mark.parametrize(
    ("how", "status", "words"),
    [
        ("not", 0, ""),
        ("infeasible", 4, "there are fewer than 999 people.\nAsk for less."),
        ("broken", 3, "k_anonymous: asked 999"),
        ("fault", 1, "internal error: ValueError at wayveil.run:"),
    ],
)
def test_statuses(how: str, status: int, words: str, plug_in: Path, trips: str, run: Run) -> None:
    before = files()
    done = run("anonymize", "failing", trips, "o.csv", "--how", how, "--record", "r", status=status)
    assert words in done.stderr
    if status:
        assert done.stdout == ""
        assert files() == before


def test_statuses_of_a_process(trips: str, release: str) -> None:
    for words, status in ((["parts"], 0), (["part"], 2), (["verify", release, "--strict"], 3)):
        process = start(*words)
        process.communicate(timeout=30)
        assert process.returncode == status


# --- no value of a row in any message


@pytest.fixture
def poisoned(here: Path) -> str:
    table = [HEADER, *rows(5), f"POISON,POISON,2026-03-01T10:00:00,{POISON}x,{POISON},1"]
    table += [f"POISON,POISON,POISON,{POISON},-{POISON}9,1", f"POISON,,2026,{POISON},4,1,1,1"]
    Path("bad.csv").write_text("\n".join(table))
    return "bad.csv"


@pytest.mark.parametrize(
    "words",
    [
        ["anonymize", METHOD, "bad.csv", "o.csv"],
        ["anonymize", METHOD, "bad.csv", "o.csv", "--dry-run"],
        ["anonymize", METHOD, "bad.csv", "o.csv", "--columns", "time=lat"],
        ["filter", "bad.csv", "o.csv", "--min-locations", "3"],
        ["convert", "bad.csv", "o.csv"],
        ["measures", "bad.csv", "bad.csv"],
        ["verify", "bad.csv", "--certificate", "bad.csv"],
        ["verify", "bad.csv", "--certificate", "papers.json"],
        ["anonymize", "-f", "bad.csv"],
        ["anonymize", "-f", "papers.json"],
        ["measures", "-f", "papers.json"],
        ["measures", "bad.csv", "bad.csv", "--record", "papers.json", "--skip-bad-rows"],
    ],
)
def test_bad_data_is_not_quoted(words: list[str], poisoned: str, run: Run) -> None:
    Path("papers.json").write_text(f'{{"schema": 1, "input": [{POISON}], "seed": "{POISON}"}}')
    output = run(*words, "--verbose", status=2).output
    assert "POISON" not in output
    assert POISON not in output


def test_good_rows_are_not_quoted_either(poisoned: str, run: Run) -> None:
    told = run("anonymize", METHOD, poisoned, "o.csv", "--skip-bad-rows", "-v").output
    assert "POISON" not in told
    assert POISON not in told


def test_an_exception_of_ours_is_not_quoted(plug_in: Path, here: Path, run: Run) -> None:
    row = f"POISON,POISON,2026-03-01T10:00:00,{POISON},{POISON},1"
    Path("good.csv").write_text(f"{HEADER}\n{row}\n")
    words = ("anonymize", "failing", "good.csv", "o.csv", "--how", "fault")
    short = run(*words, status=1).stderr
    assert len(short.splitlines()) == 2
    long = run(*words, "--verbose", status=1).stderr
    assert "wayveil.run:" in long
    assert "wv_cli_plug.methods.failing:" in long
    assert POISON not in short + long
    assert "POISON" not in short + long


def test_a_file_that_cannot_be_opened_is_no_fault_of_ours(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert told(PermissionError(13, "Permission denied", "x.csv"), Voice()) == 2
    assert capsys.readouterr().err == "Error: Permission denied: x.csv.\n"
    assert told(OSError("poison"), Voice()) == 1
    assert "poison" not in capsys.readouterr().err


# --- interrupted, and pipes


def test_ctrl_c_in_the_middle_of_work_leaves_nothing(
    plug_in: Path, trips: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WV_STARTED", "started")
    monkeypatch.setenv("WV_STEPS", "400")
    process = start("anonymize", "failing", trips, "o.csv", "--how", "slow", "--record", "r.json")
    for _ in range(400):
        if Path("started").exists():
            break
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    out, errors = process.communicate(timeout=20)
    assert (process.returncode, out, errors) == (130, b"", b"Interrupted.\n")
    assert files() == ["started", trips]


def test_ctrl_c_while_writing_leaves_nothing(
    trips: str, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*args: object, **settings: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(sys.modules["wayveil.io.writing"], "_write", interrupted)
    words = ("anonymize", METHOD, trips, "o.csv", "--record", "r.json")
    assert run(*words, status=130).stderr == "Interrupted.\n"
    assert files() == [trips]


@pytest.mark.parametrize("words", [["parts"], ["synth", "-", "--trajectories", "300"], ["--help"]])
def test_a_closed_pipe_ends_quietly(words: list[str]) -> None:
    process = start(*words)
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    assert process.stderr.read() == b""
    assert process.wait(timeout=30) == 141
    process.stderr.close()


def test_real_pipes(trips: str) -> None:
    first = start("anonymize", METHOD, "-", "-", "--certificate", "c.json", stdin=subprocess.PIPE)
    data, _ = first.communicate(Path(trips).read_bytes(), timeout=30)
    second = start("verify", "-", "--certificate", "c.json", stdin=subprocess.PIPE)
    out, _ = second.communicate(data, timeout=30)
    assert (first.returncode, second.returncode) == (0, 0)
    assert b"All promises hold" in out


# --- terminals


def on_terminal(*words: str) -> str:
    """Run with a terminal for stdout and stderr."""
    ours, theirs = pty.openpty()
    process = start(*words, stdout=theirs, stderr=theirs)
    os.close(theirs)
    seen = b""
    try:
        while block := os.read(ours, 65_536):
            seen += block
    except OSError:  # the other side is closed
        pass
    os.close(ours)
    assert process.wait(timeout=30) == 0
    return seen.decode()


def test_a_terminal_gets_a_bar_for_long_work(
    plug_in: Path, trips: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("WV_STARTED", "started")
    monkeypatch.setenv("WV_STEPS", "20")
    words = ("anonymize", "failing", trips, "--how", "slow", "--force")
    assert "dawdling" in on_terminal(*words, "o.csv")
    monkeypatch.setenv("WV_STEPS", "14")
    assert on_terminal(*words, "o.csv", "--quiet") == ""


def test_a_terminal_gets_colours_unless_it_wants_none(
    release: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", "xterm")
    assert "\x1b[" in on_terminal("verify", release)
    monkeypatch.setenv("NO_COLOR", "1")
    plain = on_terminal("verify", release)
    assert "\x1b[3" not in plain
    assert "digest" in plain


def test_a_pipe_gets_no_colours(release: str, run: Run) -> None:
    assert "\x1b" not in run("verify", release).output
