"""Shares of 1 as bars beside their numbers: the bar is for the eye, the number says it."""

from __future__ import annotations

STYLE = """
.bar { display: block; width: 100%; min-width: 6rem; height: .8rem; margin-top: .3rem; }
.bar .track { fill: var(--rule); } .bar .fill { fill: var(--before); }
.bar .fill.release { fill: var(--after); } .bar .fill.chance { fill: var(--soft); }
.bar path { stroke: var(--text); stroke-width: 2; fill: none; vector-effect: non-scaling-stroke; }
"""


def bar(
    share: float,
    kind: str = "",
    between: tuple[float, float] | None = None,
    usual: float | None = None,
) -> str:
    """Draw a share; a line over it says between which shares the truth lies, a tick what is usual.

    >>> bar(0.5).count("rect")
    2
    """
    marks = (
        '<rect class="track" width="100" height="8"/>'
        f'<rect class="{f"fill {kind}".strip()}" width="{_wide(share)}" height="8"/>'
    )
    if between is not None:
        marks += f'<path d="M{_wide(between[0])} 4H{_wide(between[1])}"/>'
    if usual is not None:
        marks += f'<path d="M{min(max(_wide(usual), 0.5), 99.5):g} 0V8"/>'
    return (
        '<svg class="bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true" '
        f'focusable="false">{marks}</svg>'
    )


def _wide(share: float) -> float:
    """Give a share in per cent, from 0 to 100, as a whole number or, if small, in tenths."""
    return round(100 * min(max(share, 0.0), 1.0), 1)
