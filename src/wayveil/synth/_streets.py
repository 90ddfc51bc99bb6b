"""The street network: crossings joined by pieces of street."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from wayveil.kernels.arrays import Floats, Ints, Mask
from wayveil.synth._land import REACH_M, Land
from wayveil.synth._lines import AVENUE, BRIDGE, MOTORWAY, STREET, Lines

#: Crossings nearer than this are one.
_MERGED_M: Final = 14.0
_LIGHT_PIECES: Final = 3


@dataclass(frozen=True)
class Streets:
    """Crossings at `x, y`; piece i runs from crossing `start[i]` to `end[i]`."""

    x: Floats
    y: Floats
    start: Ints
    end: Ints
    kind: Ints
    line: Ints

    def __len__(self) -> int:
        return len(self.x)

    @property
    def lengths(self) -> Floats:
        """The metres of each piece."""
        east, north = self.x[self.end] - self.x[self.start], self.y[self.end] - self.y[self.start]
        return np.hypot(east, north)

    def touching(self, kind: int) -> Ints:
        """Count the pieces of a kind that meet at each crossing."""
        chosen = self.kind == kind
        ends = np.concatenate([self.start[chosen], self.end[chosen]])
        return np.bincount(ends, minlength=len(self))

    def lights(self) -> Mask:
        """Tell where traffic lights stand: where an avenue meets other streets."""
        avenues, motorways = self.touching(AVENUE), self.touching(MOTORWAY)
        others = self.touching(STREET) + self.touching(BRIDGE)
        lit: Mask = (avenues > 0) & (avenues + others >= _LIGHT_PIECES) & (motorways == 0)
        return lit


def streets(drawn: Lines, land: Land, rng: np.random.Generator) -> Streets:
    """Cross the lines, drop what cannot be, and keep what hangs together."""
    first, second, x, y = _crossings(drawn)
    crossing, x, y = _merged(x, y)
    start, end, line = _pieces(drawn, first, second, crossing, x, y)
    middle = (x[start] + x[end]) / 2, (y[start] + y[end]) / 2
    kept = _possible(drawn.kind[line], *middle, land) & (rng.random(len(line)) >= drawn.skips[line])
    x, y = _bent(x, y, rng)
    whole = Streets(x, y, start[kept], end[kept], drawn.kind[line[kept]], line[kept])
    return _largest(whole)


def _crossings(drawn: Lines) -> tuple[Ints, Ints, Floats, Floats]:
    """Find where two lines cross that may meet; motorways meet no street."""
    first, second = _near(drawn.ends)
    ax, ay, bx, by = drawn.ends[first].T
    cx, cy, dx, dy = drawn.ends[second].T
    turn = (bx - ax) * (dy - cy) - (by - ay) * (dx - cx)
    with np.errstate(divide="ignore", invalid="ignore"):
        s = ((cx - ax) * (dy - cy) - (cy - ay) * (dx - cx)) / turn
        t = ((cx - ax) * (by - ay) - (cy - ay) * (bx - ax)) / turn
    meet = (np.abs(s - 0.5) <= 0.5) & (np.abs(t - 0.5) <= 0.5) & (turn != 0)
    kinds = np.sort([drawn.kind[first], drawn.kind[second]], axis=0)
    meet &= (kinds[1] != MOTORWAY) | (kinds[0] == AVENUE) | (kinds[0] == MOTORWAY)
    x, y = (ax + s * (bx - ax))[meet], (ay + s * (by - ay))[meet]
    bend = np.flatnonzero(drawn.joined)
    return (
        np.concatenate([first[meet], bend]),
        np.concatenate([second[meet], bend + 1]),
        np.concatenate([x, drawn.ends[bend, 2]]),
        np.concatenate([y, drawn.ends[bend, 3]]),
    )


def _near(ends: Floats) -> tuple[Ints, Ints]:
    """List the pairs of lines whose boxes overlap."""
    west, east = np.minimum(ends[:, 0], ends[:, 2]), np.maximum(ends[:, 0], ends[:, 2])
    south, north = np.minimum(ends[:, 1], ends[:, 3]), np.maximum(ends[:, 1], ends[:, 3])
    beside = (west[:, None] <= east) & (west <= east[:, None])
    beside &= (south[:, None] <= north) & (south <= north[:, None])
    first, second = np.nonzero(np.triu(beside, 1))
    return first, second


def _merged(x: Floats, y: Floats) -> tuple[Ints, Floats, Floats]:
    """Make crossings that lie close together one, in their middle."""
    square = np.rint(x / _MERGED_M).astype(np.int64) * 1_000_000 + np.rint(y / _MERGED_M)
    _, crossing, count = np.unique(square, return_inverse=True, return_counts=True)
    return crossing, np.bincount(crossing, x) / count, np.bincount(crossing, y) / count


def _pieces(
    drawn: Lines, first: Ints, second: Ints, crossing: Ints, x: Floats, y: Floats
) -> tuple[Ints, Ints, Ints]:
    """Cut each line at its crossings; its loose ends beyond the outermost go."""
    line, at = np.concatenate([first, second]), np.concatenate([crossing, crossing])
    ax, ay, bx, by = drawn.ends[line].T
    along = (x[at] - ax) * (bx - ax) + (y[at] - ay) * (by - ay)
    order = np.lexsort([along, line])
    line, at = line[order], at[order]
    follows = (line[1:] == line[:-1]) & (at[1:] != at[:-1])
    low, high = np.minimum(at[1:], at[:-1])[follows], np.maximum(at[1:], at[:-1])[follows]
    _, once = np.unique(low * len(x) + high, return_index=True)
    return low[once], high[once], line[1:][follows][once]


def _possible(kind: Ints, x: Floats, y: Floats, land: Land) -> Mask:
    """Tell which pieces stand on firm ground: bridges cross rivers, and avenues parks."""
    away, wide = np.hypot(x, y), np.isin(kind, [BRIDGE, MOTORWAY])
    dry = ~land.sea(x, y) & (wide | ~land.flooded(x, y))
    inside = away < np.where(kind == STREET, 0.87, np.where(kind == AVENUE, 0.95, 1)) * REACH_M
    firm: Mask = dry & inside & ((kind != STREET) | ~land.parks.contain(x, y))
    return firm


def _bent(x: Floats, y: Floats, rng: np.random.Generator) -> tuple[Floats, Floats]:
    """Bend the map a little, the more the further out, so that suburban streets curve."""
    calm = 0.15 + 0.85 * np.clip((np.hypot(x, y) - 1_500) / 2_500, 0, 1)
    east, north = x, y
    for wave in (5_000, 3_100, 1_900, 1_100):
        turn, phase = rng.uniform(0, 2 * np.pi, (2, 2))
        along = (np.outer(np.cos(turn), x) + np.outer(np.sin(turn), y)) / wave
        shift = 0.03 * wave * np.sin(2 * np.pi * along + phase[:, None])
        east, north = east + calm * shift[0], north + calm * shift[1]
    return east, north


def _largest(whole: Streets) -> Streets:
    """Keep the largest part in which every crossing can be reached from every other."""
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    ones = np.ones(len(whole.start))
    graph = coo_array((ones, (whole.start, whole.end)), shape=(len(whole), len(whole)))
    _, part = connected_components(graph, directed=False)
    kept = part == np.bincount(part).argmax()
    number, within = np.cumsum(kept) - 1, kept[whole.start]
    return Streets(
        whole.x[kept],
        whole.y[kept],
        number[whole.start[within]],
        number[whole.end[within]],
        whole.kind[within],
        whole.line[within],
    )
