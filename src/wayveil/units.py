"""Quantities with a unit: `900`, `15min` and `0.25h` are the same interval."""

from __future__ import annotations

import re
from typing import Final

from wayveil.errors import ParameterError

_SIZES: Final[dict[str, dict[str, float]]] = {
    "m": {"mm": 0.001, "m": 1.0, "km": 1000.0, "ft": 0.3048, "mi": 1609.344},
    "s": {"ms": 0.001, "s": 1.0, "sec": 1.0, "min": 60.0, "h": 3600.0, "d": 86400.0},
    "km/h": {"km/h": 1.0, "kmh": 1.0, "m/s": 3.6, "mph": 1.609344},
}
_FAMILY: Final = {unit: sizes for sizes in _SIZES.values() for unit in sizes}
_QUANTITY = re.compile(r"\s*([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)\s*([a-z/]*)\s*", re.IGNORECASE)


def quantity(text: str, unit: str) -> float:
    """Read a quantity in the given unit; a bare number is in that unit already.

    >>> quantity("2km", "m"), quantity("60min", "h"), quantity("500", "m")
    (2000.0, 1.0, 500.0)
    """
    match = _QUANTITY.fullmatch(text)
    sizes = _FAMILY[unit]
    if match is None or (match[2] and match[2].lower() not in sizes):
        raise ParameterError(
            f"not a quantity in {unit}; write a number, or one of {_examples(unit)}."
        )
    number, written = float(match[1]), match[2].lower() or unit
    return number if written == unit else number * sizes[written] / sizes[unit]


def _examples(unit: str) -> str:
    return ", ".join(f"2{other}" for other in _FAMILY[unit])
