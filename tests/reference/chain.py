"""A Markov chain counted visit after visit, as in Dahne 2019 (5.1) and the definitions."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from itertools import groupby

DAY_MS = 86_400_000
BEFORE = -1

Stop = tuple[int, int]  # cell, time in ms
Visit = tuple[int, int, int]  # cell, first time, last time
Move = tuple[int, tuple[int, ...]]  # time of day, path
Stay = tuple[int, int]  # time of day, cell


@dataclass
class Chain:
    moves: Counter[Move]
    movers: dict[Move, int]
    spent: Counter[Stay]
    stayers: dict[Stay, int]


def visits(trip: list[Stop]) -> list[list[Visit]]:
    """Runs in one cell; where the trip leaves all cells, it is two."""
    runs = [list(run) for _, run in groupby(trip, key=lambda stop: stop[0])]
    parts: list[list[Visit]] = [[]]
    for run in runs:
        if run[0][0] < 0:
            parts.append([])
        else:
            parts[-1].append((run[0][0], run[0][1], run[-1][1]))
    return [part for part in parts if part]


def chain(
    trips: list[list[Stop]], owners: list[int], k: int, order: int, bin_ms: int, step_ms: int
) -> Chain:
    """Moves and times of k owners or more; a time counts if the move that ended it is told."""
    parts = [(owner, part) for owner, t in zip(owners, trips, strict=True) for part in visits(t)]
    moves: Counter[Move] = Counter()
    movers: dict[Move, set[int]] = defaultdict(set)
    for owner, part in parts:
        for at in range(len(part)):
            moves[move(part, at, order, bin_ms)] += 1
            movers[move(part, at, order, bin_ms)].add(owner)
    told = {way for way in moves if len(movers[way]) >= k}
    spent: Counter[Stay] = Counter()
    stayers: dict[Stay, set[int]] = defaultdict(set)
    for owner, part in parts:
        for at, (cell, start, last) in enumerate(part):
            follows = at + 1 < len(part)
            if follows and move(part, at + 1, order, bin_ms) not in told:
                continue
            end = part[at + 1][1] if follows else last
            for bin, ms in lengths(start // step_ms * step_ms, end // step_ms * step_ms, bin_ms):
                spent[bin, cell] += ms
                stayers[bin, cell].add(owner)
    return Chain(
        Counter({way: n for way, n in moves.items() if way in told}),
        {way: len(movers[way]) for way in told},
        Counter({at: ms for at, ms in spent.items() if len(stayers[at]) >= k}),
        {at: len(who) for at, who in stayers.items() if len(who) >= k},
    )


def move(part: list[Visit], at: int, order: int, bin_ms: int) -> Move:
    path = [BEFORE] * order + [cell for cell, _, _ in part[: at + 1]]
    return part[at][1] % DAY_MS // bin_ms, tuple(path[-order - 1 :])


def lengths(start: int, end: int, bin_ms: int) -> list[tuple[int, int]]:
    """Cut a span at the ends of days and of times of day."""
    pieces = []
    while start < end:
        day, of_day = divmod(start, DAY_MS)
        bin = of_day // bin_ms
        edge = min(day * DAY_MS + (bin + 1) * bin_ms, (day + 1) * DAY_MS, end)
        pieces.append((int(bin), edge - start))
        start = edge
    return pieces
