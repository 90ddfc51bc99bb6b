"""Draw the picture of how-to/zip-codes, from that page: python docs/images/make_zip_codes.py"""

from __future__ import annotations

import contextlib
import re
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
from side_by_side import side_by_side

import wayveil
from wayveil.kinds import Tessellation
from wayveil.report.maps import Frame, map_svg

PAGE = Path(__file__).parents[1] / "how-to" / "zip-codes.md"
LABELS = ("Raw trips", "Released: centres of zip codes")
ABOUT = "Trips along streets, and the same trips as links between the centres of zip codes"


def picture() -> str:
    """Run the page's Python, then draw what its command makes."""
    session: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        exec(re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)[0], session)  # noqa: S102
        tiles = Tessellation.named("polygons", file="zip_codes.geojson")
        release = wayveil.anonymize(
            session["city"],
            "simple_generalization",
            tessellation=tiles,
            overlapping_strategy="one",
            seed=1,
        )
        frame = Frame.around(session["city"])
        borders = _borders(tiles, len(session["features"]), frame)
    maps = [_over(borders, map_svg(d, frame, "")) for d in (session["city"], release.data)]
    return side_by_side(maps, LABELS, frame, ABOUT)


def _borders(tiles: Tessellation, count: int, frame: Frame) -> str:
    """Draw the outlines of all tiles."""
    drawn = tiles.outlines(np.arange(count))
    right, down = (np.rint(column).astype(int).tolist() for column in frame.place(drawn))
    spans = zip(drawn.rings[:-1].tolist(), drawn.rings[1:].tolist(), strict=True)
    rings = (
        "L".join(f"{x} {y}" for x, y in zip(right[a:b], down[a:b], strict=True)) for a, b in spans
    )
    look = 'style="stroke: var(--ink); stroke-opacity: .45; stroke-width: 1.5"'
    return f'<path {look} d="{"".join(f"M{ring}Z" for ring in rings)}"/>'


def _over(borders: str, drawn: str) -> str:
    """Lay the borders on the paper, below the marks."""
    paper, end, marks = drawn.partition("/>")
    return f"{paper}{end}{borders}{marks}"


if __name__ == "__main__":
    Path(__file__).with_name("zip-codes.svg").write_text(picture(), "utf-8")
