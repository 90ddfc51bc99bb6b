"""`wayveil analysis`: numbers that may be shared, or findings that are for you alone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from wayveil import analysis as engine
from wayveil import io
from wayveil.certificate import protects
from wayveil.cli import _jobs
from wayveil.cli._bar import bar
from wayveil.cli._choice import AnalysisVerb
from wayveil.cli._kinds import offered
from wayveil.cli._places import Place, clear, present, writable
from wayveil.cli._reading import (
    Reading,
    field_flag,
    input_json,
    load,
    promises,
    reading_flags,
    reading_of,
    removed,
    understood,
)
from wayveil.cli._show import counted, labelled, the_voice
from wayveil.cli._verb import force_flag, json_flag, path_type
from wayveil.counts import Counts
from wayveil.errors import InputError, ParameterError
from wayveil.kinds import Analysis
from wayveil.recipe import AnalysisRecipe
from wayveil.release import Release, certificate_path
from wayveil.shapes import Findings, Shape


@click.command(cls=AnalysisVerb)
@click.argument("name", required=False, metavar="NAME", shell_complete=offered(Analysis.folder))
@click.argument("input", required=False, metavar="INPUT")
@click.argument("output", required=False, metavar="OUTPUT")
@click.option("-f", "--file", type=path_type(), help="Recipe, or parameter file of D4.10.")
@field_flag(AnalysisRecipe, "unit")
@field_flag(AnalysisRecipe, "seed")
@field_flag(AnalysisRecipe, "record")
@field_flag(AnalysisRecipe, "picture")
@reading_flags
@force_flag
@json_flag
def analysis(file: Path | None, format: str | None, force: bool, **flags: Any) -> None:
    """Count what a map or a table may tell, and check its promises.

    OUTPUT is GeoJSON (.geojson, .json), GeoParquet (.parquet) or CSV (.csv), of a model JSON
    (.json), and gets a certificate. What an analysis finds for you alone is written as JSON that
    only you can read.
    With -f the analysis, the input and the output are in the file.
    """
    recipe, voice = _recipe(file, **flags), the_voice()
    _check(recipe, file, force)
    with bar(voice):
        loaded = load(Place(recipe.input), reading_of(recipe), format)
        settings = {name: getattr(recipe, name) for name in ("filters", "unit", "seed")}
        made = engine.analyze(loaded.data, recipe.method, **settings)
        if isinstance(made, Findings):
            document, lines = _write_findings(made, recipe, force)
        else:
            document, lines = _write_release(made, recipe, force)
    told = {"input": {"file": recipe.input, **input_json(loaded)}, **document}
    voice.show(told, *labelled([*understood(Place(recipe.input).as_source, loaded), *lines]))


def _recipe(
    file: Path | None,
    name: str | None,
    input: str | None,
    output: str | None,
    params: dict[str, Any],
    reading: Reading,
    **flags: Any,
) -> AnalysisRecipe:
    words = [word for word in (name, input, output) if word is not None]
    chosen, places = _jobs.sorted_out(words, file, Analysis)
    stated = _jobs.stated_in(file)
    if chosen or params:
        stated = _jobs.with_method(stated, chosen, params, Analysis)
    return AnalysisRecipe.of(_jobs.with_flags(stated, {**flags, **reading, **places}))


def _check(recipe: AnalysisRecipe, file: Path | None, force: bool) -> None:
    """Refuse, before any work, what could not be finished; make a folder that a file names."""
    source, output = Place(recipe.input), Place(recipe.output)
    present(source)
    made = recipe.method.releases
    if issubclass(made, Shape):
        io.check_target(made.shape, output.name, None)
    beside = [Path(place) for place in (recipe.record, recipe.picture) if place]
    outputs = [*output.files, certificate_path(output.name), *beside]
    clear(outputs, [*source.files, file], force=force)
    if file:
        _jobs.make_folder(output)
    writable(outputs)


def _write_findings(
    made: Findings, recipe: AnalysisRecipe, force: bool
) -> tuple[dict[str, Any], Iterator[tuple[str, object]]]:
    """Write what is for the publisher's eyes only."""
    if recipe.record or recipe.picture:
        raise ParameterError("findings are not released: they have no record and no picture.")
    if not recipe.output.lower().endswith(".json"):
        raise InputError("findings are written as JSON.", "Name an OUTPUT that ends in .json.")
    io.write_json(dict(made.values), recipe.output, force=force, private=True)
    lines = iter([("Wrote", f"{recipe.output}: findings; private, keep them at home")])
    return {"findings": dict(made.values), "files": {"findings": recipe.output}}, lines


def _write_release(
    made: Release[Any], recipe: AnalysisRecipe, force: bool
) -> tuple[dict[str, Any], Iterator[tuple[str, object]]]:
    """Write the release and its papers, and draw it if asked."""
    drawn = _drawn(made.data) if recipe.picture else ""
    made.write(recipe.output, record=recipe.record, force=force)
    if recipe.picture:
        with io.whole(recipe.picture, force=force) as partial:
            partial.write_text(drawn, encoding="utf-8")
    assert made.record is not None
    papers = made.certificate.as_json()
    shown = ("unit", "protects", "claims", "release", "recipe", "chance", "software")
    document = {
        "removed": made.record.removed.as_json(),
        **{name: papers[name] for name in shown},
        "seconds": dict(made.record.seconds),
        "files": {
            "release": recipe.output,
            "certificate": str(certificate_path(recipe.output)),
            "record": recipe.record,
            "picture": recipe.picture,
        },
    }
    return document, _lines(made, recipe)


def _drawn(data: Shape) -> str:
    """Draw counts; other shapes have no picture."""
    from wayveil.report.heatmap import heatmap_svg

    if not isinstance(data, Counts):
        raise ParameterError("only counts can be drawn.", "Leave --picture out.")
    return heatmap_svg(data, standalone=True)


def _lines(made: Release[Any], recipe: AnalysisRecipe) -> Iterator[tuple[str, object]]:
    assert made.record is not None
    yield "Protects", protects(made.certificate.unit)
    yield from removed(made.record.removed)
    yield from promises(made.certificate)
    sizes = ", ".join(counted(n, name.removesuffix("s")) for name, n in made.data.size().items())
    yield "Wrote", f"{recipe.output}: {sizes}"
    yield "", f"{certificate_path(recipe.output)}: belongs beside it"
    if recipe.picture:
        yield "", f"{recipe.picture}: a picture of it"
    if recipe.record:
        yield "", f"{recipe.record}: private, keep it at home"
    yield "Next", f"wayveil verify {recipe.output}"
