"""What the ending of a name says about a file of boxes or counts."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from wayveil.errors import InputError


def format_by_ending(path: str | Path, endings: Mapping[str, str], what: str) -> str:
    """Tell the format from the ending of a name, or say which endings there are."""
    name = str(path).lower()
    for ending, format in endings.items():
        if name.endswith(ending):
            return format
    raise InputError(
        f"the ending of {path} is none of those that {what} are written with.",
        f"Endings are {', '.join(endings)}.",
    )
