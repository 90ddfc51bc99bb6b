"""How the tests read a page: tags that must balance, words that people see, paths of a map."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import numpy as np

from wayveil.kernels.arrays import Floats

_VOID = {"meta", "input", "br", "link"}


class Reader(HTMLParser):
    """Collects the faults of nesting, the words and the attributes of a page."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.faults: list[str] = []
        self.words: list[str] = []
        self.links: list[str] = []
        self.ids: list[str] = []
        self.feed(html)
        self.close()
        self.faults += self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        loading = (value or "" for name, value in attrs if name in {"src", "href", "action"})
        self.links += [link for link in loading if not link.startswith("#")]
        self.ids += [value or "" for name, value in attrs if name == "id"]
        if tag not in _VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.faults.append(f"/{tag}")

    def handle_data(self, data: str) -> None:
        if not self.open or self.open[-1] not in {"style", "script"}:
            self.words.append(data)

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.words).split())


def loads(html: str) -> list[str]:
    """All that would make a browser ask a network for something."""
    inert = html.replace('xmlns="http://www.w3.org/2000/svg"', "")
    return Reader(html).links + re.findall(r"https?:|src=|url\(|@import|<link|//\w+\.\w+", inert)


def polylines(svg: str, kind: str = "lines") -> list[Floats]:
    """The corners of every line of a map."""
    paths = re.findall(rf'<path class="{kind}"[^>]* d="([^"]*)"', svg)
    return [_corners(line) for path in paths for line in re.findall(r"M[^M]+", path)]


def _corners(line: str) -> Floats:
    start, _, moves = line[1:].replace("h0", "").partition("l")
    numbers = [int(n) for n in re.findall(r"-?\d+", start) + re.findall(r"-?\d+", moves)]
    return np.cumsum(np.array(numbers, dtype=float).reshape(-1, 2), axis=0)
