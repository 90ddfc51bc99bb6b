"""A group of commands, each of which is imported only when it is used."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Final, NoReturn

import click
from click.shell_completion import shell_complete

from wayveil import clock
from wayveil.cli._faults import told
from wayveil.cli._show import Voice

PROGRAM: Final = "wayveil"
COMPLETE: Final = "_WAYVEIL_COMPLETE"


@dataclass(frozen=True)
class Home:
    """Where a command lives, as `module:name`, and what it does in one sentence."""

    place: str
    sentence: str

    def load(self) -> click.Command:
        """Import the command."""
        module, _, name = self.place.partition(":")
        command: click.Command = getattr(import_module(module), name)
        return command


class LazyGroup(click.Group):
    """Lists commands from a table, and loads the one that is called."""

    def __init__(self, *, homes: Mapping[str, Home], **settings: Any) -> None:
        stubs = {name: click.Command(name, help=home.sentence) for name, home in homes.items()}
        super().__init__(**settings, commands=stubs)
        self._homes = homes

    def list_commands(self, ctx: click.Context) -> list[str]:
        """List the commands in the order of the table."""
        return list(self.commands)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the table."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, home.sentence) for name, home in self._homes.items()])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command that the arguments call, and load it."""
        name, stub, rest = super().resolve_command(ctx, args)
        return name, self._homes[name].load() if name else stub, rest

    def main(  # type: ignore[override]
        self, args: Sequence[str] | None = None, prog_name: str | None = None, **extra: Any
    ) -> NoReturn:
        """Run, tell what went wrong if something did, and exit with its status."""
        if asked := os.environ.get(COMPLETE):
            sys.exit(shell_complete(self, extra, PROGRAM, COMPLETE, asked))
        voice, start = Voice(), time.perf_counter()
        try:
            arguments = list(sys.argv[1:] if args is None else args)
            with self.make_context(PROGRAM, arguments, obj=voice) as ctx:
                self.invoke(ctx)
            sys.stdout.flush()
            voice.detail(f"Took {clock.duration(time.perf_counter() - start)}.")
        except BaseException as error:
            sys.exit(told(error, voice))
        sys.exit(0)
