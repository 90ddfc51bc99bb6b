"""D4.10's own parameter files (6.4), as they are printed."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import HEADER, Run, files, rows
from tests.tessellations.maps import box, geojson

CABS = "examples/data/cabs_dataset_20080608_0700_0715.csv"
RunJson = Callable[..., Any]


@pytest.fixture(autouse=True)
def cabs(here: Path) -> None:
    Path(CABS).parent.mkdir(parents=True)
    Path(CABS).write_text("\n".join([HEADER, *rows()]) + "\n")


def file(**said: object) -> str:
    Path("parameter_file.json").write_text(json.dumps(said))
    return "parameter_file.json"


def simple(**params: object) -> str:
    return file(
        method="SimpleGeneralization",
        input_file=CABS,
        output_folder="examples/output",
        main_output_file="cabs_dataset_20080608_0700_0715_anonymized_simple.csv",
        params=params,
    )


def test_simple_generalization(run: Run) -> None:
    told = run("anonymize", "-f", simple(tile_size=300)).stdout
    out = "examples/output/cabs_dataset_20080608_0700_0715_anonymized_simple.csv"
    assert f"wayveil verify {out}" in told
    run("verify", out)


def test_protected_generalization(run_json: RunJson) -> None:
    got = run_json("anonymize", "-f", file(
        method="ProtectedGeneralization", input_file=CABS, output_folder="examples/output",
        params={"k": 3, "knowledge": 2, "strategy": "avg", "time_interval": 60},
    ))  # fmt: skip
    assert got["claims"][1]["params"] == {"k": 3, "knowledge": 2, "attacker_time": 3600}


def test_flags_override_it(run_json: RunJson) -> None:
    got = run_json("anonymize", "-f", simple(tile_size=300, seed=42), "--tile-size", "1km")
    assert got["recipe"]["method"]["params"]["tile_size"] == 1000
    assert got["chance"] == "reproducible, not secret"


def test_the_output_has_a_default_name(run: Run) -> None:
    run("anonymize", "-f", file(method="SimpleGeneralization", input_file=CABS, output_folder="o"))
    assert Path("o/cabs_dataset_20080608_0700_0715_anonymized.csv").exists()


def test_a_dry_run_does_not_make_the_folder(run: Run) -> None:
    assert "Nothing was written" in run("anonymize", "-f", simple(), "--dry-run").stdout
    assert not Path("examples/output").exists()


def test_zip_codes_from_a_file(run: Run) -> None:
    geojson(Path("examples/data"), box(4.2, 41.1, 4.203, 41.2), box(4.203, 41.1, 4.206, 41.2))
    recipe = simple(tiles_filename="examples/data/tiles.geojson")
    told = run("anonymize", "-f", recipe).stdout
    assert re.search(r"Removed +.* outside the tiles", told)
    out = "examples/output/cabs_dataset_20080608_0700_0715_anonymized_simple.csv"
    papers = Path(f"{out}.certificate.json").read_text()
    assert '"tiles.geojson"' in papers
    assert "examples/data" not in papers
    assert re.search(r"tile_centres +needs file", run("verify", out).stdout)
    told = run("verify", out, "--files", "examples/data").stdout
    assert re.search(r"tile_centres +yes", told)
    Path("examples/data/tiles.geojson").rename("examples/output/tiles.geojson")
    assert re.search(r"tile_centres +yes", run("verify", out).stdout)


def test_a_file_of_tiles_that_is_not_there_is_named(run: Run) -> None:
    told = run("anonymize", "-f", simple(tiles_filename="examples/data/z.geojson"), status=2)
    assert "there is no file examples/data/z.geojson" in told.stderr


@pytest.mark.parametrize("method", ["SwapAllLocations", "SwapLocations"])
def test_swapping_goes_by_both_of_its_names(method: str, run: Run) -> None:
    params = {"k": 2, "max_r_s": 20_000, "max_r_t": 600_000, "tile_size": 50_000, "seed": 42}
    path = file(method=method, input_file=CABS, output_folder="o", params=params)
    assert "pairs_at_least_k: yes" in run("anonymize", "-f", path).stdout


def test_filter(run: Run) -> None:
    output = "examples/output/filtered_cabs_dataset_20080608_0700_0715.csv"
    path = file(
        input_filename=CABS,
        output_filename=output,
        methods=[{"min_locations": 5}, {"max_speed": 300}],
    )
    assert "fewer than 5 points" in run("filter", "-f", path).stdout
    assert Path(output).exists()
    assert "`wayveil filter`" in run("anonymize", "-f", path, status=2).stderr


def test_measures(run: Run, run_json: RunJson) -> None:
    run("anonymize", "-f", simple())
    output = "measures_cabs_dataset_20080608_0700_0715_simple.json"
    said: dict[str, Any] = {
        "original_dataset": CABS,
        "anonymized_dataset": f"examples/output/{Path(CABS).stem}_anonymized_simple.csv",
        "output_folder": "examples/measured/",
        "main_output_file": output,
        "measures": [{"name": "TrajectoriesRemoved", "params": {}}],
    }
    got = run_json("measures", "-f", file(**said))
    assert [each["name"] for each in got["measures"]] == ["trajectories_removed"]
    assert json.loads((Path("examples/measured") / output).read_text()) == got
    said["measures"].append({"name": "NoSuchMeasure", "params": {"sort": True}})
    told = run("measures", "-f", file(**said), "--force", status=2).stderr
    assert "there is no measure called 'NoSuchMeasure'" in told
    assert files("examples") == ["data", "measured", "output"]
