"""Bits that say who has been with whom are a set of pairs."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from wayveil.methods._pairs import Pairs

_PEOPLE = 19
_EACH = st.lists(st.integers(0, _PEOPLE - 1), min_size=_PEOPLE, max_size=_PEOPLE)


@given(st.lists(st.tuples(st.booleans(), _EACH), max_size=6))
@settings(max_examples=50, deadline=None)
def test_it_is_a_set(steps: list[tuple[bool, list[int]]]) -> None:
    """Everybody is put in, or taken out, with somebody; again and again."""
    pairs, wanted = Pairs.none_yet(_PEOPLE), set()
    ones = np.arange(_PEOPLE)
    for puts, others in steps:
        if puts:
            pairs.add(ones, np.array(others))
            wanted |= set(enumerate(others))
        else:
            pairs.drop(ones, np.array(others))
            wanted -= set(enumerate(others))
    found = np.argwhere(pairs.has(ones[:, None], ones[None, :]))
    assert {(int(one), int(other)) for one, other in found} == wanted
    assert len(pairs) == len(wanted)


def test_one_pair_alone() -> None:
    pairs = Pairs.none_yet(3)
    pairs.add(1, 2)
    assert pairs.has(1, 2)
    assert not pairs.has(2, 1)
    pairs.drop(1, 2)
    assert len(pairs) == 0
