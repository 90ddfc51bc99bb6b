"""Some rows, understood: numbers, times and keys, without what is bad."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from wayveil.errors import InputError
from wayveil.io import times
from wayveil.io.columns import shown
from wayveil.io.degrees import degrees, sign_swapped
from wayveil.io.faults import Faults
from wayveil.io.ids import Runs, runs
from wayveil.io.source import Parsed
from wayveil.io.times import Clockwork
from wayveil.kernels.arrays import Floats, Ints

if TYPE_CHECKING:
    import polars as pl

KEYS: Final = ("trajectory", "user")


@dataclass
class Piece:
    """The good rows of one block, and the tally of the bad ones."""

    lat: Floats
    lon: Floats
    t: Ints
    runs: Runs
    extra: pl.DataFrame
    faults: Faults
    ambiguous: int


def piece(parsed: Parsed, roles: Mapping[str, str], works: Clockwork) -> Piece:
    """Understand some rows."""
    import polars as pl

    frame = parsed.frame
    faults = Faults.none(len(frame))
    columns = {role: frame[name].alias(role) for role, name in roles.items()}
    keys = pl.DataFrame([columns[role] for role in KEYS if role in columns])
    found = runs(keys, faults)
    moments = times.milliseconds(columns["time"], works, faults)
    lat = degrees(columns["lat"], "lat", faults)
    lon = degrees(columns["lon"], "lon", faults)
    extra = frame.drop(roles.values())
    t = moments.ms
    if faults.bad.any():
        sign_swapped(lat, lon, faults)
        good = ~faults.bad
        lat, lon, t = lat[good], lon[good], t[good]
        found, extra = runs(keys.filter(pl.Series(good))), extra.filter(pl.Series(good))
    _count_what_was_seen(parsed, faults)
    return Piece(lat, lon, t, found, extra, faults, moments.ambiguous)


def check_types(frame: pl.DataFrame, roles: Mapping[str, str], source: str) -> None:
    """Refuse columns that cannot be what they are taken for, whatever their values."""
    import polars as pl

    for role, name in roles.items():
        kind = frame[name].dtype
        wrong = kind.is_nested() or kind == pl.Object
        if role in ("lat", "lon"):
            wrong |= not (kind.is_numeric() or kind == pl.String)
        if role == "time":
            wrong |= kind in (pl.Boolean, pl.Binary, pl.Time, pl.Duration)
        if wrong:
            raise InputError(
                f"column {shown(name)} of {source} holds {str(kind.base_type()).lower()} values, "
                f"which cannot be read as {role}.",
                "Give plain numbers, text or times in a column of its own.",
            )


def _count_what_was_seen(parsed: Parsed, faults: Faults) -> None:
    if parsed.ragged:
        faults.rows += parsed.ragged
        faults.add("row", "have more values than there are columns", parsed.ragged)
    for (role, hint), count in parsed.signs.items():
        faults.sign(role, hint, count)
