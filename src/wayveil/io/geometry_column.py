"""Which column of a table is its geometry: by GeoParquet's metadata, or GeoArrow's types."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from wayveil.errors import InputError
from wayveil.io.crs import DEGREES

if TYPE_CHECKING:
    import polars as pl

_GEOARROW: Final = "geoarrow."


@dataclass(frozen=True)
class Layer:
    """Which column of a table is its geometry, how it is written, and in which CRS."""

    column: str
    encoding: str
    crs: Any


def layer(frame: pl.DataFrame, about: str | bytes | None, source: str) -> Layer | None:
    """Find the geometry of a table, if it has one."""
    if about is not None:
        return _of_geoparquet(frame, about, source)
    import polars as pl

    for name, kind in frame.schema.items():
        if isinstance(kind, pl.Extension) and kind.ext_name().startswith(_GEOARROW):
            encoding = kind.ext_name().removeprefix(_GEOARROW)
            return Layer(name, encoding, _crs(kind.ext_metadata()))
    return None


def _of_geoparquet(frame: pl.DataFrame, about: str | bytes, source: str) -> Layer:
    try:
        geo = json.loads(about)
        column = str(geo["primary_column"])
        stated: Mapping[str, Any] = geo["columns"][column]
        encoding = str(stated["encoding"]).lower()
        crs = stated.get("crs", DEGREES)
        missing = column not in frame.columns
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        missing = True
    if missing:
        raise InputError(
            f"{source} has metadata of GeoParquet that cannot be understood.",
            "Write it again with a current GeoPandas, GDAL or QGIS.",
        )
    return Layer(column, encoding, crs)


def _crs(about: str | None) -> Any:
    try:
        stated = json.loads(about or "{}")
    except ValueError:
        return None
    return stated.get("crs") if isinstance(stated, Mapping) else None
