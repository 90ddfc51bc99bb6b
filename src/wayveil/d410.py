"""Parameter files of D4.10 (6.4), read as they are: their keys and part names are ours by alias."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import PurePath
from typing import Any, Final

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
    "ScikitMeasures": "scikit_measures",
    "Rsme": "rmse",
    "RSME": "rmse",
    "PropensityScore": "propensity_score",
    "RecordLinkage": "record_linkage",
    "TrajectoriesRemoved": "trajectories_removed",
}
PARAMS: Final = {
    "tesselation_meters": "tile_size",
    "tessellation_meters": "tile_size",
    "tiles_size": "tile_size",
    "percen_window_size": "window",
    "Interval": "interval",
}
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
#: D4.10 writes a filter as {name: value}; this is the field that the value belongs to.
FILTER_FIELDS: Final = {"min_locations": "points", "max_speed": "speed"}

_INPUTS: Final = ("input_file", "input_filename")
_MARKS: Final = {
    *_INPUTS,
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
        return _measures(file)
    if "methods" in file:
        return _filter(file)
    return _anonymize(file)


def _anonymize(file: Mapping[str, Any]) -> dict[str, Any]:
    method = file.get("method")
    params = {**METHOD_DEFAULTS.get(str(method), {}), **(file.get("params") or {})}
    seed = params.pop("seed", None)
    recipe = {
        "task": "anonymize",
        "input": _input(file),
        "output": _output(file, "_anonymized"),
        "method": _part({"name": method, "params": params}),
        "seed": seed,
    }
    return _stated(recipe)


def _filter(file: Mapping[str, Any]) -> dict[str, Any]:
    filters = [
        {"name": name, "params": {FILTER_FIELDS.get(name, "value"): value}}
        for item in file["methods"]
        for name, value in item.items()
    ]
    return _stated(
        {
            "task": "filter",
            "input": _input(file),
            "output": _output(file, "_filtered"),
            "filters": filters,
        }
    )


def _measures(file: Mapping[str, Any]) -> dict[str, Any]:
    return _stated(
        {
            "task": "measures",
            "original": file.get("original_dataset"),
            "release": file.get("anonymized_dataset"),
            "output": _output(file, None),
            "measures": [_part(item) for item in file.get("measures", [])],
        }
    )


def _input(file: Mapping[str, Any]) -> str | None:
    return next((file[key] for key in _INPUTS if file.get(key)), None)


def _output(file: Mapping[str, Any], suffix: str | None) -> str | None:
    """Where the result goes: the named file, or the input's stem with a suffix, in the folder."""
    folder = PurePath(file.get("output_folder") or "")
    named = file.get("main_output_file") or file.get("output_filename")
    if named:
        return str(folder / named)
    source = _input(file)
    if source is None or suffix is None:
        return None
    path = PurePath(source)
    return str(folder / f"{path.stem}{suffix}{path.suffix}")


def _part(value: Mapping[str, Any]) -> dict[str, Any]:
    """Translate the names of a part, of its parameters, and of the parts inside it."""
    name = value.get("name")
    stated = dict(value.get("params") or {})
    if name == "Closest_trajectory_to_mean_trajectory" and "p_lambda" in stated:
        weight = {"p_lambda": stated.pop("p_lambda")}
        stated["trajectory_distance"] = {"name": "Martinez2021", "params": weight}
    if stated.get("tiles_filename"):
        stated["tessellation"] = _polygons(stated.pop("tiles_filename"))
    params = {
        PARAMS.get(key, key): _part(inner) if isinstance(inner, Mapping) else inner
        for key, inner in stated.items()
        if inner is not None
    }
    return {"name": PARTS.get(str(name), name), "params": params}


def _polygons(file: str) -> dict[str, Any]:
    """Tiles of a file; where they overlap, the first one counts there."""
    return {"name": "polygons", "params": {"file": file, "overlaps": "first"}}


def _stated(recipe: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in recipe.items() if value is not None}
