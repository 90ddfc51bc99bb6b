from __future__ import annotations

from typing import Any

import pytest

from wayveil.errors import ParameterError, UnknownPart
from wayveil.methods.simple_generalization import SimpleGeneralization
from wayveil.recipe import AnonymizeRecipe, FilterRecipe, MeasuresRecipe

PLAIN: dict[str, Any] = {
    "schema": 1,
    "input": "a.csv",
    "output": "b.csv",
    "method": {"name": "simple_generalization", "params": {"tile_size": "1km"}},
}


def test_a_recipe_is_read_and_written_back() -> None:
    recipe = AnonymizeRecipe.of({**PLAIN, "filters": ["min_locations"], "unit": "trajectory"})
    assert recipe.method == SimpleGeneralization(tile_size=1000)
    assert AnonymizeRecipe.of(recipe.as_json()) == recipe
    assert recipe.as_json()["filters"] == [{"name": "min_locations", "params": {"points": 5}}]


def test_a_file_of_d410_becomes_a_recipe() -> None:
    file = {"input_filename": "a.csv", "methods": [{"min_locations": 7}]}
    recipe = FilterRecipe.of(file)
    assert recipe.output == "a_filtered.csv"
    assert recipe.filters[0].as_json()["params"] == {"points": 7}


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"schema": 2}, "schema"),
        ({"seed": -1}, "seed: should be greater than or equal to 0"),
        ({"unit": "family"}, "unit: should be 'trajectory' or 'user'"),
        ({"inputs": "x"}, "inputs: no such parameter"),
        ({"task": "filter"}, "this file is for `wayveil filter`"),
        ({"method": {"name": "simple_generalization", "params": {"tile_size": 0}}}, "tile_size"),
        (
            {"filters": [{"name": "max_speed", "params": {"speed": "fast"}}]},
            "speed: not a quantity",
        ),
    ],
)
def test_what_does_not_fit_is_told(change: dict[str, Any], told: str) -> None:
    with pytest.raises(ParameterError) as error:
        AnonymizeRecipe.of({**PLAIN, **change})
    assert told in str(error.value)


def test_a_missing_key_is_told() -> None:
    with pytest.raises(ParameterError, match="release: required"):
        MeasuresRecipe.of({"original": "a.csv"})


def test_a_part_of_a_later_version_is_told_by_name() -> None:
    with pytest.raises(UnknownPart, match="no_such_method"):
        AnonymizeRecipe.of({**PLAIN, "method": "no_such_method"})
