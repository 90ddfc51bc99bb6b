"""Trajectories of one length in small blocks of neighbours, so that far-off ones are passed over.

A block keeps, for every point of its class, the box and the interval that this point of all its
members lies in. Matched places depend on lengths alone, so the boxes give a lower bound of the
distance to every member, for many blocks at a time. What cannot be near is never compared.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from wayveil.kernels.arrays import Floats, Ints
from wayveil.kernels.classes import Classes, Singles, by_length
from wayveil.kernels.compiled import compiled
from wayveil.kernels.paths import Paths

SIZE: Final = 32


class Blocks(NamedTuple):
    """Class c has the blocks `first[c]` to `first[c + 1]`, each of SIZE slots of the class.

    The points of the classes lie block by block, so that what is looked at together lies together:
    point j of the members of block b begins at `classes.start[b] + j * SIZE`. Boxes have a middle
    and a half width in x, y and t, a little too wide rather than too narrow.
    Those of the first points of all blocks come first, then those of the last points; box j of the
    blocks of class c begins at `start[c] + j * blocks`. The first `present` slots are still taken.
    """

    classes: Classes
    first: Ints
    start: Ints
    x: Singles
    dx: Singles
    y: Singles
    dy: Singles
    t: Singles
    dt: Singles
    slowest: Singles
    present: Ints
    slot: Ints
    class_of: Ints


def blocks(paths: Paths, weight: float, who: Ints) -> Blocks:
    """Put neighbours into blocks."""
    order = _neighbours(paths, weight, who)
    classes = by_length(paths, order)
    sizes = np.diff(classes.first)
    counts = -(-sizes // SIZE)
    first = _ends(counts)
    start = 2 * first[-1] + _ends(counts * classes.length)
    x, dx, y, dy, t, dt = (np.empty(start[-1], np.float32) for _ in range(6))
    slowest = np.empty(first[-1], np.float32)
    present = np.full(first[-1], SIZE)
    present[first[1:] - 1] = sizes - (counts - 1) * SIZE
    slot, class_of = (np.full(len(paths.speed), -1) for _ in range(2))
    slot[classes.member] = np.arange(len(classes.member))
    class_of[classes.member] = np.repeat(np.arange(len(sizes)), sizes)
    classes = _by_block(classes, counts)
    made = Blocks(classes, first, start, x, dx, y, dy, t, dt, slowest, present, slot, class_of)
    _enclose(made)
    return made


def _by_block(classes: Classes, counts: Ints) -> Classes:
    """Lay the points of each class out block by block; the last block is filled up with zeros."""
    base = _ends(np.repeat(classes.length, counts) * SIZE)

    def laid(column: Singles) -> Singles:
        out, begin = np.zeros(base[-1], np.float32), 0
        for c, (length, count) in enumerate(zip(classes.length, counts, strict=True)):
            size = classes.first[c + 1] - classes.first[c]
            place, end = classes.start[c], begin + count * length * SIZE
            rows = np.zeros((length, count * SIZE), np.float32)
            rows[:, :size] = column[place : place + length * size].reshape(length, size)
            out[begin:end] = rows.reshape(length, count, SIZE).swapaxes(0, 1).ravel()
            begin = end
        return out

    x, y, t = laid(classes.x), laid(classes.y), laid(classes.t)
    return classes._replace(x=x, y=y, t=t, start=base)


def _ends(counts: Ints) -> Ints:
    return np.concatenate([np.zeros(1, np.int64), np.cumsum(counts)])


def _neighbours(paths: Paths, weight: float, who: Ints) -> Ints:
    """Order trajectories by length and, within a length, so that neighbours come together."""
    lengths = np.diff(paths.offsets)[who]
    order = who[np.argsort(lengths, kind="stable")]
    where = features(paths, weight)
    cuts = np.flatnonzero(np.diff(np.sort(lengths))) + 1
    for low, high in zip([0, *cuts], [*cuts, len(order)], strict=True):
        _halve(order[low:high], where)
    return order


def features(paths: Paths, weight: float) -> Floats:
    """Where and when each trajectory begins, is half way, and ends; time in metres."""
    begin, last = paths.offsets[:-1], paths.offsets[1:] - 1
    places = np.stack([begin, (begin + last) // 2, last], axis=1)
    pace = weight * float(paths.speed.mean())
    return np.concatenate([paths.x[places], paths.y[places], pace * paths.t[places]], axis=1)


def _halve(part: Ints, where: Floats) -> None:
    """Sort a part of the order in place: halves along what differs most, down to blocks."""
    if len(part) <= SIZE:
        return
    values = where[part]
    widest = int((values.max(axis=0) - values.min(axis=0)).argmax())
    middle = max(1, round(len(part) / SIZE / 2)) * SIZE
    part[:] = part[np.argpartition(values[:, widest], middle - 1)]
    _halve(part[:middle], where)
    _halve(part[middle:], where)


@compiled
def _enclose(made: Blocks) -> None:
    """Fill in the boxes."""
    c_, every = made.classes, made.first[-1]
    for c in range(len(c_.length)):
        count = made.first[c + 1] - made.first[c]
        for b in range(count):
            block = made.first[c] + b
            low, here = c_.first[c] + b * SIZE, made.present[block]
            made.slowest[block] = c_.speed[low : low + here].min()
            for j in range(c_.length[c]):
                row = c_.start[block] + j * SIZE
                _fit(made, made.start[c] + j * count + b, row, row + here)
            _copy(made, made.start[c] + b, block)
            _copy(made, made.start[c] + (c_.length[c] - 1) * count + b, every + block)


@compiled
def _fit(made: Blocks, box: int, low: int, high: int) -> None:
    c_ = made.classes
    made.x[box], made.dx[box] = _interval(c_.x[low:high])
    made.y[box], made.dy[box] = _interval(c_.y[low:high])
    made.t[box], made.dt[box] = _interval(c_.t[low:high])


@compiled
def _copy(made: Blocks, box: int, other: int) -> None:
    made.x[other], made.dx[other] = made.x[box], made.dx[box]
    made.y[other], made.dy[other] = made.y[box], made.dy[box]
    made.t[other], made.dt[other] = made.t[box], made.dt[box]


@compiled
def _interval(values: Singles) -> tuple[np.float32, np.float32]:
    """Middle and half width; wider by what rounding could have taken away."""
    low, high = np.float64(values.min()), np.float64(values.max())
    spare = (abs(low) + abs(high)) * 2.0**-22
    return np.float32((low + high) / 2), np.float32((high - low) / 2 + spare)


@compiled
def leave(made: Blocks, i: int) -> None:
    """Take i out: the last of its block moves into its slot."""
    c_ = made.classes
    c, hole = made.class_of[i], made.slot[i]
    place = (hole - c_.first[c]) % SIZE
    block = made.first[c] + (hole - c_.first[c]) // SIZE
    made.present[block] -= 1
    last = made.present[block]
    for j in range(c_.length[c]):
        row = c_.start[block] + j * SIZE
        c_.x[row + place], c_.y[row + place] = c_.x[row + last], c_.y[row + last]
        c_.t[row + place] = c_.t[row + last]
    end = hole - place + last
    mover = c_.member[end]
    c_.speed[hole], c_.member[hole], made.slot[mover] = c_.speed[end], mover, hole
