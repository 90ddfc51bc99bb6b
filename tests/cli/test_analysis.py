from __future__ import annotations

import json
import stat
from pathlib import Path

from tests.cli.conftest import Run

WORDS = ("analysis", "tile_counts", "trips.csv")


def test_counts_are_written_with_papers_and_verify(trips: str, run: Run) -> None:
    words = (*WORDS, "out.geojson", "--k", "2", "--tile-size", "5km", "--record", "r.json")
    told = run(*words, "--picture", "out.svg").stdout
    assert "k_per_cell: yes (verified)" in told
    assert Path("out.svg").read_text().startswith("<svg")
    stranger = json.loads(run("verify", "out.geojson", "--json").stdout)
    assert stranger["holds"]
    assert not stranger["complete"]
    holder = run("verify", "out.geojson", "--record", "r.json", "--original", trips, "--json")
    assert json.loads(holder.stdout)["complete"]


def test_a_number_that_was_changed_is_noticed(trips: str, run: Run) -> None:
    run(*WORDS, "out.geojson", "--k", "2", "--tile-size", "5km")
    path = Path("out.geojson")
    file = json.loads(path.read_text())
    file["features"][0]["properties"]["units"] += 1
    path.write_text(json.dumps(file))
    assert "digest" in run("verify", "out.geojson", status=3).stdout


def test_parameter_files_of_d410_are_read(trips: str, run: Run) -> None:
    """The example of 6.4.3.1, with an input of ours."""
    file = {
        "method": "QuadTreeHeatMap",
        "input_file": trips,
        "output_folder": "output",
        "main_output_file": "map.json",
        "params": {"min_k": 2, "min_sector_length": 50, "merge_sectors": True},
    }
    Path("file.json").write_text(json.dumps(file))
    run("analysis", "-f", "file.json")
    assert json.loads(Path("output/map.json").read_text())["type"] == "FeatureCollection"
    run("verify", "output/map.json")
    del file["main_output_file"]
    Path("other.json").write_text(json.dumps(file))
    run("analysis", "-f", "other.json")
    assert Path("output/trips_QuadTreeHeatMap.json").exists()


def test_an_ending_that_says_no_format_is_refused_before_any_work(trips: str, run: Run) -> None:
    told = run(*WORDS, "out.txt", status=2).stderr
    assert "Endings are .geojson, .json, .parquet, .csv" in told


def test_too_few_people_make_nothing(trips: str, run: Run) -> None:
    told = run(*WORDS, "out.csv", "--k", "50", status=4).stderr
    assert "nothing is left that could be published" in told
    assert not Path("out.csv").exists()


def test_help_names_the_analyses(run: Run) -> None:
    told = run("analysis", "--help").stdout
    assert "Analyses: markov_model, od_matrix, quadtree_heatmap, " in told
    assert "--min-sector-length" in run("analysis", "quadtree_heatmap", "--help").stdout


def test_the_record_is_for_its_owners_eyes(trips: str, run: Run) -> None:
    run(*WORDS, "out.csv", "--k", "2", "--tile-size", "5km", "--record", "r.json")
    assert stat.S_IMODE(Path("r.json").stat().st_mode) == 0o600


def test_a_model_is_written_verified_and_walked_along(trips: str, run: Run) -> None:
    words = ("analysis", "markov_model", "trips.csv")
    assert "Endings are .json" in run(*words, "out.csv", status=2).stderr
    run(*words, "out.json", "--k", "2", "--tile-size", "5km", "--record", "r.json")
    holder = run("verify", "out.json", "--record", "r.json", "--original", trips, "--json")
    assert json.loads(holder.stdout)["complete"]
    run("synth", "walks.csv", "--model", "out.json", "--trajectories", "12", "--seed", "1")
    run("synth", "again.csv", "--kind", "markov", "--model", "out.json", "--trajectories", "12",
        "--seed", "1")  # fmt: skip
    walks = Path("walks.csv").read_text()
    assert walks == Path("again.csv").read_text()
    told = run("analysis", *words[1:], "drawn.json", "--k", "2", "--picture", "m.svg", status=2)
    assert "only counts can be drawn" in told.stderr
