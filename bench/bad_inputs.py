"""What bad inputs are told, and that their good neighbours pass: `python -m bench.bad_inputs`.

The inputs are those of the tests. Each is given to the command line as a file; a message that
repeats a value of it would end the run.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from click.testing import CliRunner
from tests.io.tables_of_text import POISON
from tests.io.test_refusals import CASES

from wayveil.cli import wayveil

Text = str | bytes


def main() -> None:
    print("| bad input | status | message | good neighbour |\n|---|---|---|---|")
    for name, (bad, how, _, good) in CASES.items():
        with tempfile.TemporaryDirectory() as folder:
            status, message = convert(Path(folder), bad, how)
            passed, _ = convert(Path(folder), good, {})
        assert (status, passed) == (2, 0), name
        assert not [value for value in POISON if value in message], name
        print(f"| {name} | {status} | {message} | read |")
    print(f"\n{len(CASES)} bad inputs refused, {len(CASES)} good neighbours read.")


def convert(folder: Path, text: Text, how: dict[str, Any]) -> tuple[int, str]:
    """Give the input to `wayveil convert`; its exit status, and the message in one line."""
    raw = text.encode() if isinstance(text, str) else text
    (folder / "input").write_bytes(raw)
    zipped = ".csv.gz" if raw.startswith(b"\x1f\x8b") else ".csv"
    path = (folder / "input").rename(folder / f"in{'.x' if 'format' in how else zipped}")
    words = ["convert", str(path), str(folder / "out.parquet"), "--force", *flags(how)]
    done = CliRunner().invoke(wayveil, words)
    told = done.stderr.removeprefix("Error: ").replace(f"{folder}/", "")
    return done.exit_code, " ".join(told.split()).replace("|", "\\|")


def flags(how: dict[str, Any]) -> list[str]:
    """Say on the command line what the test says in Python."""
    if "columns" in how:
        pairs = ",".join(f"{role}={name}" for role, name in how["columns"].items())
        return ["--columns", pairs]
    return [word for name, value in how.items() for word in (flag(name), str(value))]


def flag(name: str) -> str:
    return f"--{name.replace('_', '-')}"


if __name__ == "__main__":
    main()
