"""Which points of two trajectories are compared: proportional places, end points always matched.

(Paper 000, Algorithms 4 and 5, with the end points that they mean to match and can miss.)
"""

from __future__ import annotations

from wayveil.kernels.compiled import compiled


@compiled
def mean_length(n: int, m: int) -> int:
    """Give h, the mean of two lengths, halves rounded up."""
    return (n + m + 1) // 2


@compiled
def matched(j: int, n: int, h: int) -> int:
    """Give the place of the j-th of h chosen points in a trajectory of n points.

    floor(j (n - 1) / (h - 1) + 1/2), in whole numbers; 0 if only one is chosen.
    """
    if h == 1:
        return 0
    return (2 * j * (n - 1) + (h - 1)) // (2 * (h - 1))
