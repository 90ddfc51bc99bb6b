"""Rows with equal keys as one, millions at a time: how many they are, and of how many units."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from wayveil.kernels.arrays import Codes, Ints, Mask
from wayveil.kernels.numbering import numbered
from wayveil.kernels.radix import order_of

_MOST: Final = 2**62


@dataclass(frozen=True, eq=False)
class Grouped:
    """Groups of rows with equal keys, in the order of the keys.

    Row i is in the group `number[i]`; group g begins with the row `first[g]`, has `times[g]` rows,
    and those have `units[g]` different owners.
    """

    number: Ints
    first: Ints
    times: Ints
    units: Ints

    @classmethod
    def of(cls, columns: Sequence[Ints], owner: Codes) -> Grouped:
        """Group rows by columns of small whole numbers, as places in a list are.

        One sort by key and owner finds both: a group begins where the key is another one, and a
        unit where the key or the owner is.
        """
        key = _key(columns)
        owned = _key([key, owner.astype(np.int64)])
        order = order_of(owned)
        another, unit = _new(key[order]), _new(owned[order])
        first = np.flatnonzero(another)
        number = np.empty(len(order), np.int64)
        number[order] = np.cumsum(another) - 1
        return cls(
            number,
            order[first],
            np.diff(np.append(first, len(order))),
            np.add.reduceat(unit, first, dtype=np.int64) if len(first) else first,
        )

    def added(self, amount: Ints) -> Ints:
        """Add up an amount of each row by group."""
        total = np.zeros(len(self.first), np.int64)
        np.add.at(total, self.number, amount)
        return total


def _key(columns: Sequence[Ints]) -> Ints:
    """Make one number of several, which sorts as they do."""
    key, size = np.zeros(len(columns[0]), np.int64), 1
    for column in columns:
        low, high = int(column.min(initial=0)), int(column.max(initial=0))
        width = high - low + 1
        if size * width > _MOST:
            key = numbered(key)[1]
            size = int(key.max(initial=0)) + 1
        key, size = key * width + (column - low), size * width
    return key


def _new(keys: Ints) -> Mask:
    """Mark where a key is not the one before."""
    new = np.ones(len(keys), np.bool_)
    new[1:] = keys[1:] != keys[:-1]
    return new
