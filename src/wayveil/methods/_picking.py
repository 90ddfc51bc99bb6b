"""Everybody picks k - 1 others, and is picked by k - 1 others: permutations, side by side."""

from __future__ import annotations

from typing import Final

import numpy as np

from wayveil import progress
from wayveil.kernels import assignment, ragged
from wayveil.kernels.arrays import Ints
from wayveil.kernels.assignment import Choices

#: How finely an auction bids, as shares of the median cost: first coarsely, to go on from there.
_STEPS: Final = (0.25, 0.05, 0.01)
_BIDS_EACH: Final = 100


def picks(choices: Choices, rounds: int) -> Ints | None:
    """Give in row r whom each picks in round r: nobody twice in a row, nobody twice by the same.

    None if these choices do not suffice.
    """
    chosen = []
    for _ in progress.track(range(rounds), "picking"):
        picked = _round(choices)
        if picked is None:
            return None
        chosen.append(picked)
        choices = without(choices, picked)
    return np.array(chosen)


def _round(choices: Choices) -> Ints | None:
    """Give one permutation that costs little."""
    n = len(choices.offsets) - 1
    usual = max(float(np.median(choices.costs)), 1.0) if len(choices.costs) else 1.0
    prices, picked = np.zeros(n), np.full(n, -1)
    for share in _STEPS:
        picked = assignment.auction(choices, prices, share * usual, _BIDS_EACH * n)
    return picked if assignment.completed(choices, picked) else None


def without(choices: Choices, picked: Ints) -> Choices:
    """Take back what was picked."""
    row = ragged.group_of_rows(choices.offsets)
    stays = choices.columns != picked[row]
    lengths = np.bincount(row[stays], minlength=len(picked))
    return Choices(choices.columns[stays], choices.costs[stays], ragged.offsets_of(lengths))
