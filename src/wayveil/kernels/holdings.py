"""Who has been where how often, and who fits what somebody knows of a person.

What is known are some things (places, say), each with an amount. Candidates are those who hold the
rarest of them; a rule says who of these fits. So five rules share one index and one loop.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from wayveil.kernels import ragged
from wayveil.kernels.arrays import Floats, Ints
from wayveil.kernels.compiled import compiled
from wayveil.kernels.radix import order_of

#: A thing known n times is held n times or more; amounts are alike; amounts are alike once the
#: largest of those known is 1; things are held in the order in which they are known.
OFTEN: Final = 0
ALIKE: Final = 1
IN_PROPORTION: Final = 2
IN_ORDER: Final = 3


class Holdings(NamedTuple):
    """What each group holds, and who holds each thing.

    Group g holds `things[own[g]:own[g + 1]]`, each once, with `amounts`; entry e of these has the
    rows `rows[begin[e]:begin[e + 1]]`, in order. Thing k is held by
    `holders[first[k]:first[k + 1]]`.
    """

    holders: Ints
    first: Ints
    things: Ints
    own: Ints
    amounts: Floats
    rows: Ints
    begin: Ints


class Known(NamedTuple):
    """What is known of each person: person i has `things[offsets[i]:offsets[i + 1]]`."""

    things: Ints
    amounts: Floats
    offsets: Ints


class Rule(NamedTuple):
    """What fits what."""

    kind: int
    tolerance: float


@compiled
def fitting(index: Holdings, known: Known, rule: Rule) -> tuple[Ints, Ints]:
    """Give for all that is known of somebody the groups that fit it, person after person."""
    people = len(known.offsets) - 1
    counts, room = np.zeros(people, np.int64), np.empty(len(index.own), np.int64)
    for who in range(people):
        counts[who] = _fit(index, known, _span(known.offsets, who), rule, room)
    found, at = np.empty(counts.sum(), np.int64), 0
    for who in range(people):
        at += _fit(index, known, _span(known.offsets, who), rule, found[at:])
    return found, counts


@compiled
def telling(
    index: Holdings, known: Known, order: Ints, offsets: Ints, size: int, rule: Rule
) -> tuple[Ints, Ints, Ints]:
    """Choose what tells most of each person: what fewest groups fit, of all there is to know.

    All choices of `size` of the rows `order[offsets[i]:offsets[i + 1]]` of person i are tried
    (all of them, where there are fewer), early ones first, until one fits a single group. Give
    the rows chosen, in their order, how many there are of each person, and how many fit them.
    """
    people = len(offsets) - 1
    sizes = np.minimum(offsets[1:] - offsets[:-1], size)
    fewest, room = np.zeros(people, np.int64), np.empty(len(index.own), np.int64)
    chosen, at = np.empty(sizes.sum(), np.int64), 0
    for who in range(people):
        mine, best = order[offsets[who] : offsets[who + 1]], chosen[at : at + sizes[who]]
        if sizes[who]:
            fewest[who] = _tell(index, known, mine, best, rule, room)
        at += sizes[who]
    return chosen, sizes, fewest


@compiled
def _tell(index: Holdings, known: Known, mine: Ints, best: Ints, rule: Rule, room: Ints) -> int:
    pick, fewest = np.arange(len(best)), len(room)
    while fewest > 1:
        rows = np.sort(mine[pick])
        fit = _fit(index, known, rows, rule, room[:fewest])
        if fit < fewest:
            fewest, best[:] = fit, rows
        if not _next(pick, len(mine)):
            break
    return fewest


@compiled
def _span(offsets: Ints, i: int) -> Ints:
    return np.arange(offsets[i], offsets[i + 1])


@compiled
def _next(pick: Ints, n: int) -> bool:
    """Go on to the next choice out of n, in lexicographic order; whether there is one."""
    k = len(pick)
    for place in range(k - 1, -1, -1):
        if pick[place] < n - k + place:
            pick[place] += 1
            for after in range(place + 1, k):
                pick[after] = pick[after - 1] + 1
            return True
    return False


@compiled
def _fit(index: Holdings, known: Known, rows: Ints, rule: Rule, out: Ints) -> int:
    """List the groups that fit these rows, until there is no more room; give how many."""
    things, amounts = known.things[rows], known.amounts[rows]
    if len(things) == 0 or things.min() < 0:
        return 0
    rarest = things[np.argmin(index.first[things + 1] - index.first[things])]
    count, entries = 0, np.empty(len(things), np.int64)
    for group in index.holders[index.first[rarest] : index.first[rarest + 1]]:
        if count == len(out):
            break
        if _holds(index, group, things, entries) and _fits(index, entries, amounts, rule):
            out[count] = group
            count += 1
    return count


@compiled
def _holds(index: Holdings, group: int, things: Ints, entries: Ints) -> bool:
    """Whether a group holds all these things; note where."""
    begin, end = index.own[group], index.own[group + 1]
    own = index.things[begin:end]
    for i in range(len(things)):
        place = np.searchsorted(own, things[i])
        if place == len(own) or own[place] != things[i]:
            return False
        entries[i] = begin + place
    return True


@compiled
def _fits(index: Holdings, entries: Ints, amounts: Floats, rule: Rule) -> bool:
    if rule.kind == OFTEN:
        return _often(index.amounts, entries)
    if rule.kind == IN_ORDER:
        return _in_order(index, entries)
    mine, theirs = 1.0, 1.0
    if rule.kind == IN_PROPORTION:
        mine, theirs = amounts.max(), index.amounts[entries].max()
    for i in range(len(entries)):
        wanted, held = amounts[i] / mine, index.amounts[entries[i]] / theirs
        if not held - held * rule.tolerance <= wanted <= held + held * rule.tolerance:
            return False
    return True


@compiled
def _often(amounts: Floats, entries: Ints) -> bool:
    for i in range(len(entries)):
        times = 1
        for before in range(i):
            times += entries[before] == entries[i]
        if amounts[entries[i]] < times:
            return False
    return True


@compiled
def _in_order(index: Holdings, entries: Ints) -> bool:
    at = -1
    for entry in entries:
        rows = index.rows[index.begin[entry] : index.begin[entry + 1]]
        place = np.searchsorted(rows, at, side="right")
        if place == len(rows):
            return False
        at = rows[place]
    return True


def holdings(thing: Ints, offsets: Ints, n_things: int) -> Holdings:
    """List who has which things how often, from rows of one thing each, group after group."""
    rows, things, begin, own = gathered(thing, offsets, n_things)
    return Holdings(
        holders=ragged.group_of_rows(own)[order_of(things)],
        first=ragged.offsets_of(np.bincount(things, minlength=n_things)),
        things=things,
        own=own,
        amounts=np.diff(begin) * 1.0,
        rows=rows,
        begin=begin,
    )


@compiled
def gathered(thing: Ints, offsets: Ints, n_things: int) -> tuple[Ints, Ints, Ints, Ints]:
    """Sort the rows of each group by what they have; give also what each has, and where.

    A group's things are counted in a table of all things, which few groups fill: no row is
    compared with another.
    """
    rows, at = np.empty_like(thing), np.zeros(n_things, np.int64)
    things, begin, own = np.empty_like(thing), np.empty(len(thing) + 1, np.int64), offsets.copy()
    count = own[0] = 0
    for group in range(len(offsets) - 1):
        first, last = offsets[group], offsets[group + 1]
        start = count
        for i in range(first, last):
            if at[thing[i]] == 0:
                things[count] = thing[i]
                count += 1
            at[thing[i]] += 1
        things[start:count].sort()
        for entry in range(start, count):
            begin[entry] = first
            first += at[things[entry]]
            at[things[entry]] = begin[entry]
        for i in range(offsets[group], last):
            rows[at[thing[i]]] = i
            at[thing[i]] += 1
        at[things[start:count]] = 0
        own[group + 1] = count
    begin[count] = len(thing)
    return rows, things[:count].copy(), begin[: count + 1].copy(), own


def listed(keys: Ints, amounts: Floats, n_groups: int, n_things: int) -> Holdings:
    """List entries, each once and in order; `keys` are group * n_things + thing."""
    group, thing = np.divmod(keys, max(n_things, 1))
    return Holdings(
        holders=group[order_of(thing)],
        first=ragged.offsets_of(np.bincount(thing, minlength=n_things)),
        things=thing,
        own=ragged.offsets_of(np.bincount(group, minlength=n_groups)),
        amounts=amounts,
        rows=np.arange(len(keys)),
        begin=np.arange(len(keys) + 1),
    )
