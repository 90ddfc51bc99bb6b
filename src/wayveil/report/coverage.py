"""Maps of before and after that may be handed on: visits to tiles of a fixed grid, in classes.

A tile is drawn only if k people or more were in it, and nothing of a map is finer than its tiles:
points may be anywhere within theirs and the map is the same.
"""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import Final

import numpy as np

from wayveil import geo
from wayveil.analyses.tile_counts import TileCounts
from wayveil.chance import Chance
from wayveil.counts import Counts
from wayveil.errors import Infeasible
from wayveil.report.heatmap import Scale, drawn
from wayveil.report.terms import Terms
from wayveil.shapes import Trajectories

#: Sides of tiles in metres; the first is taken of which a map has not too many across.
_SIZES: Final = (250.0, 500.0, 1_000.0, 2_000.0, 5_000.0, 10_000.0, 20_000.0, 50_000.0)
_ACROSS: Final = 64
_STRAY: Final = 0.01


@dataclass(frozen=True)
class Coverage:
    """Two maps of one area on one scale, and what they stand on."""

    tile_size: float
    before: str
    after: str
    tiles: tuple[int, int]
    key: str


def coverage(original: Trajectories, released: Trajectories, terms: Terms) -> Coverage:
    """Count both sides on one grid, and draw them; an error if nothing may be drawn."""
    size = terms.tile_size or fitting(original)
    before, after = (_counted(data, size, terms.k) for data in (original, released))
    if not len(before) and not len(after):
        raise Infeasible(f"no tile of {told(size)} has {terms.k} people or more.")
    scale = Scale.of(before, after)
    maps = [
        drawn(side, scale, f"Map {when}: visits per square kilometre in {len(side):,} tiles")
        for side, when in ((before, "before"), (after, "after"))
    ]
    return Coverage(size, maps[0], maps[1], (len(before), len(after)), _key(scale))


def fitting(data: Trajectories) -> float:
    """Choose the side of tiles from how far the data reaches, save for the odd far-off point."""
    if not data.n_points:
        return _SIZES[0]
    x, y = geo.plane(data.lat, data.lon).project(data.lat, data.lon)
    reach = max(float(np.diff(np.quantile(side, [_STRAY, 1 - _STRAY]))[0]) for side in (x, y))
    return next((size for size in _SIZES if reach <= size * _ACROSS), _SIZES[-1])


def told(metres: float) -> str:
    """Write a length for people.

    >>> told(500.0), told(2000.0)
    ('500 m', '2 km')
    """
    return f"{metres / 1000:g} km" if metres >= 1000 else f"{metres:g} m"


def _counted(data: Trajectories, size: float, k: int) -> Counts:
    made = TileCounts(tile_size=size, k=k)(data, Chance.seeded(0)).data
    assert isinstance(made, Counts)
    return made


def _key(scale: Scale) -> str:
    """List the colours and what they stand for."""
    items = "".join(
        f'<li><svg class="swatch-box heat" viewBox="0 0 1 1" aria-hidden="true" focusable="false">'
        f'<rect class="swatch h{level}" width="1" height="1"/></svg>{escape(text)}</li>'
        for level, text in enumerate(scale.told())
    )
    return f'<ul class="key" aria-label="Visits per square kilometre">{items}</ul>'
