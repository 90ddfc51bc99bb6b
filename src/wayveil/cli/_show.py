"""What people and programs read: lines, tables, and one JSON document."""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import click

_LABEL: Final = 10


@dataclass
class Voice:
    """Who listens: a person, a program (`--json`), or nobody (`--quiet`)."""

    quiet: bool = False
    verbose: bool = False
    json: bool = False
    data_on_stdout: bool = False

    def keep_stdout_for_data(self) -> None:
        """Leave stdout to the data; words go to stderr."""
        if self.json:
            raise click.UsageError("--json and data both want stdout: name an output file.")
        self.data_on_stdout = True

    def show(self, document: Mapping[str, Any], *lines: str) -> None:
        """Show a result: a document to a program, lines to a person."""
        if self.json:
            click.echo(as_json({"schema": 1, **document}))
        else:
            self.say(*lines)

    def say(self, *lines: str) -> None:
        """Say something to a person."""
        if not (self.quiet or self.json):
            click.echo("\n".join(lines), err=self.data_on_stdout)

    def aside(self, *lines: str) -> None:
        """Say something beside the result, on stderr."""
        if lines and not self.quiet:
            click.echo("\n".join(lines), err=True)

    def detail(self, *lines: str) -> None:
        """Say something that only the curious want to know."""
        if self.verbose:
            self.aside(*lines)

    def table(self, head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
        """Lay out a table: fitted to a terminal, else plain and aligned."""
        texts = [[_text(cell) for cell in row] for row in rows]
        stream = sys.stderr if self.data_on_stdout else sys.stdout
        return _fitted(head, texts) if stream.isatty() else aligned([head, *texts])


def the_voice() -> Voice:
    """Give the voice of the command that runs."""
    return click.get_current_context().ensure_object(Voice)


def labelled(pairs: Iterable[tuple[str, object]]) -> list[str]:
    """Write `Label     text` lines; a label is written once for the lines that follow it."""
    lines, last = [], ""
    for label, text in pairs:
        shown, last = ("" if label == last else label), label
        lines.append(f"{shown:<{_LABEL}}{text}".rstrip())
    return lines


def aligned(rows: Sequence[Sequence[str]]) -> str:
    """Align columns with spaces."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ("  ".join(c.ljust(w) for c, w in zip(row, widths, strict=True)) for row in rows)
    return "\n".join(line.rstrip() for line in lines)


def _fitted(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(*head, box=None, pad_edge=False, header_style="bold")
    for row in rows:
        table.add_row(*(Text(cell, _STYLES.get(cell, "")) for cell in row))
    console = Console()
    with console.capture() as capture:
        console.print(table)
    return capture.get().rstrip("\n")


_STYLES: Final = {"yes": "green", "no": "bold red", "needs record": "yellow"}


def as_json(value: Any) -> str:
    """Write values as JSON."""
    return json.dumps(finite(value), indent=2, allow_nan=False)


def finite(value: Any) -> Any:
    """Make values plain; what is no number becomes null."""
    if isinstance(value, Mapping):
        return {str(name): finite(inner) for name, inner in value.items()}
    if isinstance(value, list | tuple):
        return [finite(inner) for inner in value]
    if hasattr(value, "item"):
        value = value.item()
    return None if isinstance(value, float) and not math.isfinite(value) else value


def _text(cell: object) -> str:
    if cell is None:
        return ""
    if isinstance(cell, float):
        return f"{cell:,.6g}"
    return f"{cell:,}" if isinstance(cell, int) and not isinstance(cell, bool) else str(cell)


def counted(number: int, thing: str) -> str:
    """Write a number of things.

    >>> counted(1, "point"), counted(1200, "point"), counted(2, "trajectory")
    ('1 point', '1,200 points', '2 trajectories')
    """
    plural = f"{thing[:-1]}ies" if thing.endswith("y") else f"{thing}s"
    return f"{number:,} {thing if number == 1 else plural}"


def size(n_bytes: float) -> str:
    """Write an amount of memory for people.

    >>> size(900), size(2_500_000), size(3.2e9)
    ('1 MB', '3 MB', '3.2 GB')
    """
    return f"{n_bytes / 1e9:.1f} GB" if n_bytes >= 1e9 else f"{max(1, math.ceil(n_bytes / 1e6))} MB"
