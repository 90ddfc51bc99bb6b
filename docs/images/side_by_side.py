"""Two maps beside each other, on a background of their own: what our pictures have in common."""

from __future__ import annotations

from collections.abc import Sequence

from wayveil.report.maps import STYLE, Frame

GAP, HEAD = 40, 70


def side_by_side(maps: Sequence[str], labels: Sequence[str], frame: Frame, about: str) -> str:
    """Put drawn maps of one frame in a row, with a line above each."""
    width, height = len(maps) * (frame.width + GAP) + GAP, frame.height + HEAD + GAP
    lefts = [GAP + place * (frame.width + GAP) for place in range(len(maps))]
    sides = "".join(_side(*each, frame) for each in zip(maps, labels, lefts, strict=True))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="map" viewBox="0 0 {width} {height}" '
        f'role="img" aria-label="{about}">'
        f'<style>{STYLE}</style><rect class="paper" width="{width}" height="{height}" rx="24"/>'
        f"{sides}</svg>\n"
    )


def _side(drawn: str, label: str, left: int, frame: Frame) -> str:
    look = "fill: var(--line); font-size: 34px; font-weight: 600; text-anchor: start"
    place = f'<svg x="{left}" y="{HEAD}" width="{frame.width}" height="{frame.height}" '
    placed = drawn.replace("<svg ", place, 1)
    return f'<text style="{look}" x="{left}" y="50">{label}</text>{placed}'
