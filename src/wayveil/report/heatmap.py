"""Counts as SVG, written directly: cells by how many there are per km², journeys as lines."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from itertools import pairwise
from typing import Final

import numpy as np

from wayveil.counts import Counts
from wayveil.kernels.arrays import Floats, Ints
from wayveil.report.maps import STYLE, Frame, legend

#: From light to dark, also in grey print and to those who see no red or green.
_COLOURS: Final = (
    "#fdf3c8", "#fbdc8e", "#f8bd61", "#f0944d", "#de6a4c", "#bd4556", "#8e2d5e", "#581f58",
)  # fmt: skip
_STYLE: Final = """
.heat { --paper: #f4f4f1; --ink: #33373d; }
.heat .cells { stroke: none; }
.heat .edges { stroke: #ffffff; stroke-width: .6; stroke-opacity: .7; fill: none; }
.heat .trips { stroke: #0072b2; stroke-opacity: .55; }
.heat .key text { font-size: 19px; text-anchor: start; stroke-width: 0; }
.heat .box { fill: #ffffff; fill-opacity: .9; }
"""
_BULK: Final = 0.98
_SWATCH: Final = 26
_WIDTHS: Final = 6


def heatmap_svg(counts: Counts, standalone: bool = False) -> str:
    """Draw counts with a key and a scale; a file of its own brings its styles along."""
    frame = _frame(counts)
    marks = _flows(counts, frame) if counts.pairs else _cells(counts, frame)
    label = f"Trips between {len(counts):,} pairs of tiles" if counts.pairs else (
        f"A map of {counts.of} per square kilometre in {len(counts):,} cells"
    )  # fmt: skip
    style = f"<style>{STYLE}{_STYLE}</style>" if standalone else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="map heat" role="img" '
        f'aria-label="{escape(label)}" viewBox="0 0 {frame.width} {frame.height}">{style}'
        f'<rect class="paper" width="{frame.width}" height="{frame.height}"/>'
        f"{''.join(marks)}{legend(frame)}</svg>\n"
    )


def _frame(counts: Counts) -> Frame:
    """Frame the densest cells that hold nearly all; the rest reaches beyond the edge."""
    density = counts.amount if counts.pairs else counts.density
    order = np.argsort(-density, kind="stable")
    before = np.cumsum(counts.amount[order]) - counts.amount[order]
    dense = order[before <= _BULK * counts.amount.sum()]
    drawn = counts.take(dense).tiles.outlines
    return Frame.around_places(drawn.lat, drawn.lon)


def _places(counts: Counts, frame: Frame) -> tuple[Ints, Ints]:
    drawn = counts.tiles.outlines
    x, y = frame.spots(drawn.lat, drawn.lon)
    return np.rint(x * 10).astype(np.int64), np.rint(y * 10).astype(np.int64)


def _cells(counts: Counts, frame: Frame) -> Iterator[str]:
    """Fill the cells of a class in one go, and draw the edges of all above them."""
    bounds = _bounds(counts.density, counts.amount)
    classes = np.clip(np.searchsorted(bounds, counts.density, side="right") - 1, 0, None)
    rings = _rings(counts, frame)
    row = counts.row_of_tile
    for level in np.unique(classes).tolist():
        tiles = counts.tile[classes[row] == level]
        path = "".join(rings[tile] for tile in tiles.tolist())
        yield f'<path class="cells" style="fill:{_COLOURS[level]}" fill-rule="evenodd" d="{path}"/>'
    yield f'<path class="edges" d="{"".join(rings)}"/>'
    least, *lows = [_told(low) for low in bounds.tolist()]
    first = f"below {lows[0]}" if lows else f"{least} and more"
    yield from _key([first, *(f"{low} and more" for low in lows)], f"{counts.of} per km²")


def _told(value: float) -> str:
    return f"{value:,.0f}" if value >= 10 else f"{value:g}"


def _bounds(density: Floats, amount: Ints) -> Floats:
    """Give where classes begin: equal steps of the logarithm over nearly all that is counted."""
    order = np.argsort(density)
    share = np.cumsum(amount[order]) / amount.sum()
    low = density[order][np.searchsorted(share, 0.02)]
    high = max(float(density[order][np.searchsorted(share, 0.98)]), 2.0 * float(low))
    bounds = np.geomspace(low, high, len(_COLOURS) + 1)[:-1]
    digits = 10.0 ** (np.floor(np.log10(bounds)) - 1)
    rounded: Floats = np.unique(np.floor(bounds / digits) * digits)
    return rounded


def _rings(counts: Counts, frame: Frame) -> list[str]:
    """Write each tile's outline as a path."""
    drawn = counts.tiles.outlines
    x, y = _places(counts, frame)
    places = zip(x.tolist(), y.tolist(), strict=True)
    spots = [f"{right / 10:g} {down / 10:g}" for right, down in places]
    closed = [f"M{'L'.join(spots[a:b])}Z" for a, b in pairwise(drawn.rings.tolist())]
    return ["".join(closed[a:b]) for a, b in pairwise(drawn.cells.tolist())]


def _flows(counts: Counts, frame: Frame) -> Iterator[str]:
    """Draw a line from origin to destination, the wider, the more; a dot for those that stay."""
    drawn = counts.tiles.outlines
    x, y = frame.spots(drawn.lat, drawn.lon)
    firsts = drawn.rings[drawn.cells[:-1]]
    corners = np.diff(np.append(firsts, len(x)))
    middles = [
        np.rint(np.add.reduceat(side, firsts) / corners).astype(int).tolist() for side in (x, y)
    ]
    widths = np.ceil(_WIDTHS * np.sqrt(counts.amount / counts.amount.max())).astype(int)
    for width in np.unique(widths).tolist():
        pairs = counts.tile.reshape(-1, 2)[widths == width].tolist()
        path = "".join(
            f"M{middles[0][a]} {middles[1][a]}L{middles[0][b]} {middles[1][b]}" for a, b in pairs
        )
        yield f'<path class="trips" stroke-width="{2 * width}" d="{path}"/>'
    top = int(counts.amount.max())
    yield from _key([f"the widest line: {top:,}"], "trips", swatches=False)


def _key(texts: list[str], title: str, swatches: bool = True) -> Iterator[str]:
    high = (len(texts) + 1) * _SWATCH + 26
    yield f'<g class="key"><rect class="box" x="24" y="24" width="250" height="{high}" rx="6"/>'
    yield f'<text x="38" y="52" font-weight="600">{escape(title)}</text>'
    for place, told in enumerate(reversed(texts)):
        top, colour = 64 + place * _SWATCH, _COLOURS[len(texts) - 1 - place]
        if swatches:
            yield f'<rect x="38" y="{top}" width="22" height="22" style="fill:{colour}"/>'
        yield f'<text x="{70 if swatches else 38}" y="{top + 18}">{escape(told)}</text>'
    yield "</g>"
