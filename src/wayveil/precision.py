"""How precisely somebody knows times: not at all, to an interval, or exactly."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

import numpy as np
from pydantic import BeforeValidator

from wayveil import clock
from wayveil.errors import ParameterError
from wayveil.kernels.arrays import Ints
from wayveil.units import quantity


def _read(value: Any) -> Any:
    """Read a word or a time; anything else is told what there is."""
    if isinstance(value, str) and value in {"none", "exact"}:
        return value
    try:
        seconds = quantity(value, "s") if isinstance(value, str) else float(value)
    except (ParameterError, TypeError, ValueError):
        raise ValueError("none, exact, or a time such as 60 or 10min") from None
    if not 0.001 <= seconds <= 1e9:
        raise ValueError("a time must be at least 0.001 s and at most 1,000,000,000 s")
    return seconds


#: `none`, `exact`, or the seconds of the intervals, counted from 1970, that times are known to.
Precision: TypeAlias = Annotated[Literal["none", "exact"] | float, BeforeValidator(_read)]


def bins(t: Ints, precision: Precision) -> Ints:
    """Give what is known of each time: equal numbers cannot be told apart."""
    if precision == "none":
        return np.zeros_like(t)
    return t if precision == "exact" else t // clock.milliseconds(precision)


def in_words(precision: Precision) -> str:
    """Say it within a sentence."""
    if precision == "none":
        return "but not when"
    if precision == "exact":
        return "and exactly when"
    return f"and when, to {clock.duration(precision)} (counted from 1970-01-01 00:00 UTC)"
