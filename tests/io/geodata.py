"""Small files of every format, with one thing in them that can be spoilt."""

from __future__ import annotations

import json
from io import BytesIO
from typing import Any

import numpy as np
import polars as pl

from tests.io.tables_of_text import ID, LAT, LON
from wayveil.io.wkb import points_as_wkb

X, Y = float(LON), float(LAT)
WHEN = "2008-06-08T07:14:47Z"
POINT = {"type": "Point", "coordinates": [X, Y]}
LINE = {"type": "LineString", "coordinates": [[X, Y], [X + 1, Y]]}
RING = {"type": "Polygon", "coordinates": [[[X, Y], [X + 1, Y], [X, Y + 1], [X, Y]]]}
MOVING = {"type": "MovingPoint", "datetimes": [WHEN, WHEN], "coordinates": LINE["coordinates"]}


def feature(geometry: Any = None, **properties: Any) -> dict[str, Any]:
    """A point with an id and a time, unless told otherwise."""
    facts = {"trajectory_id": ID, "timestamp": WHEN} | properties
    return {"type": "Feature", "geometry": geometry or POINT, "properties": facts}


def line(geometry: Any = None, **properties: Any) -> dict[str, Any]:
    """A line with an id."""
    facts = {"trajectory_id": ID, **properties}
    return {"type": "Feature", "geometry": geometry or LINE, "properties": facts}


def moving(geometry: Any = None, **properties: Any) -> dict[str, Any]:
    """A moving feature of OGC 19-045r3."""
    facts = {"trajectory_id": ID, **properties}
    return {"type": "Feature", "temporalGeometry": geometry or MOVING, "properties": facts}


def collection(*features: Any, **members: Any) -> str:
    """A document of GeoJSON."""
    return json.dumps({"type": "FeatureCollection", **members, "features": list(features)})


def named_crs(name: str) -> dict[str, Any]:
    return {"type": "name", "properties": {"name": name}}


def gpx(*points: str, kind: str = "trkpt", head: str = "", creator: str = "a device") -> str:
    """A file of one track, or of loose points."""
    inside = "".join(points)
    body = f"<trk><name>Walk</name><trkseg>{inside}</trkseg></trk>" if kind == "trkpt" else inside
    return f'<?xml version="1.0"?>{head}<gpx creator="{creator}">{body}</gpx>'


def spot(when: str | None = WHEN, lat: str = LAT, lon: str = LON, kind: str = "trkpt") -> str:
    """A point of GPX."""
    time = f"<time>{when}</time>" if when else ""
    return f'<{kind} lat="{lat}" lon="{lon}"><ele>7</ele>{time}</{kind}>'


def geoparquet(
    cells: pl.Series | None = None,
    encoding: str = "WKB",
    about: str | None = None,
    geometry_types: list[str] | None = None,
    **columns: Any,
) -> bytes:
    """A file of GeoParquet; `crs` among the columns goes into the metadata."""
    told: dict[str, Any] = {"encoding": encoding, "geometry_types": geometry_types or []}
    if "crs" in columns:
        told["crs"] = columns.pop("crs")
    cells = points_as_wkb(np.array([X]), np.array([Y])) if cells is None else cells
    facts: dict[str, Any] = {"trajectory_id": [ID], "timestamp": [WHEN]} | columns
    frame = pl.DataFrame({**facts, "geometry": cells})
    geo = {"version": "1.1.0", "primary_column": "geometry", "columns": {"geometry": told}}
    out = BytesIO()
    frame.write_parquet(out, metadata={"geo": json.dumps(geo) if about is None else about})
    return out.getvalue()
