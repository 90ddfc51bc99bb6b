"""Background knowledge as scikit-mobility states it, person by person and choice by choice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from itertools import combinations

#: What is known: a place (with its time, if that is known), and an amount.
Item = tuple[Hashable, float]
Fits = Callable[[Sequence[Item], Sequence[Item]], bool]


def often(known: Sequence[Item], person: Sequence[Item]) -> bool:
    """Whether a person was in each place as often as it is known."""
    wanted, has = (Counter(place for place, _ in items) for items in (known, person))
    return all(has[place] >= times for place, times in wanted.items())


def in_order(known: Sequence[Item], person: Sequence[Item]) -> bool:
    """Whether the known places are a subsequence of the person's."""
    rest = iter(place for place, _ in person)
    return all(place in rest for place, _ in known)


def alike(tolerance: float) -> Fits:
    """Whether a person has each place with an amount near the known one."""

    def fits(known: Sequence[Item], person: Sequence[Item]) -> bool:
        has = dict(person)
        return all(
            place in has
            and has[place] - has[place] * tolerance <= amount <= has[place] + has[place] * tolerance
            for place, amount in known
        )

    return fits


def in_proportion(tolerance: float) -> Fits:
    """As `alike`, after the amounts of the known places have been divided by their largest."""

    def fits(known: Sequence[Item], person: Sequence[Item]) -> bool:
        has = dict(person)
        if not all(place in has for place, _ in known):
            return False
        theirs = [(place, has[place]) for place, _ in known]
        return alike(tolerance)(_scaled(known), _scaled(theirs))

    return fits


def _scaled(items: Sequence[Item]) -> list[Item]:
    largest = max(amount for _, amount in items)
    return [(place, amount / largest) for place, amount in items]


def counted(places: Sequence[Hashable]) -> list[Item]:
    """Different places, and how often each."""
    return [(place, float(times)) for place, times in Counter(places).items()]


def shared(places: Sequence[Hashable]) -> list[Item]:
    """Different places, and the share of each."""
    return [(place, times / len(places)) for place, times in counted(places)]


def risk(
    person: Sequence[Item], everybody: Sequence[Sequence[Item]], size: int, fits: Fits
) -> float:
    """The largest 1 / (number of people who fit) over all choices of so many items."""
    choices = combinations(person, min(size, len(person)))
    return max(1 / sum(fits(known, other) for other in everybody) for known in choices)
