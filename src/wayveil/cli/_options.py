"""Options made from fields: `--tile-size METRES`, and dotted ones for the parts within parts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import click

from wayveil.catalogue import catalogue, find
from wayveil.cli._fields import Parameter, parameters
from wayveil.errors import UserError
from wayveil.part import Part, as_written

_PREFIX: Final = "part__"

#: Parameters as a recipe nests them: a nested part is {"name": ..., "params": {...}}.
Params = dict[str, Any]


class FieldType(click.ParamType[Any]):
    """Whatever a field takes; the field itself judges the value."""

    def __init__(self, parameter: Parameter) -> None:
        self.parameter = parameter
        self.name = parameter.type_word

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:
        """Name the unit, the choices, or else the type."""
        if self.parameter.choices:
            return f"[{'|'.join(map(str, self.parameter.choices))}]"
        return (self.parameter.unit_word or self.parameter.type_word).upper()

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Read the value as the field does."""
        try:
            if self.parameter.kind:
                return find(self.parameter.kind.folder, value).name
            spoken = {str(choice): choice for choice in self.parameter.choices}
            return self.parameter.read(spoken.get(value, value))
        except UserError as error:
            self.fail(str(error).replace("\n", " ").rstrip("."), param, ctx)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[Any]:
        """Offer the choices, the parts of the kind, or files."""
        from click.shell_completion import CompletionItem

        kind = self.parameter.kind
        if self.parameter.core is Path:
            return [CompletionItem(incomplete, type="file")]
        known = catalogue()[kind.folder] if kind else map(str, self.parameter.choices)
        return [CompletionItem(name) for name in known if name.startswith(incomplete)]


class FieldOption(click.Option):
    """An option for one field of a part, which may lie within other parts."""

    def __init__(
        self, parameter: Parameter, path: Sequence[str], flag: str, *, again: bool = False
    ) -> None:
        self.parameter = parameter
        self.path = tuple(path)
        super().__init__(
            [_PREFIX + "__".join(path), *as_flag(parameter, flag)],
            type=None if parameter.core is bool else FieldType(parameter),
            default=None,
            multiple=parameter.many or (again and parameter.core is not bool),
            help=_help(parameter),
        )


@dataclass(frozen=True)
class Branch:
    """Where the options of one part hang, and what a recipe says of it already.

    Where the part may be used `again`, its options may be repeated.
    """

    flag: str = ""
    path: tuple[str, ...] = ()
    stated: Mapping[str, Any] = field(default_factory=dict)
    again: bool = False

    def below(self, name: str) -> str:
        """Give the flag of a field here."""
        return f"{self.flag}.{name}" if self.flag else f"--{name}"


def part_options(
    part: type[Part], args: Sequence[str], branch: Branch | None = None
) -> Iterator[FieldOption]:
    """Make an option for every field of a part, and for those of the parts chosen within it."""
    branch = branch or Branch()
    for parameter in parameters(part):
        yield from field_options(parameter, args, branch, branch.below(parameter.flag))


def field_options(
    parameter: Parameter, args: Sequence[str], branch: Branch, flag: str
) -> Iterator[FieldOption]:
    """Make the option of one field; of a field that holds a part, also those of that part."""
    path = (*branch.path, parameter.name)
    yield FieldOption(parameter, path, flag, again=branch.again)
    if parameter.kind and not parameter.many:
        stated = as_part(branch.stated.get(parameter.name, parameter.default))
        chosen = typed(flag, args) or stated["name"]
        if chosen in catalogue()[parameter.kind.folder]:
            params = stated["params"] if chosen == stated["name"] else {}
            within = Branch(flag, path, params, branch.again)
            yield from part_options(parameter.kind.load(chosen), args, within)


def typed(flag: str, args: Sequence[str]) -> str | None:
    """Find what stands behind a flag; the last one counts, as it does for click."""
    found = None
    for word, following in zip(args, [*args[1:], None], strict=False):
        if word == flag:
            found = following
        elif word.startswith(f"{flag}="):
            found = word.partition("=")[2]
    return found


def as_part(value: Any) -> dict[str, Any]:
    """Write a part, its name or its recipe as `{"name", "params"}`; no name if there is none."""
    if isinstance(value, Part):
        return value.as_json()
    if value is None:
        return {"name": None, "params": {}}
    name, params = as_written(value, "part")
    return {"name": name, "params": dict(params)}


def taken_out(ctx: click.Context) -> dict[FieldOption, Any]:
    """Take the options of fields out of what was parsed: only those given."""
    options = [o for o in ctx.command.get_params(ctx) if isinstance(o, FieldOption)]
    values = {option: ctx.params.pop(str(option.name), None) for option in options}
    return {option: value for option, value in values.items() if value not in (None, ())}


def nested(given: Mapping[FieldOption, Any]) -> Params:
    """Nest values as a recipe does."""
    params: Params = {}
    for option, value in given.items():
        *outer, last = option.path
        place = params
        for step in outer:
            place = place.setdefault(step, {}).setdefault("params", {})
        if option.parameter.kind and not option.parameter.many:
            place.setdefault(last, {})["name"] = value
        else:
            place[last] = value
    return params


def laid_over(part: type[Part], stated: Mapping[str, Any], given: Mapping[str, Any]) -> Params:
    """Lay given parameters over stated ones; where another part is chosen, it starts afresh."""
    params = {**stated, **given}
    for parameter in parameters(part):
        if parameter.kind and not parameter.many and parameter.name in given:
            old = as_part(stated.get(parameter.name, parameter.default))
            new = {"name": old["name"], "params": {}} | given[parameter.name]
            base = old["params"] if new["name"] == old["name"] else {}
            inner = laid_over(parameter.kind.load(new["name"]), base, new["params"])
            params[parameter.name] = {"name": new["name"], "params": inner}
    return params


def as_flag(parameter: Parameter, flag: str) -> list[str]:
    """Give the declaration of an option: `--x`, or `--x/--no-x` for yes or no."""
    if parameter.core is bool:
        head, _, last = flag.rpartition(".")
        off = f"{head}.no-{last}" if head else f"--no-{flag.removeprefix('--')}"
        return [f"{flag}/{off}"]
    return [flag]


def _help(parameter: Parameter) -> str:
    unit = f"in {parameter.unit_word}" if parameter.unit else ""
    default = f"default: {parameter.default_word}" if parameter.default_word else ""
    many = "may be repeated" if parameter.many else ""
    facts = "; ".join(filter(None, (unit, default, parameter.bounds_words, many)))
    return f"{parameter.meaning}  [{facts}]" if facts else parameter.meaning
