"""`wayveil measures`: what a release lost, and what it is still good for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import click

from wayveil import io, kinds, run
from wayveil.cli import _jobs
from wayveil.cli._bar import bar
from wayveil.cli._kinds import offered
from wayveil.cli._places import Place, clear, present
from wayveil.cli._reading import (
    Reading,
    field_flag,
    load,
    load_release,
    reading_flags,
    reading_of,
    tell_reading,
)
from wayveil.cli._show import finite, the_voice
from wayveil.cli._verb import Verb, force_flag, json_flag, path_type
from wayveil.kinds import Measure
from wayveil.recipe import MeasuresRecipe
from wayveil.release import read_record

_HEAD = ("about", "measure", "value", "if unchanged", "unit", "n")

_Found: TypeAlias = Sequence[tuple[Measure, kinds.Reading]]


@click.command(cls=Verb)
@click.argument("original", required=False, metavar="ORIGINAL")
@click.argument("release", required=False, metavar="RELEASE")
@click.option("-f", "--file", type=path_type(), help="Recipe, or parameter file of D4.10.")
@field_flag(MeasuresRecipe, "record", "The private record: says which trajectory became which.")
@click.option(
    "-m", "--measure", "measures", multiple=True, shell_complete=offered(Measure.folder),
    help="A measure to read off; all there are, if none is named.  [may be repeated]",
)  # fmt: skip
@reading_flags
@force_flag
@json_flag
def measures(
    file: Path | None, format: str | None, force: bool, reading: Reading, **flags: Any
) -> None:
    """Measure what a release lost against its original.

    With -f the files and measures are in the file, and the result goes to the file it names. The
    flags about reading are for the original, and for a release that came without a certificate.
    """
    recipe = _recipe(file, {**flags, **reading})
    original, release = Place(recipe.original), Place(recipe.release)
    output = Place(recipe.output) if recipe.output else None
    present(original, release)
    if output:
        clear(output.files, [file, recipe.record, *original.files, *release.files], force=force)
        _jobs.make_folder(output)
    voice = the_voice()
    with bar(voice):
        before = load(original, reading_of(recipe), format)
        data, after = load_release(release, reading_of(recipe), format)
        record = read_record(recipe.record) if recipe.record else None
        found = run.measure(before.data, data, recipe.measures, record)
    for place, loaded in ((original, before), (release, after)):
        if loaded:
            tell_reading(voice, place.as_source, loaded)
    document = {"schema": 1, "measures": [_as_json(*each) for each in found]}
    for path in output.files if output else []:
        io.write_json(finite(document), path, force=force)
    written = [f"Wrote {path}" for path in (output.files if output else [])]
    voice.show(document, voice.table(_HEAD, _rows(found)), *_silent(found), *written)


def _rows(found: _Found) -> Iterator[tuple[object, ...]]:
    """Give a line for each value; what it is about is written once for the lines that follow."""
    last = ""
    for part, got in found:
        if got.applies:
            topic, last = ("" if part.topic == last else part.topic), part.topic
            yield topic, part.name, got.value, part.unchanged, got.unit, got.n


def _silent(found: _Found) -> Iterator[str]:
    """Give a line for each reason not to give a value."""
    reasons: dict[str, list[str]] = {}
    for part, got in found:
        if not got.applies:
            reasons.setdefault(got.detail["not_applicable"], []).append(part.name)
    for why, names in reasons.items():
        yield f"Not applicable ({', '.join(names)}): {why}"


def _recipe(file: Path | None, flags: dict[str, Any]) -> MeasuresRecipe:
    given = [name for name in ("original", "release") if flags[name] is not None]
    if file is None and len(given) < 2:
        raise click.UsageError(f"Missing argument '{('ORIGINAL', 'RELEASE')[len(given)]}'.")
    if len(given) == 1:
        raise click.UsageError("Beside -f, give both ORIGINAL and RELEASE, or neither.")
    return MeasuresRecipe.of(_jobs.with_flags(_jobs.stated_in(file), flags))


def _as_json(part: Measure, found: kinds.Reading) -> dict[str, Any]:
    return {**part.as_json(), **vars(found)}
