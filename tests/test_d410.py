"""The parameter files printed in D4.10, 6.4, are read as they stand."""

from __future__ import annotations

from typing import Any

import pytest

from wayveil import d410
from wayveil.errors import ParameterError

CSV = "examples/data/cabs_dataset_20080608_0700_0715.csv"


def test_simple_generalization() -> None:
    file = {
        "method": "SimpleGeneralization",
        "input_file": CSV,
        "output_folder": "examples/output",
        "main_output_file": "simple.csv",
        "params": {"tiles_filename": "examples/data/bb_SF_zipcodes.geojson"},
    }
    assert d410.translated(file) == {
        "task": "anonymize",
        "input": CSV,
        "output": "examples/output/simple.csv",
        "method": {
            "name": "simple_generalization",
            "params": {
                "tessellation": {
                    "name": "polygons",
                    "params": {
                        "file": "examples/data/bb_SF_zipcodes.geojson",
                        "overlaps": "first",
                    },
                }
            },
        },
    }


def test_nested_parts_and_the_seed() -> None:
    file = {
        "method": "Microaggregation",
        "input_file": CSV,
        "output_folder": "examples/output",
        "params": {
            "k": 3,
            "seed": 42,
            "clustering_method": {
                "name": "SimpleMDAV",
                "params": {
                    "trajectory_distance": {"name": "Martinez2021", "params": {"p_lambda": 0.5}}
                },
            },
            "aggregation_method": {"name": "Martinez2021.Aggregation"},
        },
    }
    recipe = d410.translated(file)
    assert recipe["seed"] == 42
    assert recipe["output"] == "examples/output/cabs_dataset_20080608_0700_0715_anonymized.csv"
    assert recipe["method"]["params"] == {
        "k": 3,
        "clustering_method": {
            "name": "simple_mdav",
            "params": {
                "trajectory_distance": {"name": "martinez2021", "params": {"p_lambda": 0.5}}
            },
        },
        "aggregation_method": {"name": "mean_trajectory", "params": {}},
    }


def test_filters() -> None:
    methods = [{"min_locations": 5}, {"max_speed": 300}]
    file = {"input_filename": CSV, "output_filename": "out/f.csv", "methods": methods}
    assert d410.translated(file) == {
        "task": "filter",
        "input": CSV,
        "output": "out/f.csv",
        "filters": [
            {"name": "min_locations", "params": {"points": 5}},
            {"name": "max_speed", "params": {"speed": 300}},
        ],
    }


def test_measures_with_the_spellings_found_there() -> None:
    file = {
        "original_dataset": CSV,
        "anonymized_dataset": "an.csv",
        "output_folder": "examples/output/",
        "main_output_file": "measures.json",
        "measures": [
            {"name": "ScikitMeasures", "params": {"sort": True, "tesselation_meters": 250}},
            {"name": "Rsme", "params": {"trajectory_distance": {"name": "Martinez2021"}}},
            {"name": "RecordLinkage", "params": {"percen_window_size": None}},
            {"name": "TrajectoriesRemoved", "params": {}},
        ],
    }
    recipe = d410.translated(file)
    assert recipe["output"] == "examples/output/measures.json"
    assert [measure["name"] for measure in recipe["measures"]] == [
        "visits_per_location",
        "uncorrelated_location_entropy",
        "random_location_entropy",
        "distance_straight_line",
        "mean_square_displacement",
        "rmse",
        "record_linkage",
        "trajectories_removed",
    ]
    assert recipe["measures"][0]["params"] == {"tile_size": 250}
    assert recipe["measures"][3]["params"] == recipe["measures"][6]["params"] == {}


@pytest.mark.parametrize("name", ["SwapAllLocations", "SwapLocations"])
def test_both_names_of_swapping(name: str) -> None:
    recipe = d410.translated({"method": name, "input_file": "a.csv", "params": {"k": 5}})
    assert recipe["method"] == {"name": "swap_locations", "params": {"k": 5}}
    assert recipe["output"] == "a_anonymized.csv"


def test_units_that_are_not_ours_are_said() -> None:
    levels = {
        "method": "ProtectedGeneralization",
        "params": {"time_interval": 60},
        "input_file": CSV,
    }
    assert d410.translated(levels)["method"]["params"] == {"time_interval": "60min"}


def test_a_part_may_be_named_without_parameters() -> None:
    params = {"clustering_method": "SimpleMDAV", "aggregation_method": "Mean_Trajectory"}
    file = {"method": "Microaggregation", "input_file": CSV, "params": params}
    translated = {"clustering_method": "simple_mdav", "aggregation_method": "mean_trajectory"}
    assert d410.translated(file)["method"]["params"] == translated


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ({"output_folder": 5}, "output_folder: should be a valid string"),
        ({"main_output_file": ["x"]}, "main_output_file: should be a valid string"),
        ({"ouput_folder": "out"}, "ouput_folder: no such parameter"),
        ({"method": {"name": "SwapMob"}}, "method: should be a valid string"),
        ({"params": [1]}, "params: should be a valid dictionary"),
        ({"method": "SwapMob", "params": {"x": {"nam": "y"}}}, "a part is written as"),
        ({"methods": ["min_locations"]}, "methods.0: should be a valid dictionary"),
        ({"methods": None}, "methods: should be a valid list"),
        ({"original_dataset": CSV, "measures": 5}, "input_file: no such parameter"),
    ],
)
def test_what_does_not_fit_is_named(said: dict[str, Any], why: str) -> None:
    with pytest.raises(ParameterError, match=why):
        d410.translated({"input_file": CSV, **said})


def test_thresholds_of_swapmob_belong_to_the_meeting() -> None:
    params = {"spatial_thold": 0.1, "temporal_thold": 60, "min_n_swap": 2, "seed": 42}
    recipe = d410.translated({"method": "SwapMob", "input_file": CSV, "params": params})
    assert recipe["seed"] == 42
    meeting = {"name": "threshold", "params": {"spatial_thold": 0.1, "temporal_thold": 60}}
    assert recipe["method"] == {
        "name": "swapmob",
        "params": {"min_n_swap": 2, "meeting": meeting},
    }
    bare = d410.translated({"method": "SwapMob", "input_file": CSV})
    assert bare["method"] == {"name": "swapmob", "params": {}}


@pytest.mark.parametrize(
    ("file", "answer"),
    [
        ({"input_file": "a"}, True),
        ({"input_filename": "a", "methods": []}, True),
        ({"original_dataset": "a"}, True),
        ({"schema": 1, "input": "a", "output": "b"}, False),
        ({"input": "a", "output": "b"}, False),
    ],
)
def test_whose_file_it_is(file: dict[str, Any], answer: bool) -> None:
    assert d410.is_d410(file) is answer
