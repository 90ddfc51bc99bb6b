"""From whatever was given to a source: paths, standard input, a stream or a data frame."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from wayveil.errors import InputError
from wayveil.io.blocks import Counted, inflated
from wayveil.io.files import existing
from wayveil.io.folders import FolderSource, files_of, names_many
from wayveil.io.formats import format_of, guessed, named
from wayveil.io.frames import frame_source, is_frame
from wayveil.io.source import Source


@contextmanager
def opened(source: Any, format: str | None) -> Iterator[Source]:
    """Open a source for as long as the block lasts."""
    if format is not None:
        named(format)
    if isinstance(source, str) and source == "-":
        yield _streamed(sys.stdin.buffer, "standard input", format)
    elif isinstance(source, str | Path) and names_many(source):
        yield FolderSource(str(source), files_of(source, format), lambda p: _file(p, format))
    elif isinstance(source, str | Path):
        with _file(Path(source), format) as table:
            yield table
    elif is_frame(source):
        yield frame_source(source)
    elif hasattr(source, "read"):
        yield _streamed(source, "the stream", format)
    else:
        raise InputError(
            f"a {type(source).__name__} cannot be read as a table.",
            "Give a path, a file opened with mode 'rb', or a data frame.",
        )


@contextmanager
def _file(path: Path, format: str | None) -> Iterator[Source]:
    existing(path)
    format = format or format_of(path)
    try:
        file = path.open("rb")
    except OSError:
        raise InputError(f"{path} cannot be opened.", "Check its permissions.") from None
    with file:
        yield _streamed(file, path.name, format, path)


def _streamed(file: Any, name: str, format: str | None, path: Path | None = None) -> Source:
    stream = Counted(file, name)
    plain = inflated(stream, name)
    place = path if plain is stream else None
    chosen = named(format) if format else guessed(plain.head)
    return chosen.source(plain, name, place)
