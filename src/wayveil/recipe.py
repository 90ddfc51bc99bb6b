"""Recipes: a job as a JSON file, with nested parts. Paths are relative to the working directory."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from wayveil import d410
from wayveil.errors import ParameterError
from wayveil.kinds import Analysis, Anonymizer, Attack, Filter, Measure, Unit
from wayveil.part import Seconds, explain


class Recipe(BaseModel):
    """What all jobs have in common."""

    model_config = ConfigDict(
        frozen=True,
        extra="forbid",
        hide_input_in_errors=True,
        use_attribute_docstrings=True,
        populate_by_name=True,
    )

    task: ClassVar[str]

    version: Literal[1] = Field(1, alias="schema")
    """Version of this format."""
    columns: dict[str, str] = {}
    """Names of columns that are not understood by themselves, by role."""
    time_format: str | None = None
    """How times are written, as for strptime, or s, ms, us, ns."""
    tz: str | None = None
    """Zone of times without one."""
    split_gap: Seconds | None = None
    """Without a column of trajectories: cut each user's track at gaps longer than this."""
    skip_bad_rows: bool = False
    """Leave bad rows out instead of refusing the file."""

    @classmethod
    def of(cls, value: Mapping[str, Any]) -> Self:
        """Make a recipe from a parsed file, ours or D4.10's."""
        stated = dict(d410.translated(value) if d410.is_d410(value) else value)
        task = stated.pop("task", cls.task)
        if task != cls.task:
            raise ParameterError(f"this file is for `wayveil {task}`, not `wayveil {cls.task}`.")
        try:
            return cls.model_validate(stated)
        except ValidationError as error:
            raise ParameterError(f"the recipe does not fit: {explain(error)}.") from None

    def as_json(self) -> dict[str, Any]:
        """Give the recipe as plain values; what was left at its default is left out."""
        stated = self.model_dump(mode="json", by_alias=True, exclude_defaults=True)
        return {"schema": self.version, "task": self.task, **stated}


class ReleaseRecipe(Recipe):
    """What all jobs that make a release have in common."""

    input: str
    """File to read."""
    output: str
    """File to write the release to."""
    filters: tuple[Filter, ...] = ()
    """Filters to apply before it, in order."""
    unit: Unit | None = None
    """Who is protected; the user, if users are known."""
    seed: Annotated[int, Field(ge=0, lt=2**64)] | None = None
    """Repeat a run; ids and order are then no secret."""
    record: Path | None = None
    """Where to write the private record."""


class AnonymizeRecipe(ReleaseRecipe):
    """`wayveil anonymize -f`."""

    task: ClassVar[str] = "anonymize"

    method: Anonymizer
    """The method."""
    keep: tuple[str, ...] = ()
    """Publish this column too."""


class AnalysisRecipe(ReleaseRecipe):
    """`wayveil analysis -f`."""

    task: ClassVar[str] = "analysis"

    method: Analysis
    """The analysis."""
    picture: str | None = None
    """Where to draw a map of the counts, as SVG."""


class FilterRecipe(Recipe):
    """`wayveil filter -f`."""

    task: ClassVar[str] = "filter"

    input: str
    """File to read."""
    output: str
    """File to write what is left to."""
    filters: tuple[Filter, ...]
    """Filters to apply, in order."""


class MeasuresRecipe(Recipe):
    """`wayveil measures -f`."""

    task: ClassVar[str] = "measures"

    original: str
    """File of the original."""
    release: str
    """File of the release."""
    measures: tuple[Measure, ...] | None = None
    """What to measure; everything if not given."""
    record: Path | None = None
    """The private record of the release."""
    output: str | None = None
    """JSON file to write the readings to."""


class CompareRecipe(Recipe):
    """`wayveil compare --methods FILE`. A method may `vary` parameters: each value is a run."""

    task: ClassVar[str] = "compare"

    input: str
    """File to read."""
    output: Path
    """Folder to write to; what is there of the same comparison is not done again."""
    methods: tuple[Anonymizer, ...]
    """The methods; those that vary in a parameter once for each of its values."""
    measures: tuple[Measure, ...] | None = None
    """What to measure; everything if not given."""
    attacks: tuple[Attack, ...] = Field(("unicity",), validate_default=True)
    """What to attack each release with."""
    filters: tuple[Filter, ...] = ()
    """Filters to apply before each method, in order."""
    unit: Unit | None = None
    """Who is protected; the user, if users are known."""
    holdout: Annotated[float, Field(ge=0, lt=1)] = 0
    """Share of the users that is withheld, to see whom attacks find who is not there."""
    seed: Annotated[int, Field(ge=0, lt=2**64)] = 0
    """Another seed gives other runs; releases are not written, so none needs be secret."""
    loss: str = "rmse"
    """The measure across in the picture."""
    risk: str = "record_linkage"
    """The measure or attack upwards in the picture."""

    @classmethod
    def of(cls, value: Mapping[str, Any]) -> Self:
        """Make it from a parsed file, with each varied method once for each value."""
        methods = value.get("methods")
        listed = methods if isinstance(methods, list | tuple) else []
        return super().of({**value, "methods": [run for item in listed for run in varied(item)]})


def varied(method: Any) -> Iterator[Any]:
    """Give a method once for each choice of the parameters that it varies.

    >>> list(varied({"name": "m", "params": {"b": 1}, "vary": {"k": [3, 5]}}))
    [{'name': 'm', 'params': {'b': 1, 'k': 3}}, {'name': 'm', 'params': {'b': 1, 'k': 5}}]
    """
    vary = method.get("vary") if isinstance(method, Mapping) else None
    if not isinstance(vary, Mapping):
        yield method
        return
    plain = {name: inner for name, inner in method.items() if name != "vary"}
    lists = [values if isinstance(values, list) else [values] for values in vary.values()]
    for chosen in product(*lists):
        params = {**(plain.get("params") or {}), **dict(zip(vary, chosen, strict=True))}
        yield {**plain, "params": params}
