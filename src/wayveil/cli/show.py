"""`wayveil show`: all there is to know about one part."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from typing import Any, Final

import click

from wayveil import walk
from wayveil.catalogue import FOLDERS
from wayveil.certificate import claim_json
from wayveil.cli._fields import Parameter, parameters
from wayveil.cli._kinds import named
from wayveil.cli._show import Voice, the_voice
from wayveil.cli._verb import Verb, json_flag
from wayveil.kinds import Analysis, Anonymizer
from wayveil.part import Part

_HEAD: Final = ("parameter", "type", "default", "unit", "bounds", "meaning")
#: How a part of each kind is used from the command line.
_USES: Final = {
    "methods": "wayveil anonymize {name} INPUT OUTPUT{first}",
    "analyses": "wayveil analysis {name} INPUT OUTPUT{first}",
    "tessellations": (
        "wayveil anonymize simple_generalization INPUT OUTPUT --tessellation {name}{first}"
    ),
    "filters": "wayveil filter INPUT OUTPUT --{flag}{value}",
    "measures": "wayveil measures ORIGINAL RELEASE -m {name}",
    "attacks": "wayveil attack {name} ORIGINAL RELEASE",
    "synth": "wayveil synth OUTPUT --kind {name}{first}",
}


@click.command(cls=Verb)
@click.argument("part", metavar="PART")
@json_flag
def show(part: str) -> None:
    """Explain a part: what it does, takes and promises."""
    voice, found = the_voice(), named(part)
    pages = [line for each in found for line in (*_page(each, voice), "")]
    voice.show({"parts": [about(each) for each in found]}, *pages[:-1])


def _page(part: type[Part], voice: Voice) -> Iterator[str]:
    yield f"{part.name} ({FOLDERS[part.folder]})"
    yield inspect.getdoc(part) or ""
    fields = parameters(part)
    if fields:
        yield ""
        yield voice.table(_HEAD, map(_row, fields))
    promises = [(c["name"], c["grade"], c["promise"], c["adversary"]) for c in _promises(part)]
    if promises:
        yield ""
        yield voice.table(("promises", "grade", "what", "against"), promises)
    if part.folder in _USES:
        yield ""
        yield f"Use: {_example(part, fields)}"


def _row(field: Parameter) -> tuple[object, ...]:
    return (
        field.name, field.type_word, field.default_word, field.unit_word, field.bounds_words,
        field.meaning,
    )  # fmt: skip


def _promises(part: type[Part]) -> list[dict[str, Any]]:
    """Say what a method promises with its defaults."""
    if not issubclass(part, Anonymizer | Analysis):
        return []
    return [claim_json(claim, "trajectory") for claim in walk.claims_of(part())]


def _example(part: type[Part], fields: list[Parameter]) -> str:
    value = f" {_value(part, fields[0])}" if fields else ""
    within = "tessellation." if part.folder == "tessellations" else ""
    first = f" --{within}{fields[0].flag}{value}" if fields else ""
    flag = part.name.replace("_", "-")
    return _USES[part.folder].format(name=part.name, first=first, flag=flag, value=value)


def _value(part: type[Part], field: Parameter) -> str:
    """Take a field's default, or else what the part's example has there."""
    return field.default_word or str(part.example().published()["params"].get(field.name, ""))


def about(part: type[Part]) -> dict[str, Any]:
    """Give all of it as plain values: for `--json`, and for the pages of the documentation."""
    fields = parameters(part)
    return {
        "name": part.name,
        "kind": FOLDERS[part.folder],
        "about": inspect.getdoc(part) or "",
        "parameters": [field.as_json() for field in fields],
        "promises": _promises(part),
        "use": _example(part, fields) if part.folder in _USES else None,
    }
