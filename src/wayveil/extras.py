"""Packages that only some parts need: imported when one of those works."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

from wayveil.errors import UserError


class NotInstalled(UserError):
    """A package is needed that only comes with an extra."""


def needed(module: str, extra: str, what: str) -> ModuleType:
    """Import a module, or say which extra brings it."""
    try:
        return import_module(module)
    except ModuleNotFoundError:
        package = module.partition(".")[0]
        raise NotInstalled(
            f"{what} needs the package {package}, which is not installed.",
            f"Install it with: pip install 'wayveil[{extra}]'",
        ) from None
