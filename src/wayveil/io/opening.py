"""From whatever was given to a source: a path, standard input, a stream or a data frame."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import Any, Final

from wayveil.errors import InputError, ParameterError
from wayveil.io.blocks import Counted
from wayveil.io.files import existing
from wayveil.io.frames import frame_of, is_frame
from wayveil.io.source import FrameSource, Source
from wayveil.io.text import TextSource

#: The endings of names, and the format they stand for.
ENDINGS: Final = {
    ".csv": "csv",
    ".csv.gz": "csv",
    ".tsv": "csv",
    ".tsv.gz": "csv",
    ".txt": "csv",
    ".txt.gz": "csv",
    ".parquet": "parquet",
    ".pq": "parquet",
}
FORMATS: Final = ("csv", "parquet")
_PARQUET: Final = b"PAR1"


@contextmanager
def opened(source: Any, format: str | None) -> Iterator[Source]:
    """Open a source for as long as the block lasts."""
    check_format(format)
    if isinstance(source, str) and source == "-":
        yield _streamed(sys.stdin.buffer, "standard input", format)
    elif isinstance(source, str | Path):
        path = existing(source)
        format = format or format_of(source)
        try:
            file = path.open("rb")
        except OSError:
            raise InputError(f"{source} cannot be opened.", "Check its permissions.") from None
        with file:
            yield _streamed(file, path.name, format, path)
    elif is_frame(source):
        yield FrameSource(frame_of(source), "the data frame")
    elif hasattr(source, "read"):
        yield _streamed(source, "the stream", format)
    else:
        raise InputError(
            f"a {type(source).__name__} cannot be read as a table.",
            "Give a path, a file opened with mode 'rb', or a data frame.",
        )


def check_format(format: str | None) -> None:
    """Refuse a format that nobody knows."""
    if format is not None and format not in FORMATS:
        raise ParameterError("there is no such format.", f"Formats are {' and '.join(FORMATS)}.")


def format_of(path: str | Path) -> str:
    """Tell the format from the ending of a name."""
    name = str(path).lower()
    for ending, format in ENDINGS.items():
        if name.endswith(ending):
            return format
    raise InputError(
        f"the ending of {path} does not say its format.",
        f"Endings are {', '.join(ENDINGS)}; or add --format csv or --format parquet.",
    )


def _streamed(file: Any, name: str, format: str | None, path: Path | None = None) -> Source:
    stream = Counted(file, name)
    if format == "parquet" or (format is None and stream.head.startswith(_PARQUET)):
        return _parquet(stream, name, path)
    return TextSource(stream, name)


def _parquet(stream: Counted, name: str, path: Path | None) -> Source:
    import polars as pl

    if not stream.head:
        raise InputError(f"{name} is empty.", "Not even a header is there.")
    if not stream.head.startswith(_PARQUET):
        raise InputError(f"{name} is not Parquet.", "If it is text, add --format csv.")
    try:
        # A path is mapped rather than read whole; its name is no pattern and tells no columns.
        place = path or BytesIO(stream.everything())
        frame = pl.read_parquet(place, glob=False, hive_partitioning=False)
    except (pl.exceptions.PolarsError, pl.exceptions.PanicException, OSError):
        raise InputError(
            f"{name} is Parquet, but damaged or cut short.", "Fetch or write it again."
        ) from None
    return FrameSource(frame, name)
