from __future__ import annotations

import numpy as np

from wayveil.likeness import Likeness


def test_what_one_side_lacks_is_none_there() -> None:
    one = np.array([[1, 2], [3, 4]]), np.array([5.0, 7.0])
    other = np.array([[3, 4], [5, 6]]), np.array([7.0, 5.0])
    found = Likeness.of("trips", one, other)
    assert (found.rows, found.differing, found.largest) == (3, 2, 5.0)
    assert found.share == 10 / 24
    assert not found.equal


def test_equal_and_empty_tables_are_equal() -> None:
    nothing = np.empty((0, 2), np.int64), np.empty(0)
    assert Likeness.of("trips", nothing, nothing).equal
    one = np.array([[2], [1]]), np.array([5.0, 7.0])
    other = np.array([[1], [2]]), np.array([7.0, 5.0])
    assert Likeness.of("trips", one, other).equal
