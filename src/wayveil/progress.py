"""How long work tells where it stands: through a context variable, never by printing.

Whoever wants to see progress (or to call work off) sets a reporter around the call; code that
works calls `track` or `stage` and knows nothing of bars, browsers or jobs.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sized
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final, Protocol, TypeVar

T = TypeVar("T")


class Reporter(Protocol):
    """Somebody who is told about progress; raising from a call calls the work off."""

    def start(self, stage: str, total: int | None) -> None:
        """Tell that a stage begins; `total` is None where its length is not known."""

    def advance(self, steps: int) -> None:
        """Tell that steps of the current stage are done."""


class _Nobody:
    def start(self, stage: str, total: int | None) -> None:
        pass

    def advance(self, steps: int) -> None:
        pass


_NOBODY: Final = _Nobody()
_reporter: ContextVar[Reporter] = ContextVar("wayveil_reporter", default=_NOBODY)


@contextmanager
def reporting(reporter: Reporter) -> Iterator[None]:
    """Tell `reporter` about all work inside the block."""
    token = _reporter.set(reporter)
    try:
        yield
    finally:
        _reporter.reset(token)


def stage(name: str, total: int | None = None) -> None:
    """Begin a stage of work."""
    _reporter.get().start(name, total)


def advance(steps: int = 1) -> None:
    """Report steps of the current stage as done."""
    _reporter.get().advance(steps)


def track(items: Iterable[T], name: str, total: int | None = None) -> Iterator[T]:
    """Yield the items, reporting each one when the work on it is done."""
    stage(name, len(items) if total is None and isinstance(items, Sized) else total)
    for item in items:
        yield item
        advance()


class Stopwatch:
    """Seconds by name."""

    def __init__(self) -> None:
        self.laps: dict[str, float] = {}

    @contextmanager
    def lap(self, name: str) -> Iterator[None]:
        """Time a block, and tell that it begins."""
        stage(name)
        start = time.perf_counter()
        yield
        self.laps[name] = time.perf_counter() - start
