"""Options that are made from the fields of parts, on a plug-in with parts within parts."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Run

Params = dict[str, Any]


@pytest.fixture
def params(plug_in: Path, trips: str, run: Run) -> Callable[..., Params]:
    """Run `blur` with some options, and read from the certificate what it understood."""

    def call(*words: str) -> Params:
        run("anonymize", *words, "--force", "-q")
        recipe = json.loads(Path("o.csv.certificate.json").read_text())["recipe"]
        assert recipe["method"]["name"] == "blur"
        found: Params = recipe["method"]["params"]
        return found

    return call


BLUR = ("blur", "trips.csv", "o.csv")


def test_defaults(params: Callable[..., Params]) -> None:
    assert params(*BLUR) == {
        "tiles": {"name": "square", "params": {"size": 500}},
        "mode": "near",
        "tidy": True,
        "weights": [1, 2],
        "level": 1,
        "share": 0.5,
        "pause": 60,
    }


def test_options_of_every_type(params: Callable[..., Params]) -> None:
    got = params(
        *BLUR, "--mode", "far", "--no-tidy", "--weights", "3", "--weights", "4.5",
        "--reach", "2km", "--pause", "60min", "--level", "2",
    )  # fmt: skip
    assert got["level"] == 2
    assert (got["mode"], got["tidy"], got["weights"]) == ("far", False, [3, 4.5])
    assert (got["reach"], got["pause"]) == (2000, 3600)


def test_options_may_stand_before_the_method(params: Callable[..., Params]) -> None:
    got = params("--no-tidy", "blur", "--reach=5", "trips.csv", "--pause", "7", "o.csv")
    assert (got["tidy"], got["reach"], got["pause"]) == (False, 5, 7)
    got = params("--seed", "3", "--weights", "9", *BLUR)
    assert got["weights"] == [9]


def test_the_default_part_within_takes_its_own_options(params: Callable[..., Params]) -> None:
    assert params(*BLUR, "--tiles.size", "1km")["tiles"]["params"] == {"size": 1000}


def test_dots_two_levels_deep(params: Callable[..., Params]) -> None:
    got = params(
        *BLUR, "--tiles", "coarse", "--tiles.factor", "3", "--tiles.base", "coarse",
        "--tiles.base.factor", "4", "--tiles.base.base.size", "250m",
    )  # fmt: skip
    inner = {"name": "square", "params": {"size": 250}}
    base = {"name": "coarse", "params": {"base": inner, "factor": 4}}
    assert got["tiles"] == {"name": "coarse", "params": {"base": base, "factor": 3}}


def test_help_shows_the_options_of_the_chosen_parts(plug_in: Path, run: Run) -> None:
    plain = run("anonymize", "blur", "--help").stdout
    assert "--tiles.size METRES" in plain
    assert "--tiles.factor" not in plain
    assert "--tidy / --no-tidy" in plain
    assert "--level [1|2]" in plain
    assert "above 0, below 1" in " ".join(plain.split())
    chosen = run("anonymize", "blur", "--tiles=coarse", "--help").stdout
    assert "--tiles.factor INTEGER" in chosen
    assert "--tiles.base.size METRES" in chosen
    assert "--tiles.size" not in chosen


@pytest.mark.parametrize(
    ("words", "named", "why"),
    [
        ("--pause 0", "'--pause'", "greater than or equal to 1"),
        ("--pause 3km", "'--pause'", "not a quantity in s"),
        ("--level 3", "'--level'", "1 or 2"),
        ("--mode sideways", "'--mode'", "'near' or 'far'"),
        ("--weights -1", "'--weights'", "greater than or equal to 0"),
        ("--tiles sqare", "'--tiles'", "Did you mean 'square'?"),
        ("--tiles.size 0", "'--tiles.size'", "greater than or equal to 1"),
        ("--tiles coarse --tiles.factor 10", "'--tiles.factor'", "less than or equal to 9"),
        ("--tiles coarse --tiles.size 3", "--tiles.size", "No such option"),
    ],
)  # fmt: skip
def test_an_error_names_the_option(
    words: str, named: str, why: str, plug_in: Path, trips: str, run: Run
) -> None:
    told = run("anonymize", *BLUR, *words.split(), status=2).stderr
    assert named in told
    assert why in told
    assert not Path("o.csv").exists()


def test_flags_lie_over_a_file(params: Callable[..., Params]) -> None:
    tiles = {
        "name": "coarse",
        "params": {"factor": 5, "base": {"name": "square", "params": {"size": 9}}},
    }
    method = {"name": "blur", "params": {"tiles": tiles, "mode": "far"}}
    job = {"schema": 1, "input": "trips.csv", "output": "o.csv", "method": method}
    Path("job.json").write_text(json.dumps(job))
    file = ("-f", "job.json")
    assert params(*file)["tiles"] == tiles
    got = params(*file, "--tiles.base.size", "12", "--mode", "near")
    assert got["tiles"]["params"] == {
        "factor": 5,
        "base": {"name": "square", "params": {"size": 12}},
    }
    assert got["mode"] == "near"
    # Another part starts afresh, with its own defaults.
    assert params(*file, "--tiles", "square")["tiles"]["params"] == {"size": 500}
    assert params(*file, "blur", "trips.csv", "o.csv")["mode"] == "far"


def test_filters_take_their_first_field_and_the_others_by_dots(
    plug_in: Path, trips: str, run_json: Callable[..., Any]
) -> None:
    causes = [
        drop["cause"]
        for drop in run_json(
            "filter", trips, "f.csv", "--thin.skip", "2", "--thin", "30", "--min-locations=4",
            "--thin", "9",
        )["removed"]
    ]  # fmt: skip
    assert causes == ["thinned to 30 after 2", "fewer than 4 points", "thinned to 9 after 0"]


def test_filters_follow_the_command_line(
    plug_in: Path, trips: str, run_json: Callable[..., Any]
) -> None:
    def kept(*words: str) -> int:
        document = run_json("filter", trips, "f.csv", "--force", *words)
        count: int = document["output"]["trajectories"]
        return count

    assert kept("--thin", "8", "--min-locations", "5") < 8
    assert kept("--min-locations", "5", "--thin", "8") == 8
