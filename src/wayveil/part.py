"""A part is its frozen parameters. They are declared once, as fields, and read from everywhere.

A field says its type, bounds, default, unit and (in the string below it) what it means. Python
validation, nested JSON recipes, command-line options and reference pages all come from there.
"""

from __future__ import annotations

import inspect
from abc import ABC
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from importlib import import_module
from typing import Annotated, Any, ClassVar, Self, TypeVar

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    GetCoreSchemaHandler,
    ModelWrapValidatorHandler,
    ValidationError,
    model_serializer,
    model_validator,
)
from pydantic_core import core_schema

from wayveil.catalogue import FOLDERS, catalogue, find
from wayveil.errors import InternalError, ParameterError
from wayveil.units import quantity

P = TypeVar("P", bound="Part")


@dataclass(frozen=True)
class Unit:
    """The unit of a field; its values may be written with any unit of the same family."""

    name: str

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> core_schema.CoreSchema:
        return core_schema.no_info_before_validator_function(self._read, handler(source))

    def _read(self, value: Any) -> Any:
        try:
            return quantity(value, self.name) if isinstance(value, str) else value
        except ParameterError as error:
            raise ValueError(error.message) from None


Metres = Annotated[float, Unit("m"), Field(ge=0, allow_inf_nan=False)]
Kilometres = Annotated[float, Unit("km"), Field(ge=0, allow_inf_nan=False)]
Seconds = Annotated[float, Unit("s"), Field(ge=0, allow_inf_nan=False)]
Minutes = Annotated[float, Unit("min"), Field(ge=0, allow_inf_nan=False)]
KmPerHour = Annotated[float, Unit("km/h"), Field(ge=0, allow_inf_nan=False)]
K = Annotated[int, Field(ge=2, le=1_000_000)]


class Part(BaseModel, ABC):
    """Anything that can be named in a recipe. A kind adds one call, a part its fields."""

    model_config = ConfigDict(
        frozen=True,
        extra="forbid",
        validate_default=True,
        hide_input_in_errors=True,
        use_attribute_docstrings=True,
    )

    folder: ClassVar[str]
    name: ClassVar[str]

    @classmethod
    def __pydantic_init_subclass__(cls, **options: Any) -> None:
        if "name" not in cls.__dict__:
            cls.name = cls.__module__.rpartition(".")[2]

    def __init__(self, **params: Any) -> None:
        try:
            super().__init__(**params)
        except ValidationError as error:
            raise ParameterError(f"{type(self).name}: {explain(error)}") from None

    @classmethod
    def is_kind(cls) -> bool:
        """Whether this is a kind of part rather than a part."""
        return "folder" in cls.__dict__

    @classmethod
    def kind(cls) -> type[Part]:
        """Give the kind that this is a part of."""
        return next(base for base in cls.__mro__ if issubclass(base, Part) and base.is_kind())

    @classmethod
    def names(cls) -> list[str]:
        """List the parts of this kind."""
        return list(catalogue()[cls.folder])

    @classmethod
    def load(cls, name: str) -> type[Self]:
        """Load the part of this kind with this name."""
        entry = find(cls.folder, name)
        module = import_module(entry.module)
        for found in vars(module).values():
            if inspect.isclass(found) and issubclass(found, cls) and found.name == name:
                return found
        raise InternalError(f"{entry.module} defines no {FOLDERS[cls.folder]} called '{name}'.")

    @classmethod
    def named(cls, name: str, **params: Any) -> Self:
        """Make the part of this kind with this name."""
        return cls.load(name)(**params)

    @classmethod
    def read(cls, value: Any) -> Self:
        """Make a part from its name, from `{"name", "params"}`, or from itself."""
        if isinstance(value, cls):
            return value
        name, params = as_written(value, FOLDERS[cls.folder])
        return cls.named(name, **params)

    @classmethod
    def chosen(cls, value: Any, params: Mapping[str, Any]) -> Self:
        """Make a part from its name and parameters beside it, or as `read` does without."""
        if not params:
            return cls.read(value)
        if isinstance(value, str):
            return cls.named(value, **params)
        kind = FOLDERS[cls.folder]
        raise ParameterError(f"parameters go beside a {kind}'s name, or into the {kind}, not both.")

    @classmethod
    def read_all(cls, values: Any) -> list[Self]:
        """Make the parts of a list; one alone may stand without a list."""
        alone = isinstance(values, str | Mapping | Part)
        return [cls.read(value) for value in ([values] if alone else values)]

    @model_validator(mode="wrap")
    @classmethod
    def _from_recipe(cls, value: Any, handler: ModelWrapValidatorHandler[Self]) -> Self:
        return cls.read(value) if cls.is_kind() else handler(value)

    @classmethod
    def example(cls) -> Self:
        """Make one to try out; a part that cannot be made without parameters says how here.

        The contract runs on it, so what it needs (a file, say) must come with the package.
        """
        return cls()

    @model_serializer(mode="plain")
    def as_json(self) -> dict[str, Any]:
        """Give the part as `{"name", "params"}`, nested parts likewise, and what is unset not."""
        return self._told(lambda part: part.as_json())

    def published(self) -> dict[str, Any]:
        """Give the part as a certificate names it: as `as_json`, but nothing of the publisher's.

        A part that names a file gives its base name and digest here.
        """
        return self._told(lambda part: part.published())

    def notes(self) -> tuple[str, ...]:
        """Say what users should know beyond its parameters, such as what was mended in a file."""
        return tuple(note for _, value in self if isinstance(value, Part) for note in value.notes())

    def _told(self, nested: Callable[[Part], Any]) -> dict[str, Any]:
        fields = type(self).model_fields
        stated = {n: v for n, v in self if v is not None or fields[n].default is not None}
        return {"name": self.name, "params": {n: _plain(v, nested) for n, v in stated.items()}}

    @classmethod
    def sentence(cls) -> str:
        """Give the first line of the docstring: what the part does."""
        return (inspect.getdoc(cls) or "").partition("\n")[0]


def as_written(value: Any, kind: str) -> tuple[str, Mapping[str, Any]]:
    """Take a name and parameters out of what a recipe says of a part."""
    name, params = value, None
    if isinstance(value, Mapping) and set(value) <= {"name", "params"}:
        name, params = value.get("name"), value.get("params")
    if not isinstance(name, str) or not isinstance(params or {}, Mapping):
        raise ParameterError(
            f'a {kind} is written as its name, or as {{"name": ..., "params": {{...}}}}.'
        )
    return name, params or {}


def by_default(recipe: str | Mapping[str, Any]) -> Any:
    """Make a part, given by name or as a recipe, the default of a field whose type is a kind."""
    return Field(default=recipe)


def _plain(value: Any, nested: Callable[[Part], Any]) -> Any:
    if isinstance(value, Part):
        return nested(value)
    if isinstance(value, list | tuple):
        return [_plain(item, nested) for item in value]
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, float) and value.is_integer() and abs(value) < 2**53:
        return int(value)
    return value


def explain(error: ValidationError) -> str:
    """Say what pydantic found wrong, without the values it found."""
    return "; ".join(_explain_one(fault) for fault in error.errors(include_url=False))


def _explain_one(fault: Any) -> str:
    where = ".".join(str(step) for step in fault["loc"])
    told = fault["msg"].removeprefix("Value error, ").removeprefix("Input ").rstrip(".")
    if fault["type"] == "extra_forbidden":
        told = "no such parameter"
    elif fault["type"] == "missing":
        told = "required"
    elif fault["type"] == "path_type":
        told = "should be a path"
    return f"{where}: {told}" if where else told
