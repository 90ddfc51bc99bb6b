"""A recipe as a Python script that does the same."""

from __future__ import annotations

from pprint import pformat
from textwrap import indent
from typing import Any

from wayveil.recipe import AnalysisRecipe, ReleaseRecipe

_READING = ("columns", "time_format", "tz", "split_gap", "skip_bad_rows")


def script(recipe: ReleaseRecipe, why: str, format: str | None = None) -> str:
    """Write the script; why it was chosen is its docstring."""
    stated = recipe.as_json()
    reading = {name: stated[name] for name in _READING if name in stated}
    reading |= {"format": format} if format else {}
    counts = isinstance(recipe, AnalysisRecipe)
    call, part = ("analyze", "ANALYSIS") if counts else ("anonymize", "METHOD")
    record = {"record": stated["record"]} if "record" in stated else {}
    return "\n".join([
        f'"""{why}"""',
        "",
        "import wayveil",
        "",
        f"{part} = (",
        indent(pformat(stated["method"], width=92, sort_dicts=False), "    "),
        ")",
        "",
        f"data = wayveil.read({_arguments(stated['input'], reading)})",
        f"release = wayveil.{call}(data, {part}, unit={stated['unit']!r})",
        f"release.write({_arguments(stated['output'], record)})",
        "print(release)",
        "",
    ])  # fmt: skip


def _arguments(first: str, named: dict[str, Any]) -> str:
    return ", ".join([repr(first), *(f"{name}={value!r}" for name, value in named.items())])
