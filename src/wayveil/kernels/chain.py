"""Markov chains as arrays: walking along them, and where they spend their time."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from wayveil.kernels.arrays import Floats, Ints

if TYPE_CHECKING:
    from scipy.sparse import csr_array


class Ways(NamedTuple):
    """All ways on, sorted by time of day and by what was before.

    Who has been through `context` c at time of day b goes on by one of the rows
    `begin[b * contexts + c]` up to the next entry: row r leads to `place[r]` and to the context
    `then[r]`, with the weight `total[r + 1] - total[r]`. A place is left at `rate[b, place]` a ms.
    """

    begin: Ints
    contexts: int
    then: Ints
    place: Ints
    total: Floats
    rate: Floats
    bin_ms: int
    day_ms: int


class Walkers(NamedTuple):
    """Who is where at what time, in ms, and what they have been through."""

    who: Ints
    place: Ints
    context: Ints
    t: Floats


def drawn(total: Floats, first: Ints, last: Ints, luck: Floats) -> Ints:
    """Draw a row for each span of rows, by the weights that are added up in `total`."""
    aim = total[first] + luck * (total[last] - total[first])
    row: Ints = np.searchsorted(total, aim, side="right") - 1
    return np.clip(row, first, last - 1)


def walk(ways: Ways, begun: Walkers, until: Floats, luck: np.random.Generator) -> Iterator[Walkers]:
    """Give all who have arrived somewhere, beginning with where they begin, until all are done.

    Whoever stays over the end of a time of day waits on at the rate of the next one: waiting has
    no memory. A walk ends at `until`, or where no way goes on.
    """
    yield begun
    now = begun
    while len(now.who):
        time_of_day = (now.t % ways.day_ms // ways.bin_ms).astype(np.int64)
        edge = np.minimum(until[now.who], _next_edge(now.t, ways))
        with np.errstate(divide="ignore"):
            wait = luck.standard_exponential(len(now.t)) / ways.rate[time_of_day, now.place]
        span = time_of_day * ways.contexts + now.context
        first, last = ways.begin[span], ways.begin[span + 1]
        goes = (now.t + wait < edge) & (last > first)
        waits = (now.t + wait >= edge) & (edge < until[now.who])
        row = drawn(ways.total, first[goes], last[goes], luck.random(int(goes.sum())))
        gone = Walkers(now.who[goes], ways.place[row], ways.then[row], (now.t + wait)[goes])
        yield gone
        still = Walkers(now.who[waits], now.place[waits], now.context[waits], edge[waits])
        now = gathered([gone, still])


def gathered(parts: list[Walkers]) -> Walkers:
    """Put several lists of walkers together."""
    who, place, context, t = (np.concatenate(column) for column in zip(*parts, strict=True))
    return Walkers(who, place, context, t)


def _next_edge(t: Floats, ways: Ways) -> Floats:
    """When the next time of day begins; never, if there is only one."""
    if ways.bin_ms >= ways.day_ms:
        return np.full(len(t), np.inf)
    of_day = t % ways.day_ms
    edge: Floats = np.minimum((of_day // ways.bin_ms + 1) * ways.bin_ms, ways.day_ms)
    return t - of_day + edge


def stationary(chances: csr_array[np.float64]) -> Floats:
    """Give the stationary distribution of the largest class of states that all reach each other.

    Ways out of the class are left out. One state gets the weight 1, the others' equations are
    solved, and all is divided by the sum.
    """
    from scipy.sparse import diags_array, eye_array
    from scipy.sparse.csgraph import connected_components
    from scipy.sparse.linalg import spsolve

    _, label = connected_components(chances, connection="strong")
    inside = np.flatnonzero(label == np.argmax(np.bincount(label)))
    weight = np.zeros(chances.shape[0])
    weight[inside] = 1.0
    if len(inside) > 1:
        kept = chances[inside][:, inside]
        stays = (diags_array(1 / kept.sum(axis=1)) @ kept).T.tocsc()
        rest = (eye_array(len(inside) - 1) - stays[1:, 1:]).tocsc()
        weight[inside[1:]] = spsolve(rest, stays[1:, [0]].toarray().ravel())
    weight /= weight.sum()
    return weight
