"""Counts as SVG, written directly: cells by how many there are per km², journeys as lines."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from itertools import pairwise
from typing import Final, Self

import numpy as np

from wayveil.counts import Counts
from wayveil.kernels.arrays import Floats, Ints
from wayveil.report.maps import STYLE, Frame, legend

#: From light to dark, also in grey print and to those who see no red or green.
_COLOURS: Final = (
    "#fdf3c8", "#fbdc8e", "#f8bd61", "#f0944d", "#de6a4c", "#bd4556", "#8e2d5e", "#581f58",
)  # fmt: skip
HEAT_STYLE: Final = (
    f"""
.heat {{ --paper: #e3e7ec; --ink: #33373d; }}
{"".join(f".h{at} {{ --heat: {colour}; }} " for at, colour in enumerate(_COLOURS))}
"""
    + """
.heat .cells { stroke: none; fill: var(--heat); }
.heat .edges { stroke: #ffffff; stroke-width: .6; stroke-opacity: .7; fill: none; }
.heat .trips { stroke: #0072b2; stroke-opacity: .55; }
.heat .key text { font-size: 19px; text-anchor: start; stroke-width: 0; }
.heat .box { fill: #ffffff; fill-opacity: .9; }
.heat .swatch { fill: var(--heat); }
"""
)
#: In the dark the scale is turned round, so that much still stands out from the paper.
DARK_STYLE: Final = f"""
.heat {{ --paper: #14171b; --ink: #c9ced6; }}
{"".join(f".h{at} {{ --heat: {colour}; }} " for at, colour in enumerate(reversed(_COLOURS)))}
.heat .edges {{ stroke: #14171b; }}
"""
_BULK: Final = 0.98
_SWATCH: Final = 26
_WIDTHS: Final = 6


@dataclass(frozen=True)
class Scale:
    """The area that maps show, and where the classes of their colours begin."""

    frame: Frame
    bounds: Floats

    @classmethod
    def of(cls, *sides: Counts) -> Self:
        """Take one scale for several maps, of which not all are empty."""
        frame = _frame(sides)
        if sides[0].pairs:
            return cls(frame, np.empty(0))
        density, amount = (
            np.concatenate([getattr(side, name) for side in sides])
            for name in ("density", "amount")
        )
        return cls(frame, _bounds(density, amount))

    def told(self) -> list[str]:
        """Say what each class holds, from the least to the most."""
        least, *lows = [_told(low) for low in self.bounds.tolist()]
        first = f"below {lows[0]}" if lows else f"{least} and more"
        return [first, *(f"{low} and more" for low in lows)]


def heatmap_svg(counts: Counts, standalone: bool = False) -> str:
    """Draw counts with a key and a scale; a file of its own brings its styles along."""
    scale = Scale.of(counts)
    label = f"Trips between {len(counts):,} pairs of tiles" if counts.pairs else (
        f"A map of {counts.of} per square kilometre in {len(counts):,} cells"
    )  # fmt: skip
    key = [] if counts.pairs else [*_key(scale.told(), f"{counts.of} per km²")]
    style = f"<style>{STYLE}{HEAT_STYLE}</style>" if standalone else ""
    return drawn(counts, scale, label, style, "".join(key)) + "\n"


def drawn(counts: Counts, scale: Scale, label: str, style: str = "", key: str = "") -> str:
    """Draw counts on a scale that other maps may share."""
    frame = scale.frame
    marks = _flows(counts, frame) if counts.pairs else _cells(counts, scale)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="map heat" role="img" '
        f'aria-label="{escape(label)}" viewBox="0 0 {frame.width} {frame.height}">{style}'
        f'<rect class="paper" width="{frame.width}" height="{frame.height}"/>'
        f"{''.join(marks)}{key}{legend(frame)}</svg>"
    )


def _frame(sides: tuple[Counts, ...]) -> Frame:
    """Frame the densest cells that hold nearly all; the rest reaches beyond the edge."""
    corners = [_dense(counts).tiles.outlines for counts in sides if len(counts)]
    lat, lon = (
        np.concatenate([getattr(drawn, name) for drawn in corners]) for name in ("lat", "lon")
    )
    return Frame.around_places(lat, lon)


def _dense(counts: Counts) -> Counts:
    density = counts.amount if counts.pairs else counts.density
    order = np.argsort(-density, kind="stable")
    before = np.cumsum(counts.amount[order]) - counts.amount[order]
    return counts.take(order[before <= _BULK * counts.amount.sum()])


def _places(counts: Counts, frame: Frame) -> tuple[Ints, Ints]:
    drawn = counts.tiles.outlines
    x, y = frame.spots(drawn.lat, drawn.lon)
    return np.rint(x * 10).astype(np.int64), np.rint(y * 10).astype(np.int64)


def _cells(counts: Counts, scale: Scale) -> Iterator[str]:
    """Fill the cells of a class in one go, and draw the edges of all above them."""
    classes = np.clip(np.searchsorted(scale.bounds, counts.density, side="right") - 1, 0, None)
    rings = _rings(counts, scale.frame)
    row = counts.row_of_tile
    for level in np.unique(classes).tolist():
        tiles = counts.tile[classes[row] == level]
        path = "".join(rings[tile] for tile in tiles.tolist())
        yield f'<path class="cells h{level}" fill-rule="evenodd" d="{path}"/>'
    yield f'<path class="edges" d="{"".join(rings)}"/>'


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
        top, level = 64 + place * _SWATCH, len(texts) - 1 - place
        if swatches:
            yield f'<rect class="swatch h{level}" x="38" y="{top}" width="22" height="22"/>'
        yield f'<text x="{70 if swatches else 38}" y="{top + 18}">{escape(told)}</text>'
    yield "</g>"
