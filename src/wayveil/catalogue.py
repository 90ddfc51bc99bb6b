"""Which parts there are: an immutable mapping, built once, that loads nothing.

An entry point of the group `wayveil.parts` names a package; every folder in it that bears the
name of a kind holds parts of that kind, one a file, and the file's name is the part's name. Our
own parts come in by the same door, from a bare checkout too.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from importlib.metadata import entry_points
from importlib.util import find_spec
from types import MappingProxyType
from typing import Final, TypeAlias

from wayveil.errors import InternalError, UnknownPart

GROUP: Final = "wayveil.parts"
OURS: Final = "wayveil"

#: Every kind's folder, and what one of its parts is called in a message.
FOLDERS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "methods": "method",
        "analyses": "analysis",
        "clusterings": "clustering",
        "aggregations": "aggregation",
        "distances": "distance",
        "meetings": "meeting",
        "filters": "filter",
        "tessellations": "tessellation",
        "measures": "measure",
        "attacks": "attack",
        "claims": "claim",
        "synth": "synthesizer",
    }
)


@dataclass(frozen=True)
class Entry:
    """Where one part lives."""

    folder: str
    name: str
    module: str


Catalogue: TypeAlias = Mapping[str, Mapping[str, Entry]]


@cache
def catalogue() -> Catalogue:
    """Find every installed part, by folder and name."""
    return build(sorted({OURS, *(point.value for point in entry_points(group=GROUP))}))


def build(packages: list[str]) -> Catalogue:
    """Build a catalogue from these packages; two parts of one name are an error."""
    found: dict[str, dict[str, Entry]] = {folder: {} for folder in FOLDERS}
    for package in packages:
        for entry in _parts_of(package):
            other = found[entry.folder].setdefault(entry.name, entry)
            if other is not entry:
                raise InternalError(
                    f"two {FOLDERS[entry.folder]} parts are called '{entry.name}': "
                    f"{other.module} and {entry.module}.",
                    "Rename one of the two files, or uninstall its package.",
                )
    return MappingProxyType(
        {folder: MappingProxyType(dict(sorted(parts.items()))) for folder, parts in found.items()}
    )


def find(folder: str, name: str) -> Entry:
    """Find one part; a wrong name gets the nearest right one."""
    parts = catalogue()[folder]
    if name in parts:
        return parts[name]
    near = get_close_matches(name, parts, n=1, cutoff=0.5)
    hint = f"Did you mean '{near[0]}'?" if near else f"There are: {', '.join(parts) or 'none'}."
    raise UnknownPart(f"there is no {FOLDERS[folder]} called '{_printable(name)}'.", hint)


def _printable(name: str) -> str:
    return name if len(name) <= 60 and name.isprintable() else "..."


def _parts_of(package: str) -> Iterator[Entry]:
    spec = find_spec(package)
    if spec is None or spec.submodule_search_locations is None:
        raise InternalError(f"the plug-in '{package}' is not a package that can be imported.")
    for location in pkgutil.iter_modules(spec.submodule_search_locations):
        if location.ispkg and location.name in FOLDERS:
            yield from _files_of(f"{package}.{location.name}", location.name)


def _files_of(package: str, folder: str) -> Iterator[Entry]:
    spec = find_spec(package)
    places = spec.submodule_search_locations if spec else None
    for module in pkgutil.iter_modules(places or []):
        if not module.name.startswith("_"):
            yield Entry(folder, module.name, f"{package}.{module.name}")
