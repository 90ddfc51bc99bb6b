"""Numbers that may be far larger than a float can hold: a mantissa and a power of two."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from wayveil.kernels.arrays import Floats, Ints, Mask

_LOG10_2: Final = float(np.log10(2))
#: What is so many powers of two below the largest of a sum adds nothing to it.
_NOTHING: Final = -2000


class Scaled(NamedTuple):
    """The numbers mantissa · 2^exponent; mantissas lie in [0.5, 1), or are 0."""

    mantissa: Floats
    exponent: Ints


def scaled(values: npt.ArrayLike, exponent: Ints | int = 0) -> Scaled:
    """Give values · 2^exponent."""
    mantissa, shift = np.frexp(np.asarray(values, np.float64))
    return Scaled(mantissa, np.where(mantissa > 0, shift + np.asarray(exponent), 0))


def ones(count: int) -> Scaled:
    """Give so many ones."""
    return scaled(np.ones(count))


def times(one: Scaled, other: Scaled) -> Scaled:
    """Multiply, each with the one in the same place."""
    return scaled(one.mantissa * other.mantissa, one.exponent + other.exponent)


def picked(values: Scaled, places: Ints, otherwise: Floats | float = 1.0) -> Scaled:
    """Give the value at each place, and another where the place is negative."""
    there = np.flatnonzero(places >= 0)
    found = scaled(np.where(places < 0, otherwise, 0.0))
    found.mantissa[there] = values.mantissa[places[there]]
    found.exponent[there] = values.exponent[places[there]]
    return found


def summed(values: Scaled) -> Scaled:
    """Add all up; gives one number."""
    some = values.mantissa > 0
    top = int(values.exponent[some].max(initial=0)) if some.any() else 0
    shift = np.maximum(values.exponent - top, _NOTHING)
    return scaled(np.ldexp(values.mantissa, shift).sum(keepdims=True), top)


def multiplied(values: Scaled, offsets: Ints) -> Scaled:
    """Multiply the values of each group; an empty group gives 1."""
    product, count = ones(len(offsets) - 1), np.diff(offsets)
    for step in range(int(count.max(initial=0))):
        places = np.where(count > step, offsets[:-1] + step, -1)
        product = times(product, picked(values, places))
    return product


def log10(values: Scaled) -> Floats:
    """Give the logarithms to base 10, minus infinity of 0."""
    with np.errstate(divide="ignore"):
        logs: Floats = np.log10(values.mantissa) + values.exponent * _LOG10_2
    return logs


def are_one(values: Scaled) -> Mask:
    """Mark the numbers that are 1."""
    return (values.mantissa == 0.5) & (values.exponent == 1)
