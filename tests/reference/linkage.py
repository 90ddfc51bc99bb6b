"""Record linkage written down trajectory by trajectory, as in D4.10, 6.3.4.4."""

from __future__ import annotations

from typing import Any, NamedTuple

WITHIN = 1e-6


class Found(NamedTuple):
    """Per cent of the originals: found, within their cluster, and both the other way round."""

    value: float
    own: float
    reverse: float
    own_reverse: float


def linkage(far: Any, n: int, pairs: list[tuple[int, int]], shapes: list[bytes]) -> Found:
    """`far[i][j]` is from original i to released j; each survivor is paired with a released one."""
    value = own = reverse = own_reverse = 0.0
    cluster = {i: shapes[j] for i, j in pairs}
    for i, j in pairs:
        to = [far[each][j] for each in range(n)]
        near = [each for each in range(n) if to[each] <= min(to) + WITHIN]
        value += (i in near) / len(near)
        own += sum(cluster.get(each) == shapes[j] for each in near) / len(near)
        back = [far[i][each] for each in range(len(shapes))]
        close = [each for each in range(len(shapes)) if back[each] <= min(back) + WITHIN]
        reverse += (j in close) / len(close)
        own_reverse += sum(shapes[each] == shapes[j] for each in close) / len(close)
    return Found(*(100 * total / n for total in (value, own, reverse, own_reverse)))


def windowed(
    far: Any, away: list[float], away_released: list[float], pairs: Any, size: int
) -> float:
    """Only the `size` originals that are about as far from the centre are compared."""
    n = len(away)
    order = sorted(range(n), key=lambda i: away[i])
    total = 0.0
    for i, j in pairs:
        nearer = sum(value < away_released[j] for value in away)
        first = min(max(nearer - size // 2, 0), n - size)
        some = order[first : first + size]
        least = min(far[each][j] for each in some)
        near = [each for each in some if far[each][j] <= least + WITHIN]
        total += (i in near) / len(near)
    return 100 * total / n
