from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import wayveil
from tests.report.reading import Reader, loads
from wayveil.cli.demo import Folder, demo
from wayveil.errors import InputError

FILES = ["city.csv", "index.html", "record.json", "release.csv", "release.csv.certificate.json"]


def run(*arguments: object) -> Result:
    return CliRunner().invoke(demo, [str(argument) for argument in arguments])


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    folder = tmp_path_factory.mktemp("demo") / "inner" / "my demo"
    result = run(folder)
    assert result.exit_code == 0, result.exception
    return folder, result.output


def test_it_leaves_these_files_and_no_other(made: tuple[Path, str]) -> None:
    assert sorted(path.name for path in made[0].iterdir()) == FILES


def test_it_tells_in_about_ten_lines_what_happened(made: tuple[Path, str]) -> None:
    lines = made[1].splitlines()
    assert 8 <= len(lines) <= 12
    assert max(len(line) for line in lines[:6]) <= 105
    assert "300 people" in lines[0]
    assert "3,000 trips" in lines[0]
    assert "6 of 6 checks hold" in made[1]
    assert "once several trips of one person are linked" in made[1]


def test_what_it_tells_is_true(made: tuple[Path, str]) -> None:
    folder, output = made
    release = wayveil.Release.open(folder / "release.csv", record=folder / "record.json")
    original = wayveil.read(folder / "city.csv")
    checks = release.verify(original).checks
    assert [check.verdict.answer for check in checks] == ["yes"] * 6
    assert min(Counter(release.data.shapes()).values()) >= 5
    places = {*zip(release.data.lat.tolist(), release.data.lon.tolist(), strict=True)}
    assert f"became {len(places):,}, " in output
    assert f"{original.n_points:,} points" in output


def test_the_page_stands_alone(made: tuple[Path, str]) -> None:
    html = (made[0] / "index.html").read_text("utf-8")
    assert Reader(html).faults == []
    assert loads(html) == []
    assert str(made[0]) not in html
    assert len(html) < 900_000
    for name in FILES:
        assert name in Reader(html).text


def test_no_heading_of_the_page_stands_twice(made: tuple[Path, str]) -> None:
    headings = re.findall(r"<h2[^>]*>(.*?)</h2>", (made[0] / "index.html").read_text("utf-8"))
    assert len(headings) == len(set(headings)) > 5


def test_the_record_is_private(made: tuple[Path, str]) -> None:
    assert (made[0] / "record.json").stat().st_mode & 0o077 == 0


def test_a_demo_is_made_anew_only_with_force(made: tuple[Path, str]) -> None:
    folder, output = made
    before = contents(folder)
    refused = run(folder)
    assert isinstance(refused.exception, InputError)
    assert "--force" in str(refused.exception)
    assert contents(folder) == before

    again = run(folder, "--force")
    assert (again.exit_code, again.output) == (0, output)
    after = contents(folder)
    for name in ("city.csv", "release.csv", "index.html"):
        assert after[name] == before[name]


@pytest.mark.parametrize("force", [[], ["--force"]])
@pytest.mark.parametrize("name", ["mine.txt", "city.csv", "index.html"])
def test_a_foreign_folder_is_left_alone(tmp_path: Path, name: str, force: list[str]) -> None:
    (tmp_path / name).write_text("<p>mine")
    result = run(tmp_path, *force)
    assert isinstance(result.exception, InputError)
    assert "no demo made it" in str(result.exception)
    assert contents(tmp_path) == {name: b"<p>mine"}


def test_an_empty_folder_will_do_and_foreign_files_in_a_demo_stay(tmp_path: Path) -> None:
    assert run(tmp_path).exit_code == 0
    (tmp_path / "notes.txt").write_text("mine")
    assert run(tmp_path, "--force", "--seed", 2).exit_code == 0
    assert (tmp_path / "notes.txt").read_text() == "mine"


def test_an_interrupted_demo_can_be_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr("wayveil.run.synthesize", _interrupted)
        assert run(tmp_path).exit_code != 0
    assert Reader((tmp_path / "index.html").read_text("utf-8")).faults == []
    assert Folder(tmp_path).is_ours
    assert run(tmp_path, "--force").exit_code == 0


def _interrupted(*arguments: object, **named: object) -> None:
    raise KeyboardInterrupt


@pytest.mark.parametrize("bad", [["--seed", "-1"], ["--seed", "x"], ["a", "b"]])
def test_bad_arguments_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, bad: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(*bad).exit_code == 2
    assert contents(tmp_path) == {}


def test_it_keeps_quiet_where_asked(tmp_path: Path) -> None:
    assert run(tmp_path, "--quiet").output == ""


def test_a_file_is_no_folder(tmp_path: Path) -> None:
    (tmp_path / "x").write_text("")
    assert run(tmp_path / "x").exit_code == 2


def test_paths_with_spaces_are_quoted(made: tuple[Path, str]) -> None:
    assert re.search(r"wayveil verify '.*/my demo/release.csv'", made[1])
