"""`wayveil filter`: leave out what you do not want, before anything else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import click

from wayveil import io, walk
from wayveil.cli import _jobs
from wayveil.cli._bar import bar
from wayveil.cli._choice import PartVerb
from wayveil.cli._fields import parameters
from wayveil.cli._options import Branch, FieldOption, as_part, field_options, laid_over, nested
from wayveil.cli._places import Place, clear, present, writable
from wayveil.cli._reading import (
    Reading,
    input_json,
    load,
    outline,
    reading_flags,
    reading_of,
    removed,
    understood,
)
from wayveil.cli._show import labelled, the_voice
from wayveil.cli._verb import force_flag, json_flag, path_type
from wayveil.errors import ParameterError
from wayveil.kinds import Filter
from wayveil.recipe import FilterRecipe

_PLAIN: Final = "This is not a release: it has the ids of the input, and promises nothing."

#: Filters as a recipe writes them.
Filters = list[dict[str, Any]]


class FilterVerb(PartVerb):
    """A command with options for every filter.

    `--NAME` takes the first field of a filter, `--NAME.FIELD` the others. The order of filters on
    the command line is the order in which they are applied.
    """

    def options_for(self, args: list[str]) -> Iterator[FieldOption]:
        """Make the options of all filters."""
        for name in Filter.names():
            branch = Branch(f"--{name.replace('_', '-')}", (name,), again=True)
            for place, parameter in enumerate(parameters(Filter.load(name))):
                flag = branch.below(parameter.flag) if place else branch.flag
                yield from field_options(parameter, args, branch, flag)

    def gathered(self, given: Mapping[FieldOption, Any], args: Sequence[str]) -> Filters:
        """Make the filters, in order; a field that is given again begins another filter."""
        chosen: list[tuple[str, dict[FieldOption, Any]]] = []
        for option, value in _in_order(given, args):
            name = option.path[0]
            open_ones = (held for known, held in reversed(chosen) if known == name)
            held = next((held for held in open_ones if option not in held), None)
            if held is None:
                chosen.append((name, held := {}))
            held[option] = value
        return [{"name": name, **nested(held)[name]} for name, held in chosen]


def _in_order(
    given: Mapping[FieldOption, Any], args: Sequence[str]
) -> Iterator[tuple[FieldOption, Any]]:
    """Give every use of an option with its value, as they stand on the command line."""
    flags = {flag: option for option in given for flag in (*option.opts, *option.secondary_opts)}
    values = {option: iter(value) for option, value in given.items() if option.multiple}
    for word in args:
        option = flags.get(word.partition("=")[0])
        if option is not None:
            yield option, next(values[option]) if option in values else given[option]


@click.command(cls=FilterVerb)
@click.argument("input", required=False, metavar="INPUT")
@click.argument("output", required=False, metavar="OUTPUT")
@click.option("-f", "--file", type=path_type(), help="Recipe, or parameter file of D4.10.")
@reading_flags
@force_flag
@json_flag
def filter(
    file: Path | None, format: str | None, force: bool, params: Filters, **flags: Any
) -> None:
    """Leave out trajectories that you do not want.

    Filters are applied in the order in which they stand. What comes out is plain data, with its
    ids and users: it is not a release.
    """
    recipe = _recipe(file, params, **flags)
    input, output = Place(recipe.input), Place(recipe.output)
    voice = the_voice()
    if output.is_stream:
        voice.keep_stdout_for_data()
    present(input)
    clear(output.files, [*input.sources(format), file], force=force)
    output.written_format(format)
    if file:
        _jobs.make_folder(output)
    writable(output.files)
    with bar(voice):
        loaded = load(input, reading_of(recipe), format)
        kept, gone = walk.apply_filters(loaded.data, recipe.filters)
        io.write(kept, output.name, format=output.format(format), force=force)
    notes = [note for sieve in recipe.filters for note in sieve.notes()]
    lines = [
        *understood(input.as_source, loaded),
        *(("Note", note) for note in notes),
        *removed(gone),
        ("Wrote", f"{output.as_target}: {outline(kept)}"),
        ("", _PLAIN),
    ]
    document = {
        "input": {"file": input.name, **input_json(loaded)},
        "notes": notes,
        "removed": gone.as_json(),
        "output": {"file": output.name, "trajectories": len(kept), "points": kept.n_points},
    }
    voice.show(document, *labelled(lines))


def _recipe(
    file: Path | None,
    filters: Filters,
    input: str | None,
    output: str | None,
    reading: Reading,
) -> FilterRecipe:
    given = [word for word in (input, output) if word is not None]
    if file is None and len(given) < 2:
        raise click.UsageError(f"Missing argument '{('INPUT', 'OUTPUT')[len(given)]}'.")
    if len(given) == 1:
        raise click.UsageError("Beside -f, give both INPUT and OUTPUT, or neither.")
    stated = _jobs.stated_in(file)
    if not filters and "filters" not in stated:
        raise click.UsageError("Name a filter, as in --min-locations 5.")
    if filters:
        stated["filters"] = _laid_over_all(stated.get("filters") or [], filters)
    return FilterRecipe.of(_jobs.with_flags(stated, {"input": input, "output": output, **reading}))


def _laid_over_all(stated: Sequence[Any], given: Filters) -> Filters:
    """Lay given filters over those of the same name that a file states; add the others."""
    if not isinstance(stated, list):
        raise ParameterError("the filters of a recipe are written as a list.")
    result, left = [as_part(each) for each in stated], list(given)
    for old in result:
        new = next((each for each in left if each["name"] == old["name"]), None)
        if new is not None:
            left.remove(new)
            old["params"] = laid_over(Filter.load(old["name"]), old["params"], new["params"])
    return result + left
