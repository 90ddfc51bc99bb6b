"""Every part has a page made of its own words, and the whole site builds without a warning."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

from wayveil.catalogue import FOLDERS, catalogue

DOCS = Path(__file__).parents[2] / "docs"


def part_pages() -> ModuleType:
    spec = spec_from_file_location("part_pages", DOCS / "part_pages.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


PAGES = part_pages()
OURS = [
    (folder, name)
    for folder in FOLDERS
    for name, entry in catalogue()[folder].items()
    if entry.module.startswith("wayveil.")
]


@pytest.mark.parametrize(("folder", "name"), OURS, ids="/".join)
def test_a_page_says_what_the_part_does_and_takes(folder: str, name: str) -> None:
    part = PAGES.part(folder, name)
    text = PAGES.page(part)
    assert text.startswith(f"# {name}\n\n{part.sentence()}")
    for field, info in part.model_fields.items():
        assert f"| `{field}` |" in text
        assert (info.description or "-").replace("\n", " ") in text
    assert text.count("```") % 2 == 0


def test_the_list_of_a_kind_leads_to_its_parts() -> None:
    text = PAGES.listing("methods", ["microaggregation", "simple_generalization"])
    assert re.findall(r"\]\((.*?)\)", text) == ["microaggregation.md", "simple_generalization.md"]


def test_the_site_builds_offline_and_without_a_warning(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "sphinx", "-q", "-W", "-d", str(tmp_path / "trees")]
    done = subprocess.run(
        [*command, str(DOCS), str(tmp_path / "site")], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    for folder, name in OURS:
        assert (tmp_path / "site" / "parts" / folder / f"{name}.html").is_file()
