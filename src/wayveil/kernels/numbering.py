"""Numbering what occurs: few things among many by a table to look them up in, others by sorting."""

from __future__ import annotations

from typing import Final

import numpy as np

from wayveil.kernels.arrays import Ints
from wayveil.kernels.compiled import compiled
from wayveil.kernels.radix import MANY, fresh, order_of

_FACTOR: Final = np.uint64(0x9E3779B97F4A7C15)
_SHIFT: Final = np.uint64(32)
_ROOM: Final = 1024
#: One in how many values may be different for a table to take less time than sorting.
_FEW: Final = 16


def numbered(values: Ints) -> tuple[Ints, Ints]:
    """Give the different values in order, and the place of each value among them."""
    if len(values) >= MANY:
        found, codes = looked_up(values, len(values) // _FEW)
        if len(codes):
            order = np.argsort(found)
            return found[order], np.argsort(order)[codes]
    return _sorted(values)


def _sorted(values: Ints) -> tuple[Ints, Ints]:
    order = order_of(values)
    ordered = values[order]
    new = fresh(ordered)
    place = np.empty(len(values), np.int64)
    place[order] = np.cumsum(new) - 1
    return ordered[new], place


@compiled
def looked_up(values: Ints, most: int) -> tuple[Ints, Ints]:
    """Number them as they come, by a table; of more than `most` different ones nothing is given."""
    slots, found = np.full(_ROOM, -1), np.empty(_ROOM, np.int64)
    codes, count, code = np.empty(len(values), np.int64), 0, -1
    for i in range(len(values)):
        if code < 0 or values[i] != found[code]:  # in a run of one value it is looked up once
            slot = _slot(values[i], slots, found)
            if slots[slot] < 0:
                slots[slot], found[count] = count, values[i]
                count += 1
            code = slots[slot]
            if count > most:
                return found[:0], codes[:0]
            if 2 * count > len(slots):
                slots, found = _longer(found)
        codes[i] = code
    return found[:count], codes


@compiled
def _slot(value: int, slots: Ints, found: Ints) -> int:
    """Give the slot that holds a value's number, or the empty one where it belongs."""
    last = len(slots) - 1
    slot = int((np.uint64(value) * _FACTOR) >> _SHIFT) & last
    while slots[slot] >= 0 and found[slots[slot]] != value:
        slot = (slot + 1) & last
    return slot


@compiled
def _longer(found: Ints) -> tuple[Ints, Ints]:
    """Make room for four times as many; half of the room is taken."""
    count = len(found) // 2 + 1
    slots, more = np.full(4 * len(found), -1), np.empty(4 * len(found), np.int64)
    more[:count] = found[:count]
    for number in range(count):
        slots[_slot(more[number], slots, more)] = number
    return slots, more
