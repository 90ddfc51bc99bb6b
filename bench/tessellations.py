"""How long a million points take to find their cells, in each kind of tiles.

python -m bench.tessellations [POINTS]
"""

from __future__ import annotations

import json
import resource
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
import shapely

from wayveil.kernels.arrays import Floats
from wayveil.kinds import Tessellation

REACH = 0.15


def main(points: int = 1_000_000) -> None:
    """Print a row for each tessellation."""
    rng = np.random.default_rng(1)
    lat, lon = (
        37.7 + REACH * rng.standard_normal(points),
        -122.4 + REACH * rng.standard_normal(points),
    )
    print(f"{points:,} points around one town")
    print(f"{'tessellation':36} {'cells':>7} {'cells() s':>9} {'centres() s':>11} {'-1':>7}")
    with tempfile.TemporaryDirectory() as folder:
        for about, tiles in _tilings(Path(folder)).items():
            tiles.cells(lat[:1], lon[:1])
            _row(about, tiles, lat, lon)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"peak memory {peak:,.0f} MiB")


def _row(about: str, tiles: Tessellation, lat: Floats, lon: Floats) -> None:
    start = time.perf_counter()
    cells = tiles.cells(lat, lon)
    found = time.perf_counter()
    inside = cells[cells >= 0]
    tiles.centres(inside)
    end = time.perf_counter()
    used, outside = len(np.unique(inside)), 1 - len(inside) / len(cells)
    print(f"{about:36} {used:7,} {found - start:9.2f} {end - found:11.2f} {outside:7.1%}")


def _tilings(folder: Path) -> dict[str, Tessellation]:
    made = {
        "square 500 m": Tessellation.named("square"),
        "degrees 0.001": Tessellation.named("degrees"),
        "quadtree level 16": Tessellation.named("quadtree"),
        "h3 resolution 8": Tessellation.named("h3"),
    }
    for count, corners in ((30, 200), (300, 200), (3000, 50)):
        path = _districts(folder / f"{count}.geojson", count, corners)
        made[f"polygons: {count:,} of some {corners} corners"] = Tessellation.named(
            "polygons", file=str(path)
        )
    return made


def _districts(path: Path, count: int, corners: int) -> Path:
    """Write districts that share their sides, each with about as many corners as asked for."""
    rng = np.random.default_rng(count)
    seeds = shapely.multipoints(np.array([-122.4, 37.7]) + REACH * rng.standard_normal((count, 2)))
    frame = shapely.box(-122.4 - 3 * REACH, 37.7 - 3 * REACH, -122.4 + 3 * REACH, 37.7 + 3 * REACH)
    cells = shapely.intersection(shapely.get_parts(shapely.voronoi_polygons(seeds)), frame)
    whole = cells[~shapely.is_empty(cells)]
    cells = [shapely.segmentize(cell, cell.length / corners) for cell in whole]
    told = [
        {"type": "Feature", "properties": {}, "geometry": shapely.geometry.mapping(cell)}
        for cell in cells
    ]
    path.write_text(json.dumps({"type": "FeatureCollection", "features": told}))
    return path


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
