"""Maps drawn for tests."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from wayveil.tessellations.polygons import Polygons

Ring = Sequence[tuple[float, float]]


def box(west: float, south: float, east: float, north: float) -> Ring:
    return [(west, south), (east, south), (east, north), (west, north)]


def square(west: float, south: float) -> Ring:
    return box(west, south, west + 1, south + 1)


def feature(ring: Ring) -> dict[str, Any]:
    """One polygon, its ring closed."""
    shape = {"type": "Polygon", "coordinates": [[*ring, ring[0]]]}
    return {"type": "Feature", "properties": {}, "geometry": shape}


def geojson(folder: Path, *rings: Ring, name: str = "tiles.geojson") -> Polygons:
    """Write a file of polygons, and make tiles of it."""
    folder.mkdir(parents=True, exist_ok=True)
    text = json.dumps({"type": "FeatureCollection", "features": [*map(feature, rings)]})
    (folder / name).write_text(text)
    return Polygons(file=str(folder / name))
