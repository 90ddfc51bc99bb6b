"""Sorting whole numbers digit by digit: some three times faster than comparing them."""

from __future__ import annotations

from typing import Final

import numpy as np

from wayveil.kernels.arrays import Ints, Mask, Words
from wayveil.kernels.compiled import compiled

_BITS = 11
#: Fewer are sorted sooner than a kernel is compiled, or loaded.
MANY: Final = 2**16


def order_of(keys: Ints) -> Ints:
    """Give the order that sorts the keys; equal ones stay as they are."""
    return np.argsort(keys, kind="stable") if len(keys) < MANY else by_digits(keys)


def by_digits(keys: Ints) -> Ints:
    """Give the order that sorts the keys, of which there must be any, digit by digit."""
    return sort((keys - keys.min()).view(np.uint64))  # modulo 2^64: right for any two keys


def distinct(keys: Ints) -> Ints:
    """Give the different keys, in order."""
    ordered = keys[order_of(keys)]
    return ordered[fresh(ordered)]


def distinct_pairs(first: Ints, second: Ints) -> tuple[Ints, Ints]:
    """Give the different pairs, in order."""
    low = int(second.min(initial=0))
    width = int(second.max(initial=0)) - low + 1
    one, other = np.divmod(distinct(first * width + (second - low)), width)
    return one, other + low


def fresh(ordered: Ints) -> Mask:
    """Mark where a key is not the one before."""
    new = np.ones(len(ordered), np.bool_)
    new[1:] = ordered[1:] != ordered[:-1]
    return new


@compiled
def sort(rest: Words) -> Ints:
    """Sort what is left of the keys above the lowest, a digit at a time, the last digit first."""
    order = np.arange(len(rest))
    top, other, moved = rest.max(), np.empty_like(rest), np.empty_like(order)
    digit = np.uint64(2**_BITS - 1)
    for shift in range(0, 64, _BITS):
        by = np.uint64(shift)
        if top >> by == 0:
            break
        place = np.zeros(2**_BITS, np.int64)
        for value in rest:
            place[(value >> by) & digit] += 1
        if place.max() == len(rest):
            continue
        place = np.cumsum(place) - place
        for i in range(len(rest)):
            d = (rest[i] >> by) & digit
            other[place[d]], moved[place[d]] = rest[i], order[i]
            place[d] += 1
        rest, other, order, moved = other, rest, moved, order
    return order


def order_by(first: Ints, second: Ints) -> Ints:
    """Give the order that sorts by a first key, and where that is equal by a second."""
    by_second = order_of(second)
    return by_second[order_of(first[by_second])]
