"""Coordinates: numbers in degrees, within their bounds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from wayveil.io.faults import Faults
from wayveil.kernels.arrays import Floats, Mask

if TYPE_CHECKING:
    import polars as pl

BOUNDS: Final = {"lat": 90.0, "lon": 180.0}
#: Beyond this no mistake within degrees is likely: these are metres.
_PROJECTED: Final = 1000.0
_WITH_COMMA: Final = r"^[+-]?\d{1,3},\d+$"
_IN_WORDS: Final = r"[°º'\u2032NSEW]"


def degrees(column: pl.Series, role: str, faults: Faults) -> Floats:
    """Read one column of coordinates, marking what cannot be one."""
    values = _numbers(column, role, faults)
    missing = np.isnan(values) & faults.bad
    finite = np.isfinite(values)
    faults.mark(role, "are not finite", ~finite & ~missing)
    with np.errstate(invalid="ignore"):
        beyond = finite & (np.abs(values) > BOUNDS[role])
    if beyond.any():
        bound = f"{BOUNDS[role]:.0f}"
        faults.mark(role, f"are outside -{bound} to {bound}", beyond)
        _signs_of_range(values[beyond], role, faults)
    return values


def sign_swapped(lat: Floats, lon: Floats, faults: Faults) -> None:
    """See whether latitudes that are none would do as longitudes, and the other way round."""
    with np.errstate(invalid="ignore"):
        beyond = (np.abs(lat) > BOUNDS["lat"]) & (np.abs(lat) <= BOUNDS["lon"])
        faults.sign("lat", "swapped", int((beyond & (np.abs(lon) <= BOUNDS["lat"])).sum()))


def _numbers(column: pl.Series, role: str, faults: Faults) -> Floats:
    """Give floats, with NaN where a value is marked as blank or as no number."""
    import polars as pl

    if column.dtype != pl.String:
        numbers = column.cast(pl.Float64)
        faults.mark(role, "are blank", column.is_null().to_numpy())
        return numbers.fill_null(np.nan).to_numpy()
    text = column.str.strip_chars().fill_null("")
    blank: Mask = (text == "").to_numpy()
    numbers = text.cast(pl.Float64, strict=False)
    wrong: Mask = numbers.is_null().to_numpy() & ~blank
    faults.mark(role, "are blank", blank)
    faults.mark(role, "are not numbers", wrong)
    if wrong.any():
        odd = text.filter(pl.Series(wrong))
        faults.sign(role, "decimal comma", int(odd.str.contains(_WITH_COMMA).sum()))
        faults.sign(role, "degrees in words", int(odd.str.contains(_IN_WORDS).sum()))
    return numbers.fill_null(np.nan).to_numpy()


def _signs_of_range(beyond: Floats, role: str, faults: Faults) -> None:
    faults.sign(role, "projected", int((np.abs(beyond) > _PROJECTED).sum()))
    if role == "lon":
        faults.sign(role, "to 360", int(((beyond > 0) & (beyond <= 360)).sum()))
