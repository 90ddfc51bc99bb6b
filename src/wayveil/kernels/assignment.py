"""Everybody picks one of their candidates, nobody is picked twice, and it costs little.

An auction (Bertsekas 1988): whoever is free bids for the best candidate at today's prices, as much
as it is better than the second best and a little more. Whom it leaves free when it is called off
are brought in along augmenting paths.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from wayveil.kernels.arrays import Floats, Ints
from wayveil.kernels.compiled import compiled


class Choices(NamedTuple):
    """Who may pick whom, at what cost: row i's are `columns[offsets[i]:offsets[i + 1]]`."""

    columns: Ints
    costs: Floats
    offsets: Ints


@compiled
def auction(choices: Choices, prices: Floats, step: float, most_bids: int) -> Ints:
    """Give whom each row has picked when the auction ends, -1 for nobody; prices stay raised."""
    n = len(prices)
    picked, holder, free = np.full(n, -1), np.full(n, -1), np.arange(n)
    waiting = n
    while waiting > 0 and most_bids > 0:
        row, most_bids = free[waiting - 1], most_bids - 1
        best, least, second = -1, np.inf, np.inf
        for at in range(choices.offsets[row], choices.offsets[row + 1]):
            asked = choices.costs[at] + prices[choices.columns[at]]
            if asked < least:
                best, least, second = choices.columns[at], asked, least
            elif asked < second:
                second = asked
        if best < 0:
            waiting -= 1
            continue
        prices[best] += step + (second - least if second < np.inf else 0.0)
        outbid = holder[best]
        picked[row], holder[best] = best, row
        if outbid >= 0:
            picked[outbid], free[waiting - 1] = -1, outbid
        else:
            waiting -= 1
    return picked


@compiled
def completed(choices: Choices, picked: Ints) -> bool:
    """Bring in all who are free, in place; False if that cannot be done with these choices."""
    n = len(picked)
    holder, reached, seen, queue = np.full(n, -1), np.full(n, -1), np.full(n, -1), picked.copy()
    for row in range(n):
        if picked[row] >= 0:
            holder[picked[row]] = row
    for start in range(n):
        if picked[start] >= 0:
            continue
        end = _unheld(choices, start, holder, reached, seen, queue)
        if end < 0:
            return False
        while end >= 0:
            row = reached[end]
            given_up = picked[row]
            picked[row], holder[end] = end, row
            end = given_up
    return True


@compiled
def _unheld(
    choices: Choices, start: int, holder: Ints, reached: Ints, seen: Ints, queue: Ints
) -> int:
    """Find the nearest column that nobody holds, going from choice to holder; -1 if none."""
    queue[0], head, tail = start, 0, 1
    while head < tail:
        row, head = queue[head], head + 1
        for at in range(choices.offsets[row], choices.offsets[row + 1]):
            column = choices.columns[at]
            if seen[column] == start:
                continue
            seen[column], reached[column] = start, row
            if holder[column] < 0:
                return column
            queue[tail], tail = holder[column], tail + 1
    return -1
