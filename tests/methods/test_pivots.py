"""Groups around pivots: as by the rule, of k, and wider only while that may help."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.reference import waiting as reference
from wayveil.chance import Chance
from wayveil.kernels.arrays import Floats, Ints
from wayveil.methods._pivots import _Round, grouped


def distances(seed: int, n: int, strangers: float) -> Floats:
    """Random distances, some of them infinite."""
    rng = np.random.default_rng(seed)
    drawn = np.where(rng.random((n, n)) < strangers, np.inf, rng.integers(0, 40, (n, n)))
    low = np.tril(drawn, -1)
    both: Floats = np.maximum(low, low.T)
    return both


@given(
    st.integers(0, 999), st.integers(2, 14), st.integers(2, 5),
    st.sampled_from([0.0, 0.3, 1.0]), st.sampled_from([0.0, 10.0, 100.0]),
)  # fmt: skip
@settings(max_examples=50, deadline=None)
def test_a_round_goes_by_the_rule(
    seed: int, n: int, k: int, strangers: float, radius: float
) -> None:
    away, order = distances(seed, n, strangers), np.random.default_rng(seed).permutation(n)
    found = _Round(lambda one, others: away[one, others], order, k, radius).run()
    want = reference.round_of(lambda a, b: float(away[a, b]), order.tolist(), k, radius)
    assert found.pivot.tolist() == [want.get(who, -1) for who in range(n)]
    sizes = Counter(found.pivot[found.pivot >= 0].tolist())
    assert min(sizes.values(), default=k) >= k
    assert all(found.pivot[pivot] == pivot for pivot in sizes)


@pytest.mark.parametrize("most", [0, 3, 10])
def test_the_radius_grows_until_few_enough_are_left_out(most: int) -> None:
    away = distances(1, 60, 0.0)
    found = grouped(lambda one, others: away[one, others], 60, 4, most, Chance.seeded(1))
    assert found.left_out <= most


def test_it_stops_where_nobody_can_be_compared() -> None:
    def never(one: int, others: Ints) -> Floats:
        return np.full(len(others), np.inf)

    found = grouped(never, 9, 3, 0, Chance.seeded(1))
    assert (found.left_out, found.refused) == (9, np.inf)
