"""Reading input: the flags that say how, from the fields of a recipe, and what was understood."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import wraps
from typing import Any, Final

import click
from pydantic import BaseModel

from wayveil import io
from wayveil.certificate import Certificate
from wayveil.cli._fields import described
from wayveil.cli._options import FieldType, as_flag
from wayveil.cli._places import Place
from wayveil.cli._show import Voice, counted
from wayveil.errors import InputError
from wayveil.io import FORMATS
from wayveil.recipe import Recipe
from wayveil.record import Record, Tally
from wayveil.release import read_certificate
from wayveil.shapes import Shape, Tracks, Trajectories

#: The fields of every recipe that say how data is read, but for the columns.
_FIELDS: Final = ("time_format", "tz", "split_gap", "skip_bad_rows")

#: What flags said about reading, in the words of a recipe.
Reading = Mapping[str, Any]


def reading_flags(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the flags that say how data is read; the command gets them as `reading`."""

    @wraps(function)
    def call(columns: Sequence[Mapping[str, str]], **settings: Any) -> Any:
        given = {name: settings.pop(name) for name in _FIELDS}
        reading = {name: value for name, value in given.items() if value is not None}
        if columns:
            reading["columns"] = {role: name for one in columns for role, name in one.items()}
        return function(reading=reading, **settings)

    for option in reversed(list(_options())):
        option(call)
    return call


def load(place: Place, reading: Reading, format: str | None) -> io.Loaded:
    """Read what lies at a place."""
    how = io.Understanding(**reading, format=place.format(format))
    return io.load(place.name, how)


def reading_of(recipe: Recipe) -> Reading:
    """Take from a recipe what it says about reading."""
    return {name: getattr(recipe, name) for name in ("columns", *_FIELDS)}


def understood(name: str, loaded: io.Loaded) -> Iterator[tuple[str, object]]:
    """Say what was read, in lines with labels."""
    yield "Read", f"{name}: {outline(loaded.data)}"
    yield "Columns", ", ".join(f"{role}: {column}" for role, column in loaded.columns.items())
    for note in loaded.notes:
        yield "Note", note
    yield from skipped(loaded)


def released(place: Place, papers: Certificate, format: str | None) -> Shape:
    """Read a release, in the shape that its certificate names."""
    if papers.shape == Trajectories.shape:
        return load(place, {}, format).data
    return io.read_shape(papers.shape, place.name)


def load_release(
    place: Place, reading: Reading, format: str | None
) -> tuple[Tracks, io.Loaded | None]:
    """Read what may be a release: as its certificate says, or as points if it has none.

    What was understood comes along where points were read.
    """
    if place.has_papers:
        papers, reading = read_certificate(place.certificate(None)), {}
        if papers.shape != Trajectories.shape:
            return _tracks(io.read_shape(papers.shape, place.name), place), None
    loaded = load(place, reading, format)
    return loaded.data, loaded


def _tracks(data: Shape, place: Place) -> Tracks:
    if not isinstance(data, Tracks):
        raise InputError(
            f"{place.as_source} holds {data.shape}, says its certificate, and what is wanted here "
            "is about people: points, or boxes."
        )
    return data


def outline(data: Tracks) -> str:
    """Say how much data there is, and of which days."""
    facts = [counted(len(data), "trajectory"), counted(data.n_rows, data.row)]
    facts += [counted(data.n_owners, "user")] if data.has_owners else []
    return ", ".join([*facts, data.summary().get("days", "no days")])


def skipped(loaded: io.Loaded) -> Iterator[tuple[str, object]]:
    """Say which rows were left out."""
    for drop in loaded.skipped:
        yield "Left out", f"{counted(drop.points, 'row')}, {drop.cause}"


def promises(papers: Certificate) -> Iterator[tuple[str, object]]:
    """Say what a release promises, and what came of checking it."""
    for judged in papers.judged:
        promise = judged.claim.promise(papers.unit)
        found = judged.verdict.found if judged.measured else judged.verdict.answer
        verdict = f"{found} ({judged.claim.grade})"
        yield "Promises", f"{judged.claim.name}: {verdict}. {promise}"


def removed(tally: Tally) -> Iterator[tuple[str, object]]:
    """Say what was removed, by cause."""
    for drop in tally:
        points, whole = counted(drop.points, "point"), counted(drop.trajectories, "trajectory")
        yield "Removed", f"{whole} ({points}): {drop.cause}"
    if not tally.drops:
        yield "Removed", "nothing"


def edited(record: Record) -> Iterator[tuple[str, object]]:
    """Say how many points were moved and made up, where a method tells it."""
    if record.edits is not None:
        moved, created = record.edits.moved, record.edits.created
        yield "Edited", f"{counted(moved, 'point')} moved, {counted(created, 'point')} made up"


def tell_reading(voice: Voice, name: str, loaded: io.Loaded) -> None:
    """Say beside a result what the reader should know: rows left out always, notes on wish."""
    voice.aside(*(f"{name}: left out {text}" for _, text in skipped(loaded)))
    voice.detail(*(f"{name}: {note}" for note in loaded.notes))


def input_json(loaded: io.Loaded) -> dict[str, Any]:
    """Give what was read as plain values."""
    data = loaded.data
    return {
        "trajectories": len(data),
        "points": data.n_points,
        "users": data.n_owners if data.has_owners else None,
        "columns": loaded.columns,
        "notes": list(loaded.notes),
        "left_out": loaded.skipped.as_json(),
    }


def _options() -> Iterator[Callable[..., Any]]:
    yield click.option(
        "--columns",
        type=ColumnsType(),
        multiple=True,
        help=f"{Recipe.model_fields['columns'].description}  [may be repeated]",
    )
    for name in _FIELDS:
        yield field_flag(Recipe, name)
    yield click.option(
        "--format",
        type=click.Choice(FORMATS),
        help="Format of stdin and stdout, and of files whose name does not say it.",
    )


def field_flag(recipe: type[BaseModel], name: str, help: str = "") -> Callable[..., Any]:
    """Make an option from a field of a recipe, or of other terms."""
    parameter = described(name, recipe.model_fields[name])
    return click.option(
        name,
        *as_flag(parameter, f"--{parameter.flag}"),
        type=None if parameter.core is bool else FieldType(parameter),
        default=None,
        multiple=parameter.many,
        help=help or parameter.meaning,
    )


class ColumnsType(click.ParamType[dict[str, str]]):
    """`ROLE=NAME`, and more of them after commas."""

    name = "role=name,..."

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> dict[str, str]:
        """Read the pairs."""
        pairs = [pair.partition("=") for pair in str(value).split(",")]
        if not all(role.strip() and name for role, _, name in pairs):
            self.fail("write it as in lat=Breite,lon=Laenge", param, ctx)
        return {role.strip(): name for role, _, name in pairs}
