"""Libraries that are not needed by everybody."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from wayveil.errors import InputError


def needed(module: str, extra: str, purpose: str) -> Any:
    """Import a library of an extra, or say how to get it."""
    try:
        return import_module(module)
    except ImportError:
        raise InputError(
            f"{module.partition('.')[0]} is needed {purpose}.", f"pip install 'wayveil[{extra}]'"
        ) from None
