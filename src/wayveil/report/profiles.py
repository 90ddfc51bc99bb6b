"""How trips were distributed before and after: columns and a line, in classes that are fixed.

The edges of the classes come from no data, and a class with fewer than k people is left empty.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from html import escape
from typing import Final

import numpy as np

from wayveil import clock
from wayveil.kernels.arrays import Codes, Floats
from wayveil.kernels.radix import distinct_pairs
from wayveil.measures import _trips
from wayveil.shapes import Trajectories

STYLE: Final = """
.profile { display: block; width: 100%; height: auto; }
.profile text { fill: var(--text); font: 12px system-ui, sans-serif; text-anchor: middle; }
.profile .up { text-anchor: end; }
.profile .axis { stroke: var(--rule); fill: none; }
.profile .columns { fill: var(--before); fill-opacity: .45; }
.profile .outline { stroke: var(--after); stroke-width: 2.5; fill: none; stroke-linejoin: round; }
"""
_WIDTH, _HEIGHT = 360, 190
_LEFT, _RIGHT, _TOP, _BASE = 40, 10, 14, 150
_METRES_PER_KM: Final = 1000
_MOST_LABELS: Final = 13
_HOURS: Final = 24


@dataclass(frozen=True)
class Profile:
    """Shares of two sides in the same classes; `labels` stand at the edges between them."""

    title: str
    across: str
    labels: tuple[str, ...]
    before: Floats
    after: Floats

    def svg(self) -> str:
        """Draw it: columns for before, an outline for after."""
        high = _round_up(max(self.before.max(), self.after.max()))
        marks = [*_axes(self, high), _columns(self.before / high), _outline(self.after / high)]
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" class="profile" role="img" '
            f'aria-label="{escape(self.told())}" viewBox="0 0 {_WIDTH} {_HEIGHT}">'
            f"{''.join(marks)}</svg>"
        )

    def told(self) -> str:
        """Say in words where most are."""
        most = (self._class(int(side.argmax())) for side in (self.before, self.after))
        return f"{self.title}: most before {next(most)}, most after {next(most)}"

    def _class(self, at: int) -> str:
        edges = self.labels
        if at + 1 == len(self.before) and len(edges) == at + 1:
            return f"{edges[at]} {self.across} and more"
        return f"{edges[at]} to {edges[at + 1]} {self.across}"


def profiles(original: Trajectories, released: Trajectories, k: int) -> Iterator[Profile]:
    """Give the profiles that both sides have something for."""
    for title, across, edges, values in _KINDS:
        sides = [shares(*values(data), edges, k) for data in (original, released)]
        if all(side.sum() > 0 for side in sides):
            yield Profile(title, across, tuple(f"{edge:g}" for edge in edges), *sides)


def shares(values: Floats, owner: Codes, edges: tuple[float, ...], k: int) -> Floats:
    """Give the share of each class of those classes that hold k owners or more."""
    at = np.searchsorted(edges, values, side="right") - 1
    people, _ = distinct_pairs(at, owner.astype(np.int64))
    enough = np.bincount(people, minlength=len(edges)) >= k
    counts = np.bincount(at, minlength=len(edges)) * enough
    shares: Floats = counts / max(1, counts.sum())
    return shares


def _lengths(data: Trajectories) -> tuple[Floats, Codes]:
    return _trips.lengths(data) / _METRES_PER_KM, data.owner


def _minutes(data: Trajectories) -> tuple[Floats, Codes]:
    return _trips.durations(data) / 60, data.owner


def _hours(data: Trajectories) -> tuple[Floats, Codes]:
    hours = data.t % clock.MS_PER_DAY // (clock.MS_PER_DAY // _HOURS)
    return hours.astype(np.float64), data.owner[data.of_point]


_KINDS: Final[
    tuple[tuple[str, str, tuple[float, ...], Callable[[Trajectories], tuple[Floats, Codes]]], ...]
] = (
    ("Length of trips", "km", (0, 0.5, 1, 2, 5, 10, 20, 50, 100), _lengths),
    ("Duration of trips", "min", (0, 2, 5, 10, 15, 20, 30, 60, 120, 300), _minutes),
    ("Hours of the points", "h UTC", tuple(float(hour) for hour in range(_HOURS)), _hours),
)


def _axes(profile: Profile, high: float) -> Iterator[str]:
    """Write a share at the top, 0 at the bottom, and the edges of the classes between."""
    lines = "".join(f"M{_LEFT} {y}H{_WIDTH - _RIGHT}" for y in (_TOP, _BASE))
    yield f'<path class="axis" d="{lines}"/>'
    yield f'<text class="up" x="{_LEFT - 6}" y="{_TOP + 4}">{100 * high:g} %</text>'
    yield f'<text class="up" x="{_LEFT - 6}" y="{_BASE + 4}">0</text>'
    edges = _edges(len(profile.before))
    every = 1 if len(profile.labels) < _MOST_LABELS else 3
    for label, x in list(zip(profile.labels, edges, strict=False))[::every]:
        yield f'<text x="{x}" y="{_BASE + 17}">{escape(label)}</text>'
    middle = (_LEFT + _WIDTH - _RIGHT) // 2
    yield f'<text x="{middle}" y="{_HEIGHT - 6}">{escape(profile.across)}</text>'


def _edges(n: int) -> list[int]:
    return [round(x) for x in np.linspace(_LEFT, _WIDTH - _RIGHT, n + 1).tolist()]


def _tops(shares: Floats) -> list[int]:
    return [round(_BASE - share * (_BASE - _TOP)) for share in shares.tolist()]


def _columns(shares: Floats) -> str:
    edges = _edges(len(shares))
    path = "".join(
        f"M{left + 1} {_BASE}V{top}H{right - 1}V{_BASE}Z"
        for left, right, top in zip(edges, edges[1:], _tops(shares), strict=False)
        if top < _BASE
    )
    return f'<path class="columns" d="{path}"/>'


def _outline(shares: Floats) -> str:
    edges = _edges(len(shares))
    steps = "".join(f"V{top}H{right}" for right, top in zip(edges[1:], _tops(shares), strict=True))
    return f'<path class="outline" d="M{_LEFT} {_BASE}{steps}V{_BASE}"/>'


def _round_up(share: float) -> float:
    """Give the next of some round shares."""
    return float(
        next(top for top in (0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1.0) if top >= share - 1e-12)
    )
