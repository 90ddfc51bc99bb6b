"""`wayveil compare`: methods side by side on one data set."""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from io import StringIO
from pathlib import Path
from typing import Any

import click

from wayveil import comparison, dominance, io
from wayveil.catalogue import catalogue
from wayveil.cli import _jobs
from wayveil.cli._bar import bar
from wayveil.cli._places import Place, present
from wayveil.cli._reading import (
    Reading,
    field_flag,
    load,
    reading_flags,
    reading_of,
    tell_reading,
)
from wayveil.cli._show import finite, the_voice
from wayveil.cli._verb import Verb, json_flag
from wayveil.comparison import Plan, Run
from wayveil.dominance import Rated
from wayveil.errors import ParameterError
from wayveil.kinds import Anonymizer
from wayveil.recipe import CompareRecipe
from wayveil.report.charts import Axis, choices_svg


@click.command(cls=Verb)
@click.argument("input", required=False, metavar="INPUT")
@click.option(
    "--methods", metavar="FILE|NAME,...", required=True,
    help="Names of methods, or a recipe that says which, and with which parameters.",
)  # fmt: skip
@click.option(
    "--vary", multiple=True, metavar="NAME=VALUE,...",
    help="Run the methods that have this parameter once with each value.  [may be repeated]",
)  # fmt: skip
@click.option(
    "-o", "--output", metavar="DIR", help="Folder to write to, also to go on where it was."
)
@field_flag(CompareRecipe, "measures")
@field_flag(CompareRecipe, "attacks")
@field_flag(CompareRecipe, "unit")
@field_flag(CompareRecipe, "holdout")
@field_flag(CompareRecipe, "seed")
@field_flag(CompareRecipe, "loss")
@field_flag(CompareRecipe, "risk")
@reading_flags
@json_flag
def compare(
    methods: str, vary: Sequence[str], format: str | None, reading: Reading, **flags: Any
) -> None:
    """Put methods side by side on your data: what each costs, and what it gives away.

    The folder gets table.json, table.csv, a picture, and under runs/ each run's result and
    certificate. The releases themselves are not written. Stopped and called again, it goes on.
    """
    stated = _stated(methods, dict(map(_choices, vary)))
    recipe = CompareRecipe.of(_jobs.with_flags(stated, {**flags, **reading}))
    source = Place(recipe.input)
    present(source)
    plan = Plan.of(
        recipe.measures, recipe.attacks, recipe.filters,
        unit=recipe.unit, holdout=recipe.holdout, seed=recipe.seed,
    )  # fmt: skip
    voice = the_voice()
    with bar(voice):
        loaded = load(source, reading_of(recipe), format)
        runs = comparison.compare(loaded.data, recipe.methods, plan, recipe.output)
    tell_reading(voice, source.as_source, loaded)
    rated = [each for run in runs if (each := run.rated(recipe.loss, recipe.risk))]
    document = _document(recipe, runs, rated)
    head, rows = _table(runs)
    _write(recipe.output, document, [head, *rows], drawn(rated, *_axes(recipe, runs)))
    failed = [f"{run.label}: {run.failed}" for run in runs if run.failed]
    lines = [voice.table(head, rows), *failed, "", document["conclusion"]]
    voice.show(document, *lines, f"Wrote {recipe.output}")


def _stated(methods: str, vary: Mapping[str, list[str]]) -> dict[str, Any]:
    """Read the recipe that is named, or make one of names."""
    if methods.lower().endswith(".json"):
        stated = _jobs.stated_in(Path(methods))
    else:
        stated = {"methods": [{"name": name.strip()} for name in methods.split(",")]}
    if not isinstance(stated.get("methods"), list):
        raise ParameterError(f"{methods} names no methods.", 'Write "methods": [...] in it.')
    listed = [{"name": item} if isinstance(item, str) else item for item in stated["methods"]]
    return {**stated, "methods": [_varying(item, vary) for item in listed]}


def _varying(method: Any, vary: Mapping[str, list[str]]) -> Any:
    name = method.get("name") if isinstance(method, Mapping) else None
    if not isinstance(name, str) or name not in catalogue()[Anonymizer.folder]:
        return method
    known = Anonymizer.load(name).model_fields
    used = {field: values for field, values in vary.items() if field in known}
    return {**method, "vary": {**method.get("vary", {}), **used}} if used else method


def _choices(text: str) -> tuple[str, list[str]]:
    """Read `k=3,5,10`."""
    name, _, values = text.partition("=")
    if not values:
        raise click.UsageError("Write --vary as in k=3,5,10.")
    return name.replace("-", "_"), values.split(",")


def _table(runs: Sequence[Run]) -> tuple[list[str], list[list[object]]]:
    """Lay out all values, a column each, in the order in which they come."""
    columns = list(dict.fromkeys(name for run in runs for name in run.values))
    rows: list[list[object]] = [
        [run.label, *(run.values.get(name) for name in columns)] for run in runs
    ]
    return ["method", *columns], rows


def _document(recipe: CompareRecipe, runs: Sequence[Run], rated: Sequence[Rated]) -> dict[str, Any]:
    return {
        "schema": 1,
        "recipe": recipe.as_json(),
        "runs": [{"label": run.label, **run.document, "values": run.values} for run in runs],
        "loss": recipe.loss,
        "risk": recipe.risk,
        "front": [one.label for one in dominance.front(rated)],
        "beaten": dominance.beaten(rated),
        "conclusion": dominance.conclusion(rated, recipe.loss, recipe.risk),
    }


def _axes(recipe: CompareRecipe, runs: Sequence[Run]) -> tuple[Axis, Axis]:
    """Name what is drawn, and its unit."""
    whole = next((run for run in runs if not run.failed), runs[0])
    loss, risk = (Axis(f"{n} ({whole.unit(n)})") for n in (recipe.loss, recipe.risk))
    return loss, risk


def drawn(rated: Sequence[Rated], loss: Axis, risk: Axis) -> str | None:
    """Draw the runs and the front; None if there is nothing to draw."""
    if not rated:
        return None
    series: dict[str, dict[str, tuple[float, float]]] = {}
    for one in rated:
        name, _, rest = one.label.partition(" ")
        series.setdefault(name, {})[rest] = (one.loss, one.risk)
    front = [(one.loss, one.risk) for one in dominance.front(rated)]
    return choices_svg(series, front, "What each loses, and what it gives away", loss, risk)


def _write(
    folder: Path, document: Mapping[str, Any], table: Sequence[Sequence[object]], svg: str | None
) -> None:
    """Write the table, twice, and the picture; they replace those of before."""
    io.write_json(finite(document), folder / "table.json", force=True)
    text = StringIO()
    csv.writer(text, lineterminator="\n").writerows(table)
    io.write_text(text.getvalue(), folder / "table.csv", force=True)
    if svg:
        io.write_text(svg, folder / "front.svg", force=True)
