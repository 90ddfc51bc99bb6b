"""A progress bar on stderr, for a person at a terminal and work that is not over at once."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock, Timer
from typing import TYPE_CHECKING, Final

from wayveil import progress
from wayveil.cli._show import Voice

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

PATIENCE_SECONDS: Final = 0.5


@contextmanager
def bar(voice: Voice) -> Iterator[None]:
    """Show the progress of the work inside the block, where somebody watches."""
    if voice.quiet or not sys.stderr.isatty():
        yield
        return
    shown = Bar()
    with shown.watched(), progress.reporting(shown):
        yield


class Bar:
    """A reporter that draws a bar, once the work has lasted a while."""

    def __init__(self, patience: float = PATIENCE_SECONDS) -> None:
        self._patience = patience
        self._lock = Lock()
        self._stage: tuple[str, int | None] = ("working", None)
        self._done = 0
        self._over = False
        self._drawn: tuple[Progress, TaskID] | None = None

    @contextmanager
    def watched(self) -> Iterator[None]:
        """Draw if the block lasts, and leave nothing on the screen."""
        timer = Timer(self._patience, self._draw)
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()
            with self._lock:
                self._over = True
                if self._drawn:
                    self._drawn[0].stop()

    def start(self, stage: str, total: int | None) -> None:
        """Begin a stage."""
        with self._lock:
            self._stage, self._done = (stage, total), 0
            if self._drawn:
                shown, task = self._drawn
                shown.reset(task, description=stage, total=total)

    def advance(self, steps: int) -> None:
        """Move on."""
        with self._lock:
            self._done += steps
            if self._drawn:
                self._drawn[0].update(self._drawn[1], completed=self._done)

    def _draw(self) -> None:
        from rich.console import Console
        from rich.progress import Progress

        with self._lock:
            if self._over:
                return
            shown = Progress(console=Console(stderr=True), transient=True)
            stage, total = self._stage
            self._drawn = shown, shown.add_task(stage, total=total, completed=self._done)
            shown.start()
