from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wayveil.kernels.scaled import Scaled, are_one, log10, multiplied, picked, scaled, summed, times

NUMBERS = st.lists(st.one_of(st.integers(0, 5), st.integers(0, 10**700)), min_size=1, max_size=6)


def of(numbers: list[int]) -> Scaled:
    """Scale numbers that are too large for a float."""
    shifts = np.array([max(0, n.bit_length() - 60) for n in numbers])
    low = [float(n >> int(shift)) for n, shift in zip(numbers, shifts, strict=True)]
    return scaled(low, shifts)


def logs(numbers: list[int]) -> list[float]:
    return [math.log10(n) if n else -math.inf for n in numbers]


@settings(max_examples=50)
@given(numbers=NUMBERS)
def test_sums_and_products_are_those_of_whole_numbers(numbers: list[int]) -> None:
    values = of(numbers)
    assert log10(values) == pytest.approx(np.array(logs(numbers)), abs=1e-9)
    assert log10(summed(values)) == pytest.approx(np.array(logs([sum(numbers)])), abs=1e-9)
    product = multiplied(values, np.array([0, 0, len(numbers)]))
    assert log10(product) == pytest.approx(np.array(logs([1, math.prod(numbers)])), abs=1e-9)
    squares = logs([n * n for n in numbers])
    assert log10(times(values, values)) == pytest.approx(np.array(squares), abs=1e-9)
    assert are_one(values).tolist() == [n == 1 for n in numbers]


def test_picking_leaves_another_value_where_there_is_no_place() -> None:
    values = of([3, 10**400])
    got = picked(values, np.array([1, -1, 0]), np.array([0.0, 0.0, 7.0]))
    assert log10(got).tolist() == pytest.approx([400, -math.inf, math.log10(3)])
    assert are_one(picked(values, np.array([-1]))).all()
