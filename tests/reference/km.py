"""km-anonymity counted by listing everything, as DEFINITIONS says it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Sequence
from itertools import combinations, pairwise

Row = tuple[int, int, int]  # time, latitude and longitude in steps


def item(row: Row, attacker_time: str | float) -> Hashable:
    """What somebody knows of a row."""
    t, lat, lon = row
    if attacker_time == "none":
        return lat, lon
    return lat, lon, t if attacker_time == "exact" else t // round(float(attacker_time) * 1000)


def fewest(
    trajectories: Sequence[Sequence[Row]],
    units: Sequence[int],
    knowledge: int,
    attacker_time: str | float,
) -> int:
    """Units of the rarest sequence of so many items or fewer."""
    having = defaultdict(set)
    for rows, unit in zip(trajectories, units, strict=True):
        items = [item(row, attacker_time) for row in rows]
        for length in range(1, knowledge + 1):
            for sequence in combinations(items, length):
                having[sequence].add(unit)
    return min(len(group) for group in having.values())


def has_order(rows: Sequence[Row]) -> bool:
    """Whether rows of one time are sorted by place, each place once."""
    return all(a < b for a, b in pairwise(rows) if a[0] == b[0])
