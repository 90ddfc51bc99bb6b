"""What a record costs with somebody else in it, against the best of all partitions."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.reference.merging import Sample, best_merge
from tests.watched import HOUR, table
from wayveil.methods._covers import Covers
from wayveil.methods._epochs import Epochs
from wayveil.slots import Slots

_MINUTES = st.lists(st.integers(0, 59), min_size=1, max_size=2, unique=True)
_HOURS = st.tuples(_MINUTES, _MINUTES, _MINUTES)


def everybody(seen: list[tuple[list[int], ...]], k: int) -> Covers:
    """Put people in epochs of an hour and windows of two; each is at a place of their own."""
    data = table(
        [
            [(60 * hour + minute, place) for hour, some in enumerate(hours) for minute in some]
            for place, hours in enumerate(seen)
        ]
    )
    return Covers.none_yet(Epochs.of(data, Slots.over(data, 100, 60), HOUR, 2), k)


def samples(covers: Covers, person: int, epoch: int) -> list[Sample]:
    t, x, y, offsets = (column.tolist() for column in covers.epochs.samples)
    piece = int(covers.epochs.piece[person, epoch])
    return list(zip(t, x, y, strict=True))[offsets[piece] : offsets[piece + 1]]


@given(st.lists(_HOURS, min_size=4, max_size=5), st.integers(2, 3))
@settings(max_examples=40, deadline=None)
def test_a_record_costs_what_all_who_are_in_it_do(
    seen: list[tuple[list[int], ...]], k: int
) -> None:
    """In window 0 each holds the next, and for k = 3 the one after; the first person nobody."""
    covers, n = everybody(seen, k), len(seen)
    for one in range(1, n):
        for round in range(k - 1):
            covers.link(0, round, one, (one + round + 1) % n)
    found = covers.costs(1, np.arange(n))
    for one in range(n):
        hidden = [(one + round + 1) % n for round in range(k - 1)] if one else []
        for other in set(range(n)) - {one}:
            now = [samples(covers, who, 1) for who in (one, *hidden, other)]
            later = [samples(covers, who, 2) for who in (one, other)]
            assert found[one, other] == best_merge(now) + best_merge(later)
