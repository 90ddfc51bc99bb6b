from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Run
from tests.tessellations.maps import box, geojson
from wayveil import io
from wayveil.catalogue import FOLDERS, catalogue
from wayveil.cells import Cells
from wayveil.contract.tables import busy
from wayveil.kinds import Attack, Measure

RunJson = Callable[..., Any]
EVERY = sorted({name for parts in catalogue().values() for name in parts})


def test_parts_lists_all(run: Run, run_json: RunJson) -> None:
    told = run("parts").stdout
    assert all(f" {name} " in told for name in EVERY)
    assert len(run_json("parts")["parts"]) == sum(map(len, catalogue().values()))


@pytest.mark.parametrize("folder", FOLDERS)
def test_parts_of_one_kind(folder: str, run_json: RunJson) -> None:
    got = run_json("parts", folder)["parts"]
    assert [part["name"] for part in got] == list(catalogue()[folder])
    assert got == run_json("parts", FOLDERS[folder])["parts"]
    assert all(part["sentence"] for part in got)


@pytest.mark.parametrize("name", EVERY)
def test_every_part_can_be_shown(name: str, run: Run, run_json: RunJson) -> None:
    assert run("show", name).stdout.startswith(f"{name} (")
    assert run_json("show", name)["parts"][0]["about"]


def test_show_tells_all_about_a_method(run: Run, run_json: RunJson) -> None:
    told = run("show", "simple_generalization").stdout
    for words in ("tile_size", "500", "metres", "1 to 1,000,000", "all or one", "tile_centres"):
        assert words in told
    assert "Use: wayveil anonymize simple_generalization INPUT OUTPUT --tile-size 500" in told
    (got,) = run_json("show", "simple_generalization")["parts"]
    assert got["parameters"][0] == {
        "name": "tile_size", "type": "number", "unit": "m", "default": 500, "required": False,
        "bounds": "1 to 1,000,000", "choices": None, "meaning": "Side of a square tile.",
    }  # fmt: skip
    assert [promise["name"] for promise in got["promises"]] == ["no_identifiers", "tile_centres"]


def about_boxes(kind: str, name: str) -> bool:
    """Whether a part reads releases that are boxes, and no others."""
    kinds: tuple[type[Measure | Attack], ...] = (Measure, Attack)
    return any(each.load(name).about is Cells for each in kinds if FOLDERS[each.folder] == kind)


def test_the_use_that_is_shown_works(trips: str, run: Run, run_json: RunJson) -> None:
    io.write(busy(), "crowd.csv")
    geojson(Path(), box(4, 41, 17, 49), name="districts.geojson")
    run("synth", "days.csv", "--trajectories", 200, "--users", 20, "--days", 8, "--seed", 1)
    run("anonymize", "kmerge_groups", "days.csv", "boxes.csv", "--record", "boxes.json")
    places = {"INPUT": "crowd.csv", "ORIGINAL": "days.csv"}
    for name in EVERY:
        for part in run_json("show", name)["parts"]:
            words = (part["use"] or "").split()[1:]
            places["INPUT"] = trips if "filter" in words else "crowd.csv"
            places["OUTPUT"] = "o.json" if "analysis" in words else "o.csv"
            boxes = about_boxes(part["kind"], name)
            places["RELEASE"] = "boxes.csv" if boxes else "days.csv"
            papers = ["--record", "boxes.json"] if boxes else []
            # The one of a whole city takes long; test_data.py makes a small one.
            if words and words[0] != "synth":
                run(*(places.get(word, word) for word in words), *papers, "--force")


def test_parts_within_parts_are_shown(plug_in: Path, run_json: RunJson) -> None:
    (got,) = run_json("show", "blur")["parts"]
    by_name = {field["name"]: field for field in got["parameters"]}
    assert by_name["tiles"]["type"] == "tessellation"
    assert by_name["tiles"]["default"] == "square"
    assert by_name["mode"]["choices"] == ["near", "far"]
    assert by_name["weights"]["default"] == [1, 2]
    assert by_name["reach"]["unit"] == "m"
