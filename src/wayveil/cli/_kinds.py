"""The kinds of part by the names that people call them."""

from __future__ import annotations

from collections.abc import Callable
from difflib import get_close_matches
from typing import Any

import click

from wayveil import kinds
from wayveil.catalogue import FOLDERS, catalogue
from wayveil.errors import UnknownPart
from wayveil.part import Part


def kind_of(folder: str) -> type[Part]:
    """Give the kind whose parts live in a folder."""
    found = (each for each in vars(kinds).values() if isinstance(each, type))
    return next(k for k in found if issubclass(k, Part) and getattr(k, "folder", "") == folder)


def named(name: str) -> list[type[Part]]:
    """Give every part of this name, of whatever kind."""
    folders = [folder for folder in FOLDERS if name in catalogue()[folder]]
    if not folders:
        every = [part for folder in FOLDERS for part in catalogue()[folder]]
        near = get_close_matches(name, every, n=1, cutoff=0.5)
        hint = f"Did you mean '{near[0]}'?" if near else "List them with: wayveil parts"
        raise UnknownPart("there is no part of this name.", hint)
    return [kind_of(folder).load(name) for folder in folders]


def offered(folder: str) -> Callable[..., list[str]]:
    """Let the shell complete the names of the parts in a folder."""

    def offer(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
        return [name for name in catalogue()[folder] if name.startswith(incomplete)]

    return offer


class KindType(click.ParamType[str]):
    """A kind, by its folder's name or in the singular."""

    name = "kind"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Give the folder."""
        names = {word: folder for folder, one in FOLDERS.items() for word in (folder, one)}
        if value in names:
            return names[value]
        near = get_close_matches(str(value), names, n=1)
        kinds_there = f"There are: {', '.join(FOLDERS)}."
        hint = f"Did you mean '{near[0]}'?" if near else kinds_there
        raise UnknownPart("there is no kind of part of this name.", hint)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[click.shell_completion.CompletionItem]:
        """Offer the kinds."""
        item = click.shell_completion.CompletionItem
        return [item(folder) for folder in FOLDERS if folder.startswith(incomplete)]
