"""Parts in time written down step by step, as in D4.10, 6.3.3.4; k counts owners."""

from __future__ import annotations

from collections.abc import Sequence


def parts(times: Sequence[Sequence[int]], owners: Sequence[int], k: int, ms: int) -> list[set[int]]:
    """Trajectories of each part, in order; `times` are those of their points."""
    mean = [sum(each) // len(each) for each in times]
    ordered = sorted(range(len(times)), key=lambda i: (mean[i], i))
    out: list[list[int]] = []
    while len({owners[i] for i in ordered}) >= k:
        end = mean[ordered[0]] + ms
        part = [i for i in ordered if mean[i] < end]
        ordered = [i for i in ordered if mean[i] >= end]
        while len({owners[i] for i in part}) < k:
            part.append(ordered.pop(0))
        out.append(part)
    out[-1] += ordered
    return [set(part) for part in out]
