"""GeoJSON and MF-JSON: every way of writing times beside a line, and pieces of any size."""

from __future__ import annotations

import json
from typing import Any

import polars as pl
import pytest

from tests.io.geodata import LINE, WHEN, collection, feature, line, moving, named_crs
from tests.io.tables_of_text import loaded
from wayveil.io import json_stream, read, write

LATER = "2008-06-08T07:15:47Z"
MS = 1_212_909_287_000
CORNERS: list[list[float]] = LINE["coordinates"]  # type: ignore[assignment]
TIMED = [[*corner, 0, MS + 60_000 * n] for n, corner in enumerate(CORNERS)]
HALVES = {"type": "MultiLineString", "coordinates": [[corner] for corner in CORNERS]}

#: Ways in which files say when a line passed its corners.
WAYS: dict[str, dict[str, Any]] = {
    "kepler.gl": line({"type": "LineString", "coordinates": TIMED}),
    "coordTimes": line(coordTimes=[WHEN, LATER]),
    "times": line(times=[MS, MS + 60_000]),
    "timestamps": line(timestamps=[MS // 1000, MS // 1000 + 60]),
    "coordinateProperties": line(coordinateProperties={"times": [WHEN, LATER]}),
    "multilines": line(HALVES, coordTimes=[[WHEN], [LATER]]),
    "MF-JSON Trajectory": line(datetimes=[WHEN, LATER]),
    "MF-JSON Prism": moving(
        {"type": "MovingPoint", "datetimes": [WHEN, LATER], "coordinates": CORNERS}
    ),
    "MF-JSON prisms": moving(
        {
            "type": "MovingGeometryCollection",
            "prisms": [
                {"type": "MovingPoint", "datetimes": [when], "coordinates": [corner]}
                for when, corner in zip([WHEN, LATER], CORNERS, strict=True)
            ],
        }
    ),
}


@pytest.mark.parametrize("way", WAYS)
def test_times_of_lines(way: str) -> None:
    data = loaded(collection(WAYS[way])).data
    assert data.t.tolist() == [MS, MS + 60_000]
    assert data.lon.tolist() == [corner[0] for corner in CORNERS]
    assert data.extra is None


def test_the_id_of_a_line_is_a_property_else_its_id_else_its_number() -> None:
    bare = line(times=[WHEN, WHEN])
    bare["properties"].pop("trajectory_id")
    ids = [loaded(collection({**bare, "id": 7}, {**bare, "id": 5})), loaded(collection(bare, bare))]
    assert [found.data.names.id_texts() for found in ids] == [["5", "7"], ["1", "2"]]
    assert "lines have no ids: numbered as they come" in ids[1].notes


def test_pieces_of_any_size_give_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    text = collection(*(feature(speed=n / 4, word=f'"é{n}') for n in range(50)), bbox=[0, 1])
    whole = loaded(text).data
    for size in (1, 7, 64):
        monkeypatch.setattr(json_stream, "_CHUNK", size)
        assert loaded(text).data.extra.equals(whole.extra)  # type: ignore[union-attr, arg-type]
    assert whole.extra is not None
    assert whole.extra["speed"].to_list() == [n / 4 for n in range(50)]


def test_a_feature_in_each_line_and_a_feature_alone() -> None:
    one = json.dumps(feature())
    assert loaded(f"{one}\n{one}\n").data.n_points == 2
    assert loaded(f"\x1e{one}\n").data.n_points == 1


def test_properties_that_say_the_place_again_are_left_out_and_told() -> None:
    found = loaded(collection(feature(lat=1, y=2)))
    assert found.data.extra is None
    assert "'lat' and 'y' left out: the geometry says where" in found.notes
    late = loaded(collection(feature(), feature(speed=1)))
    assert late.data.extra is not None


def test_old_files_name_their_crs() -> None:
    metres = {"type": "Point", "coordinates": [500_000.0, 0.0]}
    found = loaded(collection(feature(metres), crs=named_crs("urn:ogc:def:crs:EPSG::32631")))
    assert (round(found.data.lat[0], 6), round(found.data.lon[0], 6)) == (0, 3)
    assert "coordinates brought from EPSG:32631 to WGS 84" in found.notes


def test_only_the_promised_members_are_written(tmp_path: Any) -> None:
    frame = pl.DataFrame({"tid": [1, 1], "t": [MS, MS + 5], "lat": 1.5, "lon": 2.5})
    for name, members in {
        "a.geojson": {"type", "geometry", "properties"},
        "a.lines.geojson": {"type", "geometry", "properties"},
        "a.mfjson": {"type", "temporalGeometry", "properties"},
    }.items():
        write(read(frame), tmp_path / name)
        written = json.loads((tmp_path / name).read_text())
        assert set(written) == {"type", "features"}
        assert {member for each in written["features"] for member in each} == members
        properties = {name for each in written["features"] for name in each["properties"]}
        assert properties == {"trajectory_id"} | ({"timestamp"} if name == "a.geojson" else set())
