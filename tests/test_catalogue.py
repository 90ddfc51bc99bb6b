from __future__ import annotations

from pathlib import Path

import pytest

from wayveil.catalogue import FOLDERS, build, catalogue, find
from wayveil.errors import InternalError, UnknownPart
from wayveil.kinds import Anonymizer


@pytest.fixture
def packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.syspath_prepend(str(tmp_path))
    return tmp_path


def make(root: Path, *files: str) -> None:
    for file in files:
        path = root / file
        path.parent.mkdir(parents=True, exist_ok=True)
        for folder in path.relative_to(root).parents[:-1]:
            (root / folder / "__init__.py").touch()
        path.touch()


def test_our_own_parts_come_in_by_the_same_door() -> None:
    assert catalogue()["methods"]["simple_generalization"].module.startswith("wayveil.methods.")
    assert set(catalogue()) == set(FOLDERS)


def test_the_catalogue_cannot_be_changed() -> None:
    with pytest.raises(TypeError):
        catalogue()["methods"]["mine"] = None  # type: ignore[index]


def test_files_are_parts_except_the_private_ones(packages: Path) -> None:
    make(packages, "wv_one/methods/blur.py", "wv_one/methods/_tools.py", "wv_one/other/blur.py")
    found = build(["wv_one"])
    assert list(found["methods"]) == ["blur"]
    assert not any(found[folder] for folder in FOLDERS if folder != "methods")


def test_two_parts_of_one_name_are_an_error_that_names_both(packages: Path) -> None:
    make(packages, "wv_two/filters/thin.py", "wv_three/filters/thin.py")
    with pytest.raises(InternalError, match=r"wv_two\.filters\.thin and wv_three\.filters\.thin"):
        build(["wv_two", "wv_three"])


def test_a_plug_in_that_is_not_there_is_named() -> None:
    with pytest.raises(InternalError, match="wv_nowhere"):
        build(["wv_nowhere"])


def test_a_wrong_name_gets_the_right_one() -> None:
    with pytest.raises(UnknownPart, match="Did you mean 'simple_generalization'"):
        find("methods", "simple_generalisation")
    with pytest.raises(UnknownPart, match=r"There are: .*min_locations"):
        find("filters", "qqq")


def test_a_file_without_its_part_is_our_fault(
    packages: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make(packages, "wv_four/methods/hollow.py")
    monkeypatch.setattr("wayveil.part.find", lambda folder, name: build(["wv_four"])[folder][name])
    with pytest.raises(InternalError, match="defines no method called 'hollow'"):
        Anonymizer.load("hollow")
