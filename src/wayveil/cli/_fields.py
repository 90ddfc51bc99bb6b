"""The fields of a part or recipe as people see them: one description for options and pages."""

from __future__ import annotations

import inspect
import types
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any, Final, Literal, Union, get_args, get_origin

from pydantic import BaseModel, TypeAdapter, ValidationError
from pydantic.fields import FieldInfo

from wayveil.catalogue import FOLDERS
from wayveil.errors import ParameterError
from wayveil.part import Part, Unit, explain

#: Units in words; a unit that is a word already is not listed.
UNIT_WORDS: Final = {"m": "metres", "s": "seconds", "min": "minutes", "h": "hours"}
_TYPE_WORDS: Final[dict[object, str]] = {
    int: "integer", float: "number", bool: "yes or no", str: "text", Path: "path",
    datetime: "time",
}  # fmt: skip


@dataclass(frozen=True)
class Bound:
    """The smallest or largest value of a field, or the first one beyond it."""

    value: float
    included: bool

    def __str__(self) -> str:
        return f"{self.value:,.15g}"


@dataclass(frozen=True)
class Parameter:
    """One field: how it is called, what it means, and what it takes."""

    name: str
    meaning: str
    core: Any
    default: Any
    unit: str | None
    low: Bound | None
    high: Bound | None
    many: bool
    required: bool
    adapter: TypeAdapter[Any]

    @property
    def flag(self) -> str:
        """The name in an option."""
        return self.name.replace("_", "-")

    @property
    def kind(self) -> type[Part] | None:
        """The kind of part that it holds, if it holds a part."""
        return self.core if inspect.isclass(self.core) and issubclass(self.core, Part) else None

    @property
    def choices(self) -> tuple[Any, ...]:
        """All values it may take, where they are few."""
        return get_args(self.core) if get_origin(self.core) is Literal else ()

    @property
    def unit_word(self) -> str:
        """The unit in words."""
        return UNIT_WORDS.get(self.unit or "", self.unit or "")

    @property
    def type_word(self) -> str:
        """What it takes, in a word or two."""
        if self.choices:
            return " or ".join(map(str, self.choices))
        if self.kind:
            return FOLDERS[self.kind.folder]
        return _type_words(self.core)

    @property
    def bounds_words(self) -> str:
        """The smallest and largest value, in words."""
        if self.low and self.high and self.low.included and self.high.included:
            return f"{self.low} to {self.high}"
        words = []
        if self.low:
            words.append(f"{'at least' if self.low.included else 'above'} {self.low}")
        if self.high:
            words.append(f"{'at most' if self.high.included else 'below'} {self.high}")
        return ", ".join(words)

    @property
    def default_word(self) -> str:
        """The default as it would be typed."""
        if isinstance(self.default, bool):
            return "yes" if self.default else "no"
        if isinstance(self.default, Part):
            return self.default.name
        if isinstance(self.default, list | tuple):
            return (", " if self.many else ",").join(map(str, self.default))
        return "" if self.default is None else str(self.default)

    def read(self, value: Any) -> Any:
        """Check a value as the field would; the error names no part."""
        try:
            return self.adapter.validate_python(value)
        except ValidationError as error:
            raise ParameterError(explain(error)) from None

    def as_json(self) -> dict[str, Any]:
        """Give it as plain values."""
        default = self.default.as_json() if isinstance(self.default, Part) else self.default
        return {
            "name": self.name,
            "type": self.type_word,
            "unit": self.unit,
            "default": default,
            "required": self.required,
            "bounds": self.bounds_words or None,
            "choices": list(self.choices) or None,
            "meaning": self.meaning,
        }


def parameters(model: type[BaseModel]) -> list[Parameter]:
    """Describe the fields of a part or recipe, in order."""
    return [described(name, field) for name, field in model.model_fields.items()]


def described(name: str, field: FieldInfo) -> Parameter:
    """Describe one field."""
    core, marks = _peeled(field.annotation, list(field.metadata))
    whole: Any = Annotated[field.annotation, field]
    many = get_origin(core) in (tuple, list)
    if many:
        whole = get_args(core)[0]
        core, marks = _peeled(whole, marks)
    return Parameter(
        name=name,
        meaning=field.description or "",
        core=core,
        default=None if field.is_required() else field.get_default(call_default_factory=True),
        unit=next((mark.name for mark in marks if isinstance(mark, Unit)), None),
        low=_tightest(marks, "ge", "gt", max),
        high=_tightest(marks, "le", "lt", min),
        many=many,
        required=field.is_required(),
        adapter=TypeAdapter(whole),
    )


def _peeled(annotation: Any, marks: list[Any]) -> tuple[Any, list[Any]]:
    """Take `Annotated` and `| None` off a type, and gather what they said."""
    if get_origin(annotation) is Annotated:
        inner, *said = get_args(annotation)
        return _peeled(inner, marks + [m for mark in said for m in _unpacked(mark)])
    if get_origin(annotation) in (Union, types.UnionType):
        inner = [each for each in get_args(annotation) if each is not type(None)]
        if len(inner) == 1:
            return _peeled(inner[0], marks)
    return annotation, marks


def _unpacked(mark: Any) -> list[Any]:
    return list(mark.metadata) if isinstance(mark, FieldInfo) else [mark]


def _type_words(core: Any) -> str:
    """Say in words what a type takes, or any of several types."""
    if get_origin(core) in (Union, types.UnionType):
        return ", or ".join(_type_words(each) for each in get_args(core))
    if get_origin(core) is Literal:
        return " or ".join(map(str, get_args(core)))
    return _TYPE_WORDS.get(core, "value")


def _tightest(
    marks: list[Any], including: str, excluding: str, pick: Callable[..., Bound]
) -> Bound | None:
    bounds = [
        Bound(getattr(mark, side), included=side == including)
        for mark in marks
        for side in (including, excluding)
        if hasattr(mark, side)
    ]
    return pick(bounds, key=lambda bound: bound.value) if bounds else None
