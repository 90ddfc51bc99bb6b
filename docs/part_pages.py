"""A page for each part, made of its docstring and its fields: nothing is written twice."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from wayveil.catalogue import FOLDERS, catalogue
from wayveil.cli._kinds import kind_of
from wayveil.cli.show import about
from wayveil.part import Part


def write(folder: Path, package: str = "wayveil") -> None:
    """Write the pages of a package's parts and lists of them, and clear away what is no longer."""
    texts = dict(pages(package))
    for stale in {*folder.rglob("*.md")} - {folder / name for name in texts}:
        stale.unlink()
    for name, text in texts.items():
        _write(folder / name, text)


def pages(package: str) -> Iterator[tuple[str, str]]:
    """Give the name and text of each page."""
    kinds = parts_of(package)
    yield "index.md", contents(list(kinds))
    for kind, names in kinds.items():
        yield f"{kind}/index.md", listing(kind, names)
        for name in names:
            yield f"{kind}/{name}.md", page(part(kind, name))


def parts_of(package: str) -> dict[str, list[str]]:
    """List the parts of each kind."""
    found = {
        kind: [
            n for n, entry in catalogue()[kind].items() if entry.module.startswith(f"{package}.")
        ]
        for kind in FOLDERS
    }
    return {kind: names for kind, names in found.items() if names}


def part(kind: str, name: str) -> type[Part]:
    """Load a part."""
    return kind_of(kind).load(name)


def page(part: type[Part]) -> str:
    """Write one part's page."""
    told = about(part)
    return "\n".join([f"# {told['name']}", "", *_told(told["about"]), *_sections(told), ""])


def listing(kind: str, names: Sequence[str]) -> str:
    """Write the page that lists the parts of a kind."""
    rows = [(f"[{name}]({name}.md)", part(kind, name).sentence()) for name in names]
    toc = ["```{toctree}", ":hidden:", "", *names, "```"]
    return "\n".join([f"# {kind.capitalize()}", "", *_table(("part", "what it does"), rows), *toc])


def contents(kinds: Sequence[str]) -> str:
    """Write the page that lists the kinds."""
    about = "Every part that comes with wayveil, from its own fields and words."
    toc = ["```{toctree}", ":maxdepth: 2", "", *(f"{kind}/index" for kind in kinds), "```"]
    return "\n".join(["# Parts", "", about, "", *toc, ""])


def _told(docstring: str) -> Iterator[str]:
    """Give the docstring, its examples fenced."""
    for paragraph in docstring.split("\n\n"):
        if paragraph.lstrip().startswith(">>>"):
            yield from ("```pycon", textwrap.dedent(paragraph), "```", "")
        else:
            yield from (paragraph, "")


def _sections(told: dict[str, Any]) -> Iterator[str]:
    if told["parameters"]:
        head = ("parameter", "takes", "default", "meaning")
        yield from ("## Parameters", "", *_table(head, map(_row, told["parameters"])))
    if told["promises"]:
        head = ("claim", "grade", "what", "against")
        rows = [
            (f"`{p['name']}`", p["grade"], p["promise"], p["adversary"]) for p in told["promises"]
        ]
        yield from ("## Promises, with these defaults", "", *_table(head, rows))
    if told["use"]:
        yield from ("## Use", "", "```bash", told["use"], "```", "")


def _row(field: dict[str, Any]) -> tuple[str, ...]:
    takes = ", ".join(filter(None, [field["type"], field["unit"], field["bounds"]]))
    default = field["default"]
    shown = default["name"] if isinstance(default, dict) else default
    word = "*required*" if field["required"] else "" if shown is None else f"`{shown}`"
    return f"`{field['name']}`", takes, word, field["meaning"]


def _table(head: Sequence[str], rows: Any) -> Iterator[str]:
    yield f"| {' | '.join(head)} |"
    yield f"|{'---|' * len(head)}"
    for row in rows:
        yield f"| {' | '.join(cell.replace('|', '/').replace(chr(10), ' ') for cell in row)} |"
    yield ""


def _write(path: Path, text: str) -> None:
    """Write a page if it is new, so that only what changed is built again."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists() or path.read_text("utf-8") != text:
        path.write_text(text, "utf-8")
