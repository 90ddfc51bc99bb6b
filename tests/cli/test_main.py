"""The program as a whole: help, flags, start-up, completion."""

from __future__ import annotations

import subprocess
import sys

import click
import pytest

import wayveil as package
from tests.cli.conftest import Run
from wayveil.cli import COMMANDS, wayveil
from wayveil.cli._options import FieldOption
from wayveil.kinds import Anonymizer, Synth

HEAVY = ("numpy", "polars", "pydantic", "numba", "rich", "scipy")


@pytest.mark.parametrize("words", ["--help", "-h", "--version", ""])
def test_help_loads_nothing_heavy(words: str) -> None:
    code = (
        "import sys; from wayveil.cli import main\n"
        "try: main()\n"
        f"finally: print([m for m in {HEAVY} if m in sys.modules], file=sys.stderr)"
    )
    command = [sys.executable, "-c", code, *words.split()]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr.strip()) == (0, "[]")
    assert "Usage: wayveil" in done.stdout or done.stdout.startswith("wayveil ")


def test_the_help_names_every_command(run: Run) -> None:
    told = run("--help").stdout
    assert all(f"\n  {name} " in told for name in COMMANDS)
    assert run().stdout == told


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_is_what_the_table_says(name: str) -> None:
    command = COMMANDS[name].load()
    assert command.name == name
    assert (command.help or "").splitlines()[0] == COMMANDS[name].sentence


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_the_global_flags(name: str, run: Run) -> None:
    told = run(name, "-h").stdout
    assert all(flag in told for flag in ("--quiet", "--verbose", "--version", "-h, --help"))
    assert run(name, "--version").stdout == f"wayveil {package.__version__}\n"


def test_no_parameter_of_a_part_hides_a_flag() -> None:
    for part, name in ((Anonymizer, "anonymize"), (Synth, "synth")):
        command = COMMANDS[name].load()
        own = {flag for each in command.params for flag in each.opts}
        for known in part.names():
            fields = part.load(known).model_fields
            assert not own & {f"--{field.replace('_', '-')}" for field in fields}


def test_global_flags_stand_before_and_after(trips: str, run: Run) -> None:
    words = ("anonymize", "simple_generalization", trips)
    assert run("--quiet", *words, "a.csv").output == ""
    assert run(*words, "b.csv", "-q").output == ""
    assert "Took " in run("-v", *words, "c.csv").stderr
    assert "Took " in run(*words, "d.csv", "--verbose").stderr
    assert "Took " not in run(*words, "e.csv").output


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        (["anonymise"], "'anonymize'"),
        (["show", "simple_generalisation"], "'simple_generalization'"),
        (["parts", "methds"], "'methods'"),
        (["anonymize", "simple_generalisation", "a", "b"], "'simple_generalization'"),
        (["anonymize", "simple_generalization", "a", "b", "--tile-sise", "3"], "'--tile-size'"),
        (
            ["measures", "trips.csv", "trips.csv", "-m", "trajectory_removed"],
            "trajectories_removed",
        ),
    ],
)
def test_a_slip_gets_the_right_word(words: list[str], meant: str, trips: str, run: Run) -> None:
    told = run(*words, status=2).stderr
    assert told.startswith("Error: ")
    assert "Did you mean" in told.splitlines()[1]
    assert meant in told


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_prints_a_script(shell: str, run: Run) -> None:
    assert "_WAYVEIL_COMPLETE" in run("completion", shell).stdout


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("wayveil anon", "anonymize"),
        ("wayveil anonymize simp", "simple_generalization"),
        ("wayveil anonymize simple_generalization a b --til", "--tile-size"),
        ("wayveil anonymize simple_generalization a b --overlapping-strategy o", "one"),
        ("wayveil measures a b -m traj", "trajectories_removed"),
        ("wayveil filter a b --max", "--max-speed"),
        ("wayveil parts me", "methods"),
        ("wayveil synth --kind ci", "city"),
        ("wayveil anonymize nonsense a b --see", "--seed"),
    ],
)
def test_words_are_completed(
    typed: str, offered: str, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("_WAYVEIL_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_WORDS", typed)
    monkeypatch.setenv("COMP_CWORD", str(len(typed.split()) - 1))
    assert f"plain,{offered}\n" in run().stdout


def test_options_come_from_the_fields_of_the_part(run: Run) -> None:
    told = " ".join(run("anonymize", "simple_generalization", "--help").stdout.split())
    assert "--tile-size METRES" in told
    assert "Side of a square tile. [in metres; default: 500; 1 to 1,000,000]" in told
    assert "--overlapping-strategy [all|one]" in told
    assert "Methods:" not in told
    assert "simple_generalization" in run("anonymize", "--help").stdout.partition("Methods: ")[2]


def test_field_options_are_only_made_for_parts() -> None:
    ctx = click.Context(wayveil)
    assert not any(isinstance(option, FieldOption) for option in wayveil.get_params(ctx))
