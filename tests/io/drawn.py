"""Files of polygons for tests, written by pyogrio."""

from __future__ import annotations

import json
import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pyogrio
import shapely

_ENDINGS = {"GeoJSON": "t.geojson", "GPKG": "t.gpkg"}


def written(
    path: Path,
    shapes: Sequence[Any],
    driver: str,
    crs: str | None = "EPSG:4326",
    kind: str = "Polygon",
    **more: Any,
) -> Path:
    """Write shapes."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that there is no CRS, where that is the point
        pyogrio.raw.write(
            path,
            shapely.to_wkb(np.array(shapes, object)),
            [np.arange(len(shapes))],
            ["n"],
            geometry_type=kind,
            crs=crs,
            driver=driver,
            **more,
        )
    return path


def drawn(folder: Path, shape: Any, driver: str, crs: str = "EPSG:4326") -> Path:
    """Write one shape."""
    return written(folder / _ENDINGS[driver], [shape], driver, crs)


def features(folder: Path, *shapes: Any) -> Path:
    """Write GeoJSON as it stands, be it right or wrong."""
    told = [{"type": "Feature", "properties": {}, "geometry": shape} for shape in shapes]
    path = folder / "t.geojson"
    path.write_text(json.dumps({"type": "FeatureCollection", "features": told}))
    return path
