"""What every command has: `--quiet`, `--verbose`, `--version`, and what many have."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import click

import wayveil
from wayveil.cli._show import Voice

Function = TypeVar("Function", bound=Callable[..., Any])


@cache
def global_flags() -> tuple[click.Option, ...]:
    """Make the flags that stand before or after a command's name."""
    return tuple(_global_flags())


def _global_flags() -> Iterator[click.Option]:
    yield _voice_flag("--quiet", "-q", help="Print nothing but errors.")
    yield _voice_flag("--verbose", "-v", help="Print notes, timings, and where a fault lies.")
    yield click.Option(
        ["--version"], is_flag=True, expose_value=False, is_eager=True, callback=_version,
        help="Print the version.",
    )  # fmt: skip


class Verb(click.Command):
    """A command with the global flags; its help names them last."""

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """Give its own parameters, then the global flags, then help."""
        *own, about = super().get_params(ctx)
        return [*own, *self.further(ctx), *global_flags(), about]

    def further(self, ctx: click.Context) -> list[click.Option]:
        """Give the options that depend on what stands on the command line."""
        return []


def json_flag(function: Function) -> Function:
    """Add `--json`."""
    flag = _voice_flag("--json", help="Print one JSON document, and all else on stderr.")
    return _with(function, flag)


def force_flag(function: Function) -> Function:
    """Add `--force`."""
    return click.option("--force", is_flag=True, help="Replace outputs that exist.")(function)


def certificate_flag(function: Function) -> Function:
    """Add `--certificate`, for releases that come or go without a name."""
    return click.option(
        "--certificate",
        type=path_type(),
        help="Place of the certificate, where the release is - (stdin or stdout).",
    )(function)


def path_type() -> click.Path:
    """Take a path; whether it fits is found out by the one who opens it."""
    return click.Path(path_type=Path)


def _voice_flag(*names: str, help: str) -> click.Option:
    def remember(ctx: click.Context, option: click.Parameter, value: bool) -> None:
        if value and option.name:
            setattr(ctx.ensure_object(Voice), option.name, True)

    return click.Option(
        names, is_flag=True, expose_value=False, is_eager=True, callback=remember, help=help
    )


def _with(function: Function, option: click.Option) -> Function:
    """Do what `click.option` does, with an option made elsewhere."""
    params = function.__dict__.setdefault("__click_params__", [])
    params.append(option)
    return function


def _version(ctx: click.Context, option: click.Parameter, value: bool) -> None:
    if value:
        click.echo(f"wayveil {wayveil.__version__}")
        ctx.exit()
