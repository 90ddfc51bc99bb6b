"""`wayveil parts`: the catalogue."""

from __future__ import annotations

from typing import Any

import click

from wayveil.catalogue import FOLDERS, catalogue
from wayveil.cli._kinds import KindType, kind_of
from wayveil.cli._show import the_voice
from wayveil.cli._verb import Verb, json_flag


@click.command(cls=Verb)
@click.argument("kind", required=False, type=KindType(), metavar="[KIND]")
@json_flag
def parts(kind: str | None) -> None:
    """List what there is: methods, filters, measures and the rest."""
    found: list[dict[str, Any]] = [
        {"kind": FOLDERS[folder], "name": name, "sentence": kind_of(folder).load(name).sentence()}
        for folder in ([kind] if kind else FOLDERS)
        for name in catalogue()[folder]
    ]
    voice = the_voice()
    table = voice.table(("kind", "part", "what it does"), [tuple(f.values()) for f in found])
    voice.show({"parts": found}, table, "", "More about one: wayveil show PART")
