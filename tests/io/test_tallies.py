from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from wayveil.analysis import analyze
from wayveil.certificate import digest
from wayveil.contract.tables import crowded
from wayveil.counts import Counts
from wayveil.errors import InputError
from wayveil.io import read_counts, write_counts
from wayveil.io.tallies import frame
from wayveil.kinds import Tessellation


def made(name: str, **params: Any) -> Counts:
    release: Any = analyze(crowded(), name, seed=1, **params)
    counts: Counts = release.data
    return counts


DISTRICTS = Tessellation.load("polygons").example()
SOME = {
    "heat map": made("quadtree_heatmap"),
    "tiles": made("tile_counts"),
    "districts": made("tile_counts", tessellation=DISTRICTS),
    "hours": made("tile_counts", tile_size=5_000, interval=3600, k=2),
    "hours of the day": made("tile_counts", tile_size=5_000, interval=25_000, daily=True),
    "journeys": made("od_matrix", tile_size=3_000),
    "journeys between districts": made("od_matrix", tessellation=DISTRICTS),
}


@pytest.mark.parametrize("ending", ["geojson", "parquet", "csv"])
@pytest.mark.parametrize("name", SOME)
def test_what_is_written_is_read_back(name: str, ending: str, tmp_path: Path) -> None:
    counts, path = SOME[name], tmp_path / f"out.{ending}"
    write_counts(counts, path)
    again = read_counts(path)
    assert digest(again) == digest(counts)
    assert frame(again).equals(frame(counts))


@pytest.mark.parametrize("ending", ["geojson", "parquet"])
@pytest.mark.parametrize("name", SOME)
def test_other_programs_read_it_in_degrees(name: str, ending: str, tmp_path: Path) -> None:
    geopandas = pytest.importorskip("geopandas")
    counts, path = SOME[name], tmp_path / f"out.{ending}"
    write_counts(counts, path)
    read = geopandas.read_parquet if ending == "parquet" else geopandas.read_file
    table = read(path)
    assert table.crs.to_authority() in {("EPSG", "4326"), ("OGC", "CRS84")}
    # Squares of one sector share edges, so it is no valid multipolygon until they are united.
    united = table.geometry.buffer(0) if name == "heat map" else table.geometry
    assert united.is_valid.all() or counts.pairs
    assert table["units"].tolist() == counts.units.tolist()
    if counts.area is not None and name != "districts":
        metric = table.to_crs("ESRI:54034").area  # equal areas, on the ellipsoid
        once = np.bincount(counts.row_of_tile) >= 1
        assert np.allclose(metric[once], counts.area[once], rtol=0.01)


def test_a_column_too_many_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "out.geojson"
    write_counts(SOME["tiles"], path)
    file = json.loads(path.read_text())
    for feature in file["features"]:
        feature["properties"]["total"] = 18_518
    path.write_text(json.dumps(file))
    with pytest.raises(InputError, match="holds no counts"):
        read_counts(path)


@pytest.mark.parametrize("ending", ["geojson", "parquet", "csv"])
def test_what_is_damaged_is_refused(ending: str, tmp_path: Path) -> None:
    path = tmp_path / f"out.{ending}"
    path.write_bytes(b"48.2, 16.4")
    with pytest.raises(InputError, match="or is damaged"):
        read_counts(path)


def test_no_file_tells_a_total(tmp_path: Path) -> None:
    counts: Any = analyze(crowded(), "quadtree_heatmap", seed=1)
    told = json.dumps(counts.certificate.as_json())
    for total in (crowded().n_points, len(crowded()), int(counts.data.amount.sum())):
        assert str(total) not in told
