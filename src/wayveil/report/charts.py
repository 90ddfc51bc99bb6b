"""Line charts as SVG, written directly, in the colours of the maps."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Final, TypeAlias

import numpy as np

Point: TypeAlias = tuple[float, float]
Points: TypeAlias = Sequence[Point]

#: Okabe and Ito's colours, each with a dash of its own, so that grey prints tell them apart too.
_LOOKS: Final = (
    ("#0072b2", ""),
    ("#d55e00", "9 4"),
    ("#009e73", "2 4"),
    ("#a05a8c", "12 4 2 4"),
    ("#b07a00", "5 3"),
    ("#4c9fd4", "1 3"),
    ("#666666", "14 5"),
    ("#1b1f24", "3 3"),
)
_WIDTH, _HEIGHT = 760, 460
_LEFT, _RIGHT, _TOP, _BOTTOM = 84, 24, 52, 64
_LINE: Final = 22
#: Where the legend of choices begins, and how the line along the best of them looks.
_LEGEND: Final = 500
_FRONT: Final = 'stroke="#666666" stroke-dasharray="6 4"'
_STYLE: Final = """
.chart { --paper: #ffffff; --ink: #33373d; --grid: #dfe2e6; font: 14px system-ui, sans-serif; }
@media screen and (prefers-color-scheme: dark) {
  .chart { --paper: #14171b; --ink: #c9ced6; --grid: #343a42; }
}
.chart .paper { fill: var(--paper); }
.chart text { fill: var(--ink); }
.chart .title { font-size: 17px; font-weight: 600; }
.chart .grid { stroke: var(--grid); fill: none; }
.chart polyline { fill: none; stroke-width: 2.2; stroke-linejoin: round; }
"""


@dataclass(frozen=True)
class Axis:
    """A name, and how values lie along it."""

    name: str
    log: bool = False

    def along(self, value: float) -> float:
        """Where a value lies, before it is scaled to the paper."""
        return float(np.log10(value)) if self.log else float(value)

    def ticks(self, low: float, high: float) -> list[float]:
        """Round numbers from below the lowest value to above the highest."""
        if self.log:
            tens = range(int(np.floor(np.log10(low))), int(np.ceil(np.log10(high))) + 1)
            some = [digit * 10.0**ten for ten in tens for digit in (1, 2, 5)]
            below, above = [t for t in some if t <= low], [t for t in some if t >= high]
            return [t for t in some if below[-1] <= t <= above[0]]
        step = _round_step((high - low) / 5)
        first, last = np.floor(low / step), np.ceil(high / step)
        return [float(n * step) for n in np.arange(first, last + 1)]


def lines_svg(series: Mapping[str, Points], title: str, across: Axis, up: Axis) -> str:
    """Draw each series as a line with its name in a legend; a logarithmic axis needs values > 0."""
    points = [point for line in series.values() for point in line]
    right, above = _scales(points, across, up)
    marks = [*_grid(across, right, up, above), *_drawn(series, across, right, up, above)]
    spots = [
        [(_x(across, right, x), _y(up, above, y)) for x, y in line] for line in series.values()
    ]
    left, top = _clearest(spots, len(series))
    marks += [*_dotted(series, across, right, up, above), *_legend(list(series), left, top)]
    return _paper(title, marks)


def _clearest(lines: Sequence[Sequence[Point]], names: int) -> Point:
    """Choose the corner for the legend of which the lines take least."""
    along = np.linspace(0, 1, 25)
    x, y = (
        np.concatenate(
            [
                np.interp(along, np.linspace(0, 1, len(line)), [p[axis] for p in line])
                for line in lines
            ]
        )
        for axis in (0, 1)
    )
    wide, tall = _WIDTH - _RIGHT - _LEGEND, _LINE * names
    lefts, tops = (_LEFT, _LEGEND), (_TOP + 18, _HEIGHT - _BOTTOM - tall + 4)
    taken = {
        (left, top): np.count_nonzero(
            (x >= left) & (x <= left + wide) & (y >= top - _LINE) & (y <= top + tall)
        )
        for top in tops
        for left in lefts
    }
    return min(taken, key=lambda corner: taken[corner])


def shares_svg(series: Mapping[str, Points], title: str, across: Axis) -> str:
    """Draw cumulative shares, from 0 to 1, as steps: each begins at its value."""
    up, above = Axis("share with at most so many"), [0, 0.2, 0.4, 0.6, 0.8, 1.0]
    right = _ticks(across, [x for line in series.values() for x, _ in line])
    steps = {name: _steps(line, right[-1]) for name, line in series.items()}
    spots = [[(_x(across, right, x), _y(up, above, y)) for x, y in line] for line in steps.values()]
    marks = [*_grid(across, right, up, above), *_drawn(steps, across, right, up, above)]
    return _paper(title, [*marks, *_legend(list(series), *_clearest(spots, len(series)))])


def _steps(line: Points, end: float) -> list[Point]:
    """Go up at each value, from 0, and on at this height to the next, or to the end."""
    corners, height = [], 0.0
    for x, share in line:
        corners += [(x, height), (x, share)]
        height = share
    return [*corners, (end, height)]


def choices_svg(
    series: Mapping[str, Mapping[str, Point]], front: Points, title: str, across: Axis, up: Axis
) -> str:
    """Draw choices as dots with their labels, a colour a series, and a line along the front.

    Less is better along both axes.
    """
    points = [*(point for dots in series.values() for point in dots.values()), *front]
    right, above = _scales(points, across, up)
    spots = [(_x(across, right, x), _y(up, above, y)) for x, y in front]
    told = " ".join(f"{x:.1f},{y:.1f}" for x, y in spots)
    marks = [*_grid(across, right, up, above), f'<polyline {_FRONT} points="{told}"/>']
    placed = [
        {t: (_x(across, right, x), _y(up, above, y)) for t, (x, y) in dots.items()}
        for dots in series.values()
    ]
    alone = [[spot] for dots in placed for spot in dots.values()]
    left, y = _clearest([spots, *alone], len(series) + 1)
    left += 24
    for place, (name, dots) in enumerate(zip(series, placed, strict=True)):
        colour, _ = _LOOKS[place % len(_LOOKS)]
        marks += [*_dots(dots, colour, above=7), *_dots({name: (left, y)}, colour, above=-5)]
        y += _LINE
    marks.append(f'<polyline {_FRONT} points="{left - 16},{y} {left + 4},{y}"/>')
    marks.append(f'<text x="{left + 7}" y="{y + 5}">beaten by none in both</text>')
    return _paper(title, marks)


def _dots(placed: Mapping[str, Point], colour: str, above: float) -> Iterator[str]:
    for label, (x, y) in placed.items():
        yield f'<circle fill="{colour}" cx="{x:.1f}" cy="{y:.1f}" r="4.5"/>'
        yield f'<text x="{x + 7:.1f}" y="{y - above:.1f}">{escape(label)}</text>'


def _scales(points: Points, across: Axis, up: Axis) -> tuple[list[float], list[float]]:
    return _ticks(across, [x for x, _ in points]), _ticks(up, [y for _, y in points])


def _paper(title: str, marks: Sequence[str]) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="chart" role="img" '
        f'aria-label="{escape(title)}" viewBox="0 0 {_WIDTH} {_HEIGHT}">'
        f'<style>{_STYLE}</style><rect class="paper" width="{_WIDTH}" height="{_HEIGHT}"/>'
        f'<text class="title" x="{_LEFT}" y="30">{escape(title)}</text>{"".join(marks)}</svg>\n'
    )


def _ticks(axis: Axis, values: Sequence[float]) -> list[float]:
    low, high = min(values), max(values)
    if low == high:
        low, high = (low / 2, high * 2) if axis.log else (low - 0.5, high + 0.5)
    return axis.ticks(low, high)


def _round_step(rough: float) -> float:
    """Give the least of 1, 2, 2.5 and 5 times a power of ten that is not smaller."""
    ten = 10.0 ** np.floor(np.log10(rough))
    return float(next(m * ten for m in (1, 2, 2.5, 5, 10) if m * ten >= rough * (1 - 1e-9)))


def _x(axis: Axis, ticks: Sequence[float], value: float) -> float:
    return _LEFT + (_WIDTH - _LEFT - _RIGHT) * _share(axis, ticks, value)


def _y(axis: Axis, ticks: Sequence[float], value: float) -> float:
    return _HEIGHT - _BOTTOM - (_HEIGHT - _TOP - _BOTTOM) * _share(axis, ticks, value)


def _share(axis: Axis, ticks: Sequence[float], value: float) -> float:
    low, high = axis.along(ticks[0]), axis.along(ticks[-1])
    return (axis.along(value) - low) / (high - low)


def _grid(across: Axis, right: list[float], up: Axis, above: list[float]) -> Iterator[str]:
    base, edge = _HEIGHT - _BOTTOM, _WIDTH - _RIGHT
    for value in right:
        x = _x(across, right, value)
        yield f'<path class="grid" d="M{x:.1f} {_TOP}V{base}"/>'
        yield f'<text x="{x:.1f}" y="{base + 20}" text-anchor="middle">{value:,g}</text>'
    for value in above:
        y = _y(up, above, value)
        yield f'<path class="grid" d="M{_LEFT} {y:.1f}H{edge}"/>'
        yield f'<text x="{_LEFT - 8}" y="{y + 5:.1f}" text-anchor="end">{value:,g}</text>'
    middle = (_LEFT + edge) / 2
    yield f'<text x="{middle}" y="{_HEIGHT - 16}" text-anchor="middle">{escape(across.name)}</text>'
    turned = f'transform="translate(20 {(_TOP + base) / 2}) rotate(-90)"'
    yield f'<text {turned} text-anchor="middle">{escape(up.name)}</text>'


def _drawn(
    series: Mapping[str, Points], across: Axis, right: list[float], up: Axis, above: list[float]
) -> Iterator[str]:
    for place, line in enumerate(series.values()):
        spots = [(_x(across, right, x), _y(up, above, y)) for x, y in line]
        told = " ".join(f"{x:.1f},{y:.1f}" for x, y in spots)
        yield f'<polyline {_look(place)} points="{told}"/>'


def _dotted(
    series: Mapping[str, Points], across: Axis, right: list[float], up: Axis, above: list[float]
) -> Iterator[str]:
    for place, line in enumerate(series.values()):
        colour, _ = _LOOKS[place % len(_LOOKS)]
        for x, y in line:
            spot = f'cx="{_x(across, right, x):.1f}" cy="{_y(up, above, y):.1f}"'
            yield f'<circle fill="{colour}" {spot} r="3"/>'


def _legend(names: Sequence[str], left: float, top: float) -> Iterator[str]:
    for place, name in enumerate(names):
        y = top + _LINE * place
        yield f'<polyline {_look(place)} points="{left + 14},{y - 5} {left + 54},{y - 5}"/>'
        yield f'<text x="{left + 62}" y="{y}">{escape(name)}</text>'


def _look(place: int) -> str:
    colour, dash = _LOOKS[place % len(_LOOKS)]
    return f'stroke="{colour}" stroke-dasharray="{dash}"'
