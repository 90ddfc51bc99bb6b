"""MF-JSON, the moving features of OGC 19-045r3: a `MovingPoint` with times and coordinates."""

from __future__ import annotations

from typing import BinaryIO

from wayveil.io.formats.geojson import source, write_collection
from wayveil.io.points import decimals, moments, one_row_each
from wayveil.io.texts import ISO, as_json, joined, joined_by_trajectory
from wayveil.shapes import Trajectories

__all__ = ["source", "write"]


def write(data: Trajectories, file: BinaryIO) -> None:
    """Write each trajectory in the encoding Prism: its times, and its places beside them."""
    rows = one_row_each(data, "mfjson")
    places = joined_by_trajectory(data, "[", decimals(data.lon), ",", decimals(data.lat), "]")
    texts = joined(
        '{"type":"Feature","temporalGeometry":{"type":"MovingPoint","datetimes":[',
        joined_by_trajectory(data, '"', moments(data).dt.strftime(ISO), '"'),
        '],"coordinates":[',
        places,
        '],"interpolation":"Linear"},"properties":',
        as_json(rows),
        "}",
    )
    write_collection(file, [texts])
