"""A set of pairs of people, in which each possible pair takes one bit."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from wayveil.kernels.arrays import Ints, Mask


@dataclass(frozen=True, eq=False)
class Pairs:
    """Which pairs (one, other) are in it: bit `other` of the row of `one`.

    People squared over eight are its bytes: 0.1 GB for 30,000 people, 1.3 GB for 100,000.
    Rows share no byte, so that threads may change different ones at once.
    """

    bits: NDArray[np.uint8]

    @classmethod
    def none_yet(cls, people: int) -> Pairs:
        """Begin with no pair of so many people."""
        return cls(np.zeros((people, people // 8 + 1), np.uint8))

    def __len__(self) -> int:
        return int(np.unpackbits(self.bits).sum())

    def has(self, one: int | Ints, other: int | Ints) -> Mask:
        """Say which pairs are in it."""
        found: Mask = self.bits[one, np.asarray(other) >> 3] & _bit(other) > 0
        return found

    def add(self, one: int | Ints, other: int | Ints) -> None:
        """Put pairs in, all of different ones."""
        self.bits[one, np.asarray(other) >> 3] |= _bit(other)

    def drop(self, one: int | Ints, other: int | Ints) -> None:
        """Take pairs out, all of different ones."""
        self.bits[one, np.asarray(other) >> 3] &= ~_bit(other)


def _bit(place: int | Ints) -> NDArray[np.uint8]:
    bit: NDArray[np.uint8] = np.left_shift(1, np.asarray(place) & 7).astype(np.uint8)
    return bit
