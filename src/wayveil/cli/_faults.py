"""What went wrong, told on stderr in words that give no data away, and its exit status."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Iterator
from traceback import walk_tb
from typing import Final

import click

from wayveil.cli._show import Voice
from wayveil.errors import InternalError, Interrupted, UserError, WayveilError

#: What a shell gives a program that ends because its reader has gone: 128 + SIGPIPE.
READER_GONE: Final = 141


def told(error: BaseException, voice: Voice) -> int:
    """Tell about an error, and give the exit status."""
    if isinstance(error, click.exceptions.Exit):
        return error.exit_code
    if isinstance(error, OSError) and error.errno == errno.EPIPE:
        return _hushed()
    for kind, tell in _TELLERS.items():
        if isinstance(error, kind):
            return tell(error, voice)
    return _ours(error, voice)


def _hushed() -> int:
    """Let nothing more be written to a pipe that nobody reads, not even at the very end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return READER_GONE


def _interrupted(error: BaseException, voice: Voice) -> int:
    _print("Interrupted.")
    return Interrupted.status


def _usage(error: BaseException, voice: Voice) -> int:
    assert isinstance(error, click.ClickException)
    text, message = error.format_message(), error.message
    message = message if message and text.startswith(message) else text
    ctx = getattr(error, "ctx", None)
    help_hint = f"Try: {ctx.command_path} --help" if ctx else ""
    _print(f"Error: {message}", text.removeprefix(message).strip(" ()") or help_hint)
    return UserError.status


def _known(error: BaseException, voice: Voice) -> int:
    assert isinstance(error, WayveilError)
    _print(f"Error: {error.message}", error.hint)
    if isinstance(error, InternalError) and voice.verbose:
        _print(*_steps(error))
    return error.status


def _system(error: BaseException, voice: Voice) -> int:
    assert isinstance(error, OSError)
    if error.strerror is None:
        return _ours(error, voice)
    where = f": {error.filename}" if isinstance(error.filename, str) else ""
    _print(f"Error: {error.strerror}{where}.")
    return UserError.status


def _ours(error: BaseException, voice: Voice) -> int:
    """Say where, never what: the text of a foreign exception may quote data."""
    steps = list(_steps(error))
    own = [step for step in steps if step.startswith("wayveil")]
    place = (own or steps or ["unknown"])[-1].partition(" ")[0]
    _print(f"internal error: {type(error).__name__} at {place}")
    _print(*steps if voice.verbose else ["Add --verbose to see the way there, and report it."])
    return InternalError.status


_TELLERS: Final = {
    KeyboardInterrupt: _interrupted,
    click.Abort: _interrupted,
    click.ClickException: _usage,
    WayveilError: _known,
    OSError: _system,
}


def _steps(error: BaseException) -> Iterator[str]:
    """Give the calls that led to an error, without source lines or values."""
    for frame, line in walk_tb(error.__traceback__):
        module = frame.f_globals.get("__name__", "?")
        yield f"{module}:{line} in {frame.f_code.co_name}"


def _print(*lines: str) -> None:
    for line in lines:
        if line:
            click.echo(line, err=True)
