"""Which records fit whom, and which of them an attacker who knows everybody can exclude."""

from __future__ import annotations

from itertools import permutations

from wayveil.cells import Cells
from wayveil.shapes import Trajectories

ROUND = 3_600_000_000


def fits(person: int, record: int, points: Trajectories, cells: Cells) -> bool:
    """All points of the person lie in some box of the record."""
    own = range(points.offsets[person], points.offsets[person + 1])
    boxes = range(cells.offsets[record], cells.offsets[record + 1])
    return all(any(lies(at, box, points, cells) for box in boxes) for at in own)


def lies(at: int, box: int, points: Trajectories, cells: Cells) -> bool:
    """The point lies in the box, or does so once around the earth."""
    lat, lon = (round(float(degrees[at]) * 1e7) for degrees in (points.lat, points.lon))
    return bool(
        cells.start[box] <= points.t[at] < cells.end[box]
        and cells.south[box] <= lat <= cells.north[box]
        and any(cells.west[box] <= lon + turn <= cells.east[box] for turn in (-ROUND, 0, ROUND))
    )


def possible(fitting: list[set[int]]) -> list[set[int]]:
    """The records that each person has in some way to give everybody one that fits."""
    people = range(len(fitting))
    ways = [way for way in permutations(people) if all(way[who] in fitting[who] for who in people)]
    return [{way[who] for way in ways} for who in people]
