"""Writing: the columns of a release, and nothing else."""

from __future__ import annotations

import gzip
import sys
from pathlib import Path
from typing import Any, BinaryIO, Final, cast

from wayveil import progress
from wayveil.errors import InputError
from wayveil.io.files import whole
from wayveil.io.formats import format_of, named
from wayveil.shapes import Trajectories

_FAST_GZIP: Final = 4


def write(
    data: Trajectories,
    target: Any,
    *,
    format: str | None = None,
    force: bool = False,
    private: bool = False,
) -> None:
    """Write trajectories to a file, to standard output (`-`) or to a stream.

    A file appears whole or not at all; a private one can be read by its owner only.
    """
    if format is not None:
        named(format)
    progress.stage("writing")
    if isinstance(target, str) and target == "-":
        _write(data, sys.stdout.buffer, format or "csv")
    elif isinstance(target, str | Path):
        format = format or format_of(target)
        with whole(target, force=force, private=private) as partial, partial.open("wb") as file:
            _write(data, file, format, zipped=str(target).lower().endswith(".gz"))
    elif hasattr(target, "write"):
        _write(data, target, format or "csv")
    else:
        raise InputError(
            f"nothing can be written to a {type(target).__name__}.",
            "Give a path, '-', or a file opened with mode 'wb'.",
        )


def _write(data: Trajectories, file: BinaryIO, format: str, zipped: bool = False) -> None:
    if not zipped:
        named(format).write(data, file)
        return
    # Neither name nor time of writing go into the file.
    with gzip.GzipFile("", "wb", _FAST_GZIP, file, mtime=0) as inner:
        named(format).write(data, cast("BinaryIO", inner))
