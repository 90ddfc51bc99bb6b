"""k-merge by trying every partition that keeps its two conditions. (paper 004, III-C)"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

Sample = tuple[int, int, int]
Owned = tuple[Sample, int]


def best_merge(tracks: Sequence[Sequence[Sample]]) -> int:
    """The lowest cost of all time-coherent partitions with everybody in every part."""
    line = sorted(((sample, who) for who, track in enumerate(tracks) for sample in track))
    everybody = set(range(len(tracks)))
    return min(sum(box(part) for part in parts) for parts in partitions(line, everybody))


def partitions(line: list[Owned], everybody: set[int]) -> Iterator[list[list[Owned]]]:
    """All ways to cut a line of samples, never between equal times, into parts with everybody."""
    if not line:
        yield []
    for end in range(1, len(line) + 1):
        tied = end < len(line) and line[end][0][0] == line[end - 1][0][0]
        if tied or {who for _, who in line[:end]} != everybody:
            continue
        for rest in partitions(line[end:], everybody):
            yield [line[:end], *rest]


def box(part: list[Owned]) -> int:
    """Equations (1) and (4) to (6)."""
    dt, dx, dy = (span([sample[axis] for sample, _ in part]) for axis in range(3))
    return dt * (dx + dy)


def span(values: list[int]) -> int:
    """Equation (6)."""
    return max(values) - min(values) + 1
