"""Coordinates of any reference system to degrees of WGS 84."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

import numpy as np

from wayveil.errors import InputError
from wayveil.io.optional import needed
from wayveil.kernels.arrays import Floats

#: Longitude and latitude on WGS 84: what coordinates are in where a format says nothing else.
DEGREES: Final = "OGC:CRS84"
_KNOWN: Final = re.compile(r"(ogc:(1\.3:)?crs84h?|epsg:[0-9.]*:?4326)", re.I)
_URN: Final = re.compile(r"^urn:(x-)?ogc:def:crs:|^https?://www\.opengis\.net/def/crs/", re.I)


def degrees(x: Floats, y: Floats, crs: Any, source: str) -> tuple[Floats, Floats, str | None]:
    """Give longitudes and latitudes, and what was done to get them, if anything was.

    `x` is easting or longitude, whatever order of axes the reference system itself has.
    """
    if crs is None or (isinstance(crs, str) and not crs.strip()):
        raise InputError(
            f"{source} does not say which coordinate reference system (CRS) it is in.",
            "Set it where the data comes from; in GeoPandas: frame.set_crs('EPSG:4326').",
        )
    if is_degrees(crs):
        return x, y, None
    pyproj = needed("pyproj", "geo", f"to read the coordinates of {source}")
    try:
        system = pyproj.CRS.from_user_input(_plain(crs))
        if system.equals(pyproj.CRS.from_epsg(4326), ignore_axis_order=True):
            return x, y, None
        change = pyproj.Transformer.from_crs(system, DEGREES, always_xy=True)
        lon, lat = change.transform(x, y)
    except (pyproj.exceptions.ProjError, TypeError, ValueError):
        raise InputError(
            f"{source} is in a coordinate reference system that cannot be brought to WGS 84.",
            "Convert it to EPSG:4326 where it comes from, and check that its CRS is right.",
        ) from None
    note = f"coordinates brought from {_called(system)} to WGS 84"
    return np.asarray(lon, np.float64), np.asarray(lat, np.float64), note


def is_degrees(crs: Any) -> bool:
    """Tell whether this names WGS 84 itself, without asking a library."""
    if isinstance(crs, Mapping):
        id = crs.get("id")
        crs = f"{id.get('authority')}:{id.get('code')}" if isinstance(id, Mapping) else ""
    text = re.sub("[:/]+", ":", _URN.sub("", crs)) if isinstance(crs, str) else ""
    return _KNOWN.fullmatch(text) is not None


def _plain(crs: Any) -> Any:
    return dict(crs) if isinstance(crs, Mapping) else crs


def _called(system: Any) -> str:
    authority = system.to_authority()
    return ":".join(authority) if authority else "a system of its own"
