"""Parameter files of D4.10 (6.4), read as they are: their keys and part names are ours by alias."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain
from pathlib import PurePath
from typing import Any, Final, TypeVar

from pydantic import AliasChoices, BaseModel, ConfigDict, Field, ValidationError

from wayveil.errors import ParameterError
from wayveil.part import as_written, explain

PARTS: Final = {
    "SimpleGeneralization": "simple_generalization",
    "ProtectedGeneralization": "protected_generalization",
    "Microaggregation": "microaggregation",
    "TimePartMicroaggregation": "time_part_microaggregation",
    "SwapAllLocations": "swap_locations",
    "SwapLocations": "swap_locations",
    "SwapMob": "swapmob",
    "QuadTreeHeatMap": "quadtree_heatmap",
    "SimpleMDAV": "simple_mdav",
    "Martinez2021": "martinez2021",
    "Mean_trajectory": "mean_trajectory",
    "Mean_Trajectory": "mean_trajectory",
    "Martinez2021.Aggregation": "mean_trajectory",
    "Closest_trajectory_to_mean_trajectory": "closest_trajectory_to_mean_trajectory",
    "Closest_locations_to_mean_trajectory": "closest_locations_to_mean_trajectory",
    "Rsme": "rmse",
    "RSME": "rmse",
    "PropensityScore": "propensity_score",
    "RecordLinkage": "record_linkage",
    "TrajectoriesRemoved": "trajectories_removed",
}
#: Those that are run by `analysis`.
ANALYSES: Final = ("QuadTreeHeatMap",)
PARAMS: Final = {
    "tesselation_meters": "tile_size",
    "tessellation_meters": "tile_size",
    "tiles_size": "tile_size",
    "percen_window_size": "window",
    "Interval": "interval",
    "min_n_swaps": "min_n_swap",
}
#: The measures that D4.10 calls ScikitMeasures: those on tiles, and the others.
SCIKIT_TILED: Final = (
    "visits_per_location",
    "uncorrelated_location_entropy",
    "random_location_entropy",
)
SCIKIT_WHOLE: Final = ("distance_straight_line", "mean_square_displacement")
SCIKIT_DEFAULTS: Final = {"tile_size": 250}
#: Units of bare numbers, where they are not ours.
UNITS: Final = {("ProtectedGeneralization", "time_interval"): "min"}
#: Parameters that hold a part.
PART_PARAMS: Final = ("clustering_method", "aggregation_method", "trajectory_distance")
#: Where its defaults are not ours.
METHOD_DEFAULTS: Final[Mapping[str, Mapping[str, Any]]] = {
    "Microaggregation": {"clustering_method": {"name": "SimpleMDAV"}},
    "TimePartMicroaggregation": {
        "clustering_method": {
            "name": "SimpleMDAV",
            "params": {"trajectory_distance": {"name": "Martinez2021", "params": {"p_lambda": 0}}},
        }
    },
}
#: Parameters that belong to a part inside: its field, its name, and which they are.
INNER: Final[Mapping[str, tuple[str, str, tuple[str, ...]]]] = {
    "Closest_trajectory_to_mean_trajectory": ("trajectory_distance", "Martinez2021", ("p_lambda",)),
    "SwapMob": ("meeting", "threshold", ("spatial_thold", "temporal_thold")),
}
#: D4.10 writes a filter as {name: value}; this is the field that the value belongs to.
FILTER_FIELDS: Final = {"min_locations": "points", "max_speed": "speed"}


class _File(BaseModel):
    """What its parameter files have in common; the field names are its keys."""

    model_config = ConfigDict(extra="forbid", hide_input_in_errors=True)

    output_folder: str | None = None
    main_output_file: str | None = Field(
        None, validation_alias=AliasChoices("main_output_file", "output_filename")
    )

    def named(self, name: str | None = None) -> str | None:
        """Give the named output, or else this one, in the folder."""
        name = self.main_output_file or name
        return name and str(PurePath(self.output_folder or "") / name)


class _InputFile(_File):
    input_file: str | None = Field(
        None, validation_alias=AliasChoices("input_file", "input_filename")
    )

    def output(self, suffix: str) -> str | None:
        """Give the named output, or else the input's stem with a suffix."""
        path = PurePath(self.input_file or "")
        return self.named(f"{path.stem}{suffix}{path.suffix}" if path.name else None)


class _MethodFile(_InputFile):
    method: str | None = None
    params: dict[str, Any] | None = None


class _FilterFile(_InputFile):
    methods: list[dict[str, Any]]


class _MeasuresFile(_File):
    original_dataset: str | None = None
    anonymized_dataset: str | None = None
    measures: list[Any] | None = None


F = TypeVar("F", bound=_File)

#: Keys that our recipes have not.
_MARKS: Final = {
    "input_file",
    "input_filename",
    "output_folder",
    "main_output_file",
    "output_filename",
    "original_dataset",
    "anonymized_dataset",
}


def is_d410(file: Mapping[str, Any]) -> bool:
    """Whether a parameter file is one of D4.10's."""
    return "schema" not in file and bool(_MARKS & set(file))


def translated(file: Mapping[str, Any]) -> dict[str, Any]:
    """Say a D4.10 parameter file in the words of our recipes."""
    if "original_dataset" in file or "anonymized_dataset" in file:
        recipe = _measures(_read(_MeasuresFile, file))
    elif "methods" in file:
        recipe = _filter(_read(_FilterFile, file))
    elif file.get("method") in ANALYSES:
        recipe = _analysis(_read(_MethodFile, file))
    else:
        recipe = _anonymize(_read(_MethodFile, file))
    return {key: value for key, value in recipe.items() if value is not None}


def _read(kind: type[F], file: Mapping[str, Any]) -> F:
    try:
        return kind.model_validate(file)
    except ValidationError as error:
        raise ParameterError(f"the parameter file does not fit: {explain(error)}.") from None


def _analysis(file: _MethodFile) -> dict[str, Any]:
    stem = PurePath(file.input_file or "").stem
    return {
        "task": "analysis",
        "input": file.input_file,
        "output": file.named(f"{stem}_{file.method}.json" if stem else None),
        "method": _part({"name": file.method, "params": file.params or {}}),
    }


def _anonymize(file: _MethodFile) -> dict[str, Any]:
    params = {**METHOD_DEFAULTS.get(str(file.method), {}), **(file.params or {})}
    seed = params.pop("seed", None)
    return {
        "task": "anonymize",
        "input": file.input_file,
        "output": file.output("_anonymized"),
        "method": file.method and _part({"name": file.method, "params": params}),
        "seed": seed,
    }


def _filter(file: _FilterFile) -> dict[str, Any]:
    filters = [
        {"name": name, "params": {FILTER_FIELDS.get(name, "value"): value}}
        for item in file.methods
        for name, value in item.items()
    ]
    return {
        "task": "filter",
        "input": file.input_file,
        "output": file.output("_filtered"),
        "filters": filters,
    }


def _measures(file: _MeasuresFile) -> dict[str, Any]:
    return {
        "task": "measures",
        "original": file.original_dataset,
        "release": file.anonymized_dataset,
        "output": file.named(),
        "measures": None if file.measures is None else [*chain(*map(_one_or_five, file.measures))],
    }


def _one_or_five(value: Any) -> list[dict[str, Any]]:
    """Translate a measure; D4.10 reads off those of scikit-mobility as one."""
    name, params = as_written(value, "measure")
    if name != "ScikitMeasures":
        return [_part(value)]
    # Ours are sorted by time always, and only those of places have tiles.
    size = {key: params[key] for key in params if PARAMS.get(key, key) == "tile_size"}
    tiled = {**SCIKIT_DEFAULTS, **_part({"name": name, "params": size})["params"]}
    rest = set(params) - set(size) - {"sort"}
    return [
        {"name": each, "params": {**(tiled if each in SCIKIT_TILED else {}), **dict.fromkeys(rest)}}
        for each in (*SCIKIT_TILED, *SCIKIT_WHOLE)
    ]


def _part(value: Any) -> dict[str, Any]:
    """Translate the names of a part, of its parameters, and of the parts inside it."""
    name, params = as_written(value, "part")
    stated = dict(params)
    field, inner_name, keys = INNER.get(name, ("", "", ()))
    if nested := {key: stated.pop(key) for key in keys if key in stated}:
        stated[field] = {"name": inner_name, "params": nested}
    if stated.get("tiles_filename"):
        stated["tessellation"] = _polygons(stated.pop("tiles_filename"))
    ours = {PARAMS.get(key, key): _value(name, key, inner) for key, inner in stated.items()}
    return {
        "name": PARTS.get(name, name),
        "params": {key: inner for key, inner in ours.items() if inner is not None},
    }


def _polygons(file: str) -> dict[str, Any]:
    """Tiles of a file; where they overlap, the first one counts there."""
    return {"name": "polygons", "params": {"file": file, "overlaps": "first"}}


def _value(part: str, key: str, value: Any) -> Any:
    """Translate a value, which may be a part, or a number in a unit of its own."""
    if isinstance(value, Mapping):
        return _part(value)
    if (part, key) in UNITS and isinstance(value, int | float):
        return f"{value}{UNITS[part, key]}"
    return PARTS.get(value, value) if key in PART_PARAMS and isinstance(value, str) else value
