"""Rows of whole numbers as one number of 64 bits each, to look them up and compare them."""

from __future__ import annotations

from typing import Final

import numpy as np

from wayveil.kernels.arrays import Ints, Words

_FACTOR: Final = np.uint64(0x9E3779B97F4A7C15)
_SHIFT: Final = np.uint64(29)


def mixed(*columns: Ints) -> Words:
    """Mix the columns of each row; equal rows give equal numbers, others hardly ever do.

    Of n different rows about n² / 2^65 pairs are mixed up: one in 300,000 tables of ten million.
    """
    numbers = np.zeros(len(columns[0]), np.uint64)
    for column in columns:
        numbers = (numbers ^ column.view(np.uint64)) * _FACTOR
        numbers ^= numbers >> _SHIFT
    return numbers * _FACTOR
