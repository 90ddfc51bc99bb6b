"""Files, whole or not at all: written beside their place, and put there when they are finished."""

from __future__ import annotations

import json
import os
import secrets
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from wayveil.errors import InputError

_PUBLIC, _PRIVATE = 0o666, 0o600


@contextmanager
def whole(path: str | Path, *, force: bool = False, private: bool = False) -> Iterator[Path]:
    """Give a temporary place for a file, which takes the name only if the block succeeds.

    The temporary file lies in the same folder; what was there before stays until the very end.
    A private file can be read by its owner only, from the first moment.
    """
    path = Path(path)
    refuse_existing([path], force=force)
    partial = path.with_name(f".{path.name[:100]}.{secrets.token_hex(6)}.part")
    try:
        _create(partial, path, _PRIVATE if private else _PUBLIC)
        yield partial
        _put(partial, path, force=force)
    finally:
        with suppress(OSError):
            partial.unlink()


def refuse_existing(
    paths: Iterable[str | Path], inputs: Iterable[str | Path] = (), force: bool = False
) -> None:
    """Refuse to write over a file without `force`, and over an input at all."""
    inputs = [source for source in map(Path, inputs) if source.exists()]
    for path in map(Path, paths):
        if path.is_dir():
            raise InputError(f"{path} is a folder.", "Name a file in it.")
        if not path.exists():
            continue
        if any(path.samefile(source) for source in inputs):
            raise InputError(f"{path} is also an input.", "Write to another name.")
        if not force:
            raise InputError(f"{path} exists.", "Add --force to replace it.")


def existing(path: str | Path) -> Path:
    """Give the path of a file that can be read, or say what is in the way."""
    found = Path(path)
    if found.is_dir():
        raise InputError(f"{path} is a folder.", "Name a file in it.")
    if not found.exists():
        raise InputError(f"there is no file {path}.", _nearest(found))
    if not os.access(found, os.R_OK):
        raise InputError(f"{path} may not be read by you.", "Check its permissions.")
    return found


def read_json(path: str | Path) -> Any:
    """Read a JSON file."""
    found = existing(path)
    try:
        return json.loads(found.read_bytes())
    except (ValueError, RecursionError):
        raise InputError(
            f"{path} is not JSON.", "Was it cut short, or is it another file?"
        ) from None
    except OSError:
        raise InputError(f"{path} cannot be read.", "Check its permissions.") from None


def write_json(value: Any, path: str | Path, *, force: bool = False, private: bool = False) -> None:
    """Write plain values as a JSON file."""
    with prepared_json(value, path, force=force, private=private):
        pass


def write_text(text: str, path: str | Path, *, force: bool = False) -> None:
    """Write a text file."""
    with whole(path, force=force) as partial:
        partial.write_text(text, encoding="utf-8")


@contextmanager
def prepared_json(
    value: Any, path: str | Path, *, force: bool = False, private: bool = False
) -> Iterator[None]:
    """Write a JSON file at once, and give it its name only if the block succeeds."""
    with whole(path, force=force, private=private) as partial:
        indent = None if private else 2  # a record may hold millions of numbers
        text = json.dumps(value, indent=indent, ensure_ascii=False, allow_nan=False)
        partial.write_text(f"{text}\n", encoding="utf-8")
        yield


def _create(partial: Path, path: Path, mode: int) -> None:
    try:
        os.close(os.open(partial, os.O_CREAT | os.O_EXCL | os.O_WRONLY, mode))
    except FileNotFoundError:
        raise InputError(f"there is no folder {path.parent}.", "Make it first.") from None
    except OSError:
        raise InputError(
            f"{path} cannot be written.", "Check the permissions of its folder."
        ) from None


def _put(partial: Path, path: Path, *, force: bool) -> None:
    """Give the finished file its name; without `force` not over one that came up meanwhile."""
    if force:
        partial.replace(path)
        return
    try:
        path.hardlink_to(partial)
    except FileExistsError:
        raise InputError(f"{path} exists.", "Add --force to replace it.") from None
    except OSError:  # a file system without hard links
        partial.replace(path)


def _nearest(path: Path) -> str:
    try:
        names = [entry.name for entry in path.parent.iterdir()]
    except OSError:
        return f"There is no folder {path.parent} either."
    near = get_close_matches(path.name, names, n=1)
    return f"Did you mean {near[0]}?" if near else "Check its name and folder."
