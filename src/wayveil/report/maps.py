"""Maps as SVG, written directly: trips as lines, or published places as dots.

No coordinate is printed. A map is a picture of its data all the same: one of raw trips shows
where people live, and is as private as they are.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from html import escape
from itertools import pairwise
from typing import Final, Self

import numpy as np

from wayveil import geo
from wayveil.kernels import ragged
from wayveil.kernels.arrays import Floats, Ints, Mask
from wayveil.shapes import Outlines, Trajectories, steps

#: Colours are of Okabe and Ito's palette, which everyone can tell apart.
STYLE: Final = """
.map { --line: #0072b2; --dot: #c04f00; --paper: #fafaf7; --ink: #33373d; }
@media screen and (prefers-color-scheme: dark) {
  .map { --line: #62bdf0; --dot: #f0a030; --paper: #14171b; --ink: #c9ced6; }
}
.map .paper { fill: var(--paper); }
.map path { fill: none; stroke-linecap: round; stroke-linejoin: round; }
.map .lines { stroke: var(--line); stroke-width: 1.3; stroke-opacity: .3; }
.map .links { stroke: var(--dot); }
.map .dots { stroke: var(--dot); stroke-opacity: .85; }
.map .frame { stroke: var(--ink); stroke-width: 2; }
.map text { fill: var(--ink); font: 24px system-ui, sans-serif; text-anchor: middle;
  paint-order: stroke; stroke: var(--paper); stroke-width: 6px; stroke-linejoin: round; }
.map .halo { stroke: var(--paper); stroke-width: 9; stroke-opacity: .8; }
"""

_WIDTH: Final = 1000
_SQUATTEST, _TALLEST = 0.6, 1.0
_MARGIN: Final = 0.05
_LEAST_M: Final = 500.0
_STRAY: Final = 0.001
_LAYERS: Final = 16
_SIZES: Final = 6
_BEND: Final = 0.8
_ROUNDS: Final = 8


@dataclass(frozen=True)
class Frame:
    """The area that a map shows, in whole units of its drawing."""

    plane: geo.Plane
    west: float
    north: float
    metres: float
    height: int
    width: int = _WIDTH

    @classmethod
    def around(cls, data: Trajectories) -> Self:
        """Frame a table, save for the odd far-off point; use the original's for both sides."""
        return cls.around_places(data.lat, data.lon)

    @classmethod
    def around_places(cls, lat: Floats, lon: Floats) -> Self:
        """Frame some places, save for the odd far-off one."""
        plane = geo.plane(lat, lon)
        x, y = plane.project(lat, lon)
        (west, east), (south, north) = _reach(x), _reach(y)
        across = max(east - west, (north - south) / _TALLEST, _LEAST_M) * (1 + 2 * _MARGIN)
        down = max((north - south) * (1 + 2 * _MARGIN), across * _SQUATTEST)
        metres = across / _WIDTH
        left, top = (west + east - across) / 2, (south + north + down) / 2
        return cls(plane, left, top, metres, round(down / metres))

    def place(self, data: Trajectories | Outlines) -> tuple[Floats, Floats]:
        """Give the points in units of the drawing, right and down from its corner."""
        return self.spots(data.lat, data.lon)

    def spots(self, lat: Floats, lon: Floats) -> tuple[Floats, Floats]:
        """Give places in units of the drawing, right and down from its corner."""
        x, y = self.plane.project(lat, lon)
        return (x - self.west) / self.metres, (self.north - y) / self.metres


def map_svg(data: Trajectories, frame: Frame, label: str) -> str:
    """Draw a table: dots where many points share few places, else lines."""
    marks = _dots(data, frame) if draws_dots(data) else _lines(data, frame)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="map" role="img" '
        f'aria-label="{escape(label)}" viewBox="0 0 {frame.width} {frame.height}">'
        f'<rect class="paper" width="{frame.width}" height="{frame.height}"/>'
        f"{''.join(marks)}{legend(frame)}</svg>"
    )


def _reach(values: Floats) -> tuple[float, float]:
    if not len(values):
        return 0.0, 0.0
    low, high = np.quantile(values, [_STRAY, 1 - _STRAY])
    return float(low), float(high)


def draws_dots(data: Trajectories) -> bool:
    """Tell whether a table is drawn as dots: trajectories that differ share few places.

    Copies of one trajectory share all of theirs, and are one line all the same.
    """
    _, firsts = np.unique(np.array(data.shapes(), dtype="S16"), return_index=True)
    distinct = data.take(np.sort(firsts))
    places = np.unique(np.column_stack([steps(distinct.lat), steps(distinct.lon)]), axis=0)
    return 4 * len(places) <= distinct.n_points


def _lines(data: Trajectories, frame: Frame) -> Iterator[str]:
    """Draw each trip, spread over layers, so that busy streets come out darker."""
    x, y = frame.place(data)
    keep = _bends(x, y, data.offsets)
    group = data.of_point[keep]
    drawn = _polylines(_whole(x[keep]), _whole(y[keep]), group)
    layers: list[dict[str, None]] = [{} for _ in range(_LAYERS)]
    for at, line in enumerate(drawn):
        layers[at % _LAYERS][line] = None
    for layer in layers:
        if layer:
            yield f'<path class="lines" d="{"".join(layer)}"/>'


def _bends(x: Floats, y: Floats, offsets: Ints) -> Mask:
    """Mark the points without which a line would look different.

    In each round every other point that lies on the chord of its neighbours goes: whole columns
    at once, where Douglas and Peucker's method would take one line after the other.
    """
    keep = np.ones(len(x), np.bool_)
    ends = ragged.first_of_group(offsets) | np.roll(ragged.first_of_group(offsets), -1)
    for turn in range(_ROUNDS):
        left = np.flatnonzero(keep)
        away = _from_chord(x[left], y[left])
        idle = (away < _BEND) & ~ends[left][1:-1] & (np.arange(len(away)) % 2 == turn % 2)
        keep[left[1:-1][idle]] = False
    return keep


def _from_chord(x: Floats, y: Floats) -> Floats:
    """Measure how far each inner point is from the segment between its neighbours."""
    along_x, along_y = x[2:] - x[:-2], y[2:] - y[:-2]
    to_x, to_y = x[1:-1] - x[:-2], y[1:-1] - y[:-2]
    square = along_x**2 + along_y**2
    share = np.clip((to_x * along_x + to_y * along_y) / np.where(square > 0, square, 1), 0, 1)
    away: Floats = np.hypot(to_x - share * along_x, to_y - share * along_y)
    return away


def _polylines(x: Ints, y: Ints, group: Ints) -> Iterator[str]:
    """Write each group's points as a path of relative steps, without repeated points."""
    fresh = np.append(True, (np.diff(x) != 0) | (np.diff(y) != 0) | (np.diff(group) != 0))
    x, y, group = (column[fresh[: len(group)]] for column in (x, y, group))
    cuts = np.flatnonzero(np.diff(group, prepend=-1, append=-1)) if len(group) else group
    steps_x, steps_y = np.diff(x, prepend=0).tolist(), np.diff(y, prepend=0).tolist()
    for start, end in pairwise(cuts.tolist()):
        moves = zip(steps_x[start + 1 : end], steps_y[start + 1 : end], strict=True)
        yield f"M{x[start]} {y[start]}{_relative(moves)}"


def _relative(moves: Iterable[tuple[int, int]]) -> str:
    """Write steps of a path as short as SVG allows; no step at all is a dot."""
    told = " ".join(f"{right} {down}" for right, down in moves)
    return f"l{told.replace(' -', '-')}" if told else "h0"


def _dots(data: Trajectories, frame: Frame) -> Iterator[str]:
    """Draw faint links between successive places, and a dot at each, sized by its points."""
    x, y = frame.place(data)
    points = np.column_stack([_whole(x), _whole(y)])
    links = np.column_stack([points[:-1], points[1:]])[np.diff(data.of_point) == 0]
    yield from _links(links[(links[:, :2] != links[:, 2:]).any(axis=1)])
    places, counts = np.unique(points, axis=0, return_counts=True)
    sizes = np.ceil(_SIZES * np.sqrt(counts / counts.max(initial=1))).astype(int)
    for size in np.unique(sizes).tolist():
        path = "".join(f"M{right} {down}h0" for right, down in places[sizes == size].tolist())
        yield f'<path class="dots" stroke-width="{3 + 3 * size}" d="{path}"/>'


def _links(links: Ints) -> Iterator[str]:
    """Draw each link once, whichever way it was gone; the busier, the bolder."""
    flip = (links[:, 0] > links[:, 2]) | (
        (links[:, 0] == links[:, 2]) & (links[:, 1] > links[:, 3])
    )
    oriented = np.where(flip[:, None], links[:, [2, 3, 0, 1]], links)
    pairs, counts = np.unique(oriented, axis=0, return_counts=True)
    levels = np.minimum(np.log2(counts).astype(int) // 2, 3)
    for level in np.unique(levels).tolist():
        path = "".join(
            f"M{x} {y}{_relative([(x2 - x, y2 - y)])}"
            for x, y, x2, y2 in pairs[levels == level].tolist()
        )
        look = f'stroke-width="{1 + level}" stroke-opacity="{(level + 1) * 0.12:.2f}"'
        yield f'<path class="links" {look} d="{path}"/>'


def _whole(values: Floats) -> Ints:
    return np.rint(values).astype(np.int64)


def legend(frame: Frame) -> str:
    """Draw the scale bar, and where north is."""
    metres = _round_length(frame.metres * frame.width / 5)
    long, base = round(metres / frame.metres), frame.height - 30
    told = f"{metres / 1000:g} km" if metres >= 1000 else f"{metres:g} m"
    bar = f"M30 {base - 8}v8h{long}v-8"
    north = f"M{frame.width - 40} {base}v-44m-9 12l9-12 9 12"
    return (
        f'<path class="halo" d="{bar}{north}"/><path class="frame" d="{bar}{north}"/>'
        f'<text x="{30 + long / 2:g}" y="{base - 14}">{told}</text>'
        f'<text x="{frame.width - 40}" y="{base - 54}">N</text>'
    )


def _round_length(metres: float) -> float:
    """Give the largest of 1, 2 and 5 times a power of ten that is not longer."""
    ten = 10.0 ** np.floor(np.log10(metres))
    return float(ten * max(step for step in (1, 2, 5) if step * ten <= metres))
