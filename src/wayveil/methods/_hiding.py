"""Everybody is hidden in every window, or suppressed in it. (paper 004, Algorithm 2, lines 6-16)"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

import numpy as np

from wayveil import progress
from wayveil.kernels.arrays import Codes, Floats, Ints, Mask
from wayveil.methods._covers import Covers
from wayveil.methods._epochs import Epochs
from wayveil.parallel import in_parallel

#: Up to so many people are hidden in each other at one go: all pairs are compared.
_CHUNK: Final = 100

Waiting = dict[int, set[int]]


def hidden(epochs: Epochs, labels: Codes, k: int) -> Covers:
    """Hide everybody in k - 1 others in each window, and suppress whoever cannot be.

    Who has been suppressed in a window is gone from those that overlap it; whoever lost a cover
    by that is put elsewhere, or suppressed in turn, until nobody is without.
    """
    covers = Covers.none_yet(epochs, k)
    for m in progress.track(range(epochs.windows), "hiding"):
        waiting: Waiting = {m: set(_by_class(covers, labels, m))}
        while waiting:
            window, people = waiting.popitem()
            for person in _without_place(covers, window, people):
                _suppress(covers, window, person, waiting, m)
    return covers


def _by_class(covers: Covers, labels: Codes, m: int) -> list[int]:
    """Hide those of one history of clusters in each other; give those that are left over."""
    during = covers.during(m)
    history = np.where(covers.seen[:, during], labels[:, during], -1)
    present = np.flatnonzero((history >= 0).any(axis=1))
    _, number = np.unique(history[present], axis=0, return_inverse=True)
    return _in_chunks(covers, m, _grouped(present, number.ravel()))


def _grouped(people: Ints, number: Ints) -> list[Ints]:
    """Divide people by a number each has."""
    order = np.argsort(number, kind="stable")
    cuts = np.flatnonzero(np.diff(number[order])) + 1
    return np.split(people[order], cuts) if len(people) else []


def _in_chunks(covers: Covers, m: int, groups: list[Ints]) -> list[int]:
    """Hide people of one pattern in each other, those who are near together; give who is left.

    Nobody is in two chunks, so that these do not depend on one another.
    """

    def work(people: Ints) -> list[int]:
        return _in_each_other(covers, m, people)

    chunks = [people for group in groups for people in _chunks(covers, m, group)]
    return [person for left in in_parallel(work, chunks) for person in left]


def _chunks(covers: Covers, m: int, people: Ints) -> list[Ints]:
    """Divide people of one pattern into some who are near each other."""
    first = np.argmax(covers.seen[people[0], covers.during(m)]) + m
    centres = covers.centres[covers.epochs.piece[people, first]]
    return [people[rows] for rows in _near(centres, np.arange(len(people)))]


def _near(centres: Floats, rows: Ints) -> Iterator[Ints]:
    """Halve by the wider side until there are few enough."""
    if len(rows) <= _CHUNK:
        yield rows
        return
    wide = int(np.argmax(np.ptp(centres[rows], axis=0)))
    order = rows[np.argsort(centres[rows, wide], kind="stable")]
    for half in np.array_split(order, 2):
        yield from _near(centres, half)


def _in_each_other(covers: Covers, m: int, people: Ints) -> list[int]:
    """Find the cheapest rounds for all of them; leave out whoever nobody can pick."""
    k = covers.parent.shape[1] + 1
    cost, staying = covers.costs(m, people), np.arange(len(people))
    while len(staying) >= k:
        alone = _rounds(covers, m, people[staying], cost[np.ix_(staying, staying)])
        if not alone.any():
            break
        staying = staying[~alone]
    else:
        staying = staying[:0]
    return [int(person) for person in np.delete(people, staying)]


def _rounds(covers: Covers, m: int, people: Ints, cost: Floats) -> Mask:
    """Link people in rounds of the least cost; or say who is picked by nobody, and undo."""
    from scipy.optimize import linear_sum_assignment

    never = 1 + cost.max() * len(people)
    for round in range(covers.parent.shape[1]):
        possible = covers.free(people[:, None], people[None, :])
        ones, parents = linear_sum_assignment(np.where(possible, cost, never))
        alone = np.zeros(len(people), np.bool_)
        alone[parents] = ~possible[ones, parents]
        if alone.any():
            for before in range(round):
                for person in people:
                    covers.unlink(m, before, int(person))
            return alone
        covers.parent[m, round, people[ones]] = people[parents]
        covers.used.add(people[ones], people[parents])
    return np.zeros(len(people), np.bool_)


def _without_place(covers: Covers, m: int, people: Iterable[int]) -> list[int]:
    """Find a place for each, near others or among themselves; give those for whom there is none."""
    pattern = covers.patterns(m)
    asking = [p for p in sorted(people) if pattern[p] >= 0 and covers.parent[m, 0, p] < 0]
    alike = {code: np.flatnonzero(pattern == code) for code in {int(pattern[p]) for p in asking}}
    left = [p for p in asking if not covers.insert(m, p, alike[int(pattern[p])])]
    rest = np.array(left, np.int64)
    return _in_chunks(covers, m, _grouped(rest, pattern[rest]))


def _suppress(covers: Covers, m: int, person: int, waiting: Waiting, last: int) -> None:
    """Suppress a person in a window; whoever loses a cover by it waits for another."""
    length = covers.epochs.length
    gone = np.flatnonzero(covers.seen[person, covers.during(m)]) + m
    covers.seen[person, gone] = False
    for window in range(max(0, m - length + 1), min(last, m + length - 1) + 1):
        if ((gone >= window) & (gone < window + length)).any():
            waiting.setdefault(window, set()).update(_taken_out(covers, window, person))


def _taken_out(covers: Covers, m: int, person: int) -> set[int]:
    """Take a person out of a window, and all who fall out with them; give all of these."""
    out: set[int] = set()
    falling = [person]
    while falling:
        one = falling.pop()
        out.add(one)
        falling += covers.remove(m, one)
    return out
