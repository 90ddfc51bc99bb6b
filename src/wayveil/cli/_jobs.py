"""A job as a recipe: from `-f FILE`, from flags, or from a file that flags override."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from wayveil import d410, io
from wayveil.catalogue import FOLDERS, catalogue
from wayveil.cli._options import Params, as_part, laid_over
from wayveil.cli._places import Place
from wayveil.errors import InputError
from wayveil.kinds import Anonymizer
from wayveil.part import Part


def stated_in(path: Path | None) -> dict[str, Any]:
    """Read a recipe or a D4.10 parameter file as the plain values of a recipe."""
    if path is None:
        return {}
    file = io.read_json(path)
    if not isinstance(file, Mapping):
        raise InputError(f"{path} is not a recipe.", "A recipe is a JSON object.")
    return d410.translated(file) if d410.is_d410(file) else dict(file)


def with_flags(stated: Mapping[str, Any], flags: Mapping[str, Any]) -> dict[str, Any]:
    """Lay flags over what a file states; what was not given is None or empty."""
    job = dict(stated)
    job.update({name: value for name, value in flags.items() if value not in (None, (), {})})
    if "columns" in flags and isinstance(stated.get("columns"), Mapping):
        job["columns"] = {**stated["columns"], **flags["columns"]}
    return job


def with_method(
    stated: Mapping[str, Any], name: str | None, given: Params, kind: type[Part] = Anonymizer
) -> dict[str, Any]:
    """Choose the method, and lay the given parameters over those that a file states for it."""
    old = as_part(stated.get("method"))
    name = name or old["name"]
    params = old["params"] if old["name"] == name else {}
    method = {"name": name, "params": laid_over(kind.load(name), params, given)}
    return {**stated, "method": method}


def sorted_out(
    words: list[str], file: Path | None, kind: type[Part] = Anonymizer
) -> tuple[str | None, dict[str, str]]:
    """Tell the part from INPUT and OUTPUT: all are needed without a file, none with one."""
    first = FOLDERS[kind.folder].upper()
    named = bool(words) and (file is None or words[0] in catalogue()[kind.folder])
    places = words[named:]
    if file is None and len(words) < 3:
        raise click.UsageError(f"Missing argument '{(first, 'INPUT', 'OUTPUT')[len(words)]}'.")
    if len(places) not in (0, 2):
        raise click.UsageError("Beside -f, give both INPUT and OUTPUT, or neither.")
    return (words[0] if named else None), dict(zip(("input", "output"), places, strict=False))


def make_folder(output: Place) -> None:
    """Make the folder that a file names for its output."""
    for path in output.files:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError:
            raise InputError(f"the folder {path.parent} cannot be made.") from None
