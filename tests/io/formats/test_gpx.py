"""GPX: tracks, segments, waypoints and routes, as devices and apps write them."""

from __future__ import annotations

from typing import Any

import polars as pl
import pytest

from tests.io.geodata import gpx, spot
from tests.io.tables_of_text import loaded
from wayveil.errors import InputError
from wayveil.io import read, write
from wayveil.io.formats import gpx as module

LATER = "2008-06-08T07:15:47Z"
TABLE = {"tid": ["a&b", "a&b"], "t": [5, 6], "lat": [1.5, -1e-7], "lon": 2.5}


def test_segments_are_joined_and_tracks_numbered() -> None:
    apart = spot() + "</trkseg><trkseg>" + spot(LATER)
    second = "</trkseg></trk><trk><trkseg>" + spot()
    data = loaded(gpx(apart, second)).data
    assert data.lengths.tolist() == [2, 1]
    assert data.names.ids is not None
    assert data.names.ids.to_list() == [1, 2]
    assert data.extra is None


def test_waypoints_count_only_where_there_are_no_tracks() -> None:
    alone = loaded(gpx(spot(kind="wpt"), spot(LATER, kind="wpt"), kind="wpt"))
    assert alone.data.lengths.tolist() == [2]
    assert "no tracks: the waypoints are taken as one" in alone.notes
    routed = '<rte><rtept lat="1" lon="2"/></rte>'
    both = loaded(gpx(spot()).replace("<trk>", spot(kind="wpt") + routed + "<trk>"))
    assert both.data.n_points == 1
    assert "1 waypoints left out: they are no tracks" in both.notes
    assert "1 points of routes left out: they are no tracks" in both.notes


def test_prefixes_and_other_times_do_not_confuse() -> None:
    text = gpx(spot()).replace("</trkpt>", "<extensions><time>1</time></extensions></trkpt>")
    assert loaded(text).data.t[0] == 1_212_909_287_000
    prefixed = gpx(spot()).replace("<", "<g:").replace("<g:/", "</g:").replace("<g:?", "<?")
    assert loaded(prefixed.replace("<g:gpx", '<g:gpx xmlns:g="urn:g"')).data.n_points == 1


def test_blocks_of_any_size(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_POINTS", 3)
    monkeypatch.setattr(module, "_CHUNK", 100)
    assert loaded(gpx(*[spot()] * 20)).data.lengths.tolist() == [20]


def test_a_file_of_nothing_is_an_empty_table() -> None:
    assert len(loaded(gpx()).data) == 0


def test_only_names_times_and_places_are_written(tmp_path: Any) -> None:
    write(read(pl.DataFrame(TABLE)), tmp_path / "a.gpx")
    assert (tmp_path / "a.gpx").read_text().splitlines()[2:] == [
        "<trk><name>a&amp;b</name><trkseg>",
        '<trkpt lat="1.5000000" lon="2.5000000"><time>1970-01-01T00:00:05.000Z</time></trkpt>',
        '<trkpt lat="-0.0000001" lon="2.5000000"><time>1970-01-01T00:00:06.000Z</time></trkpt>',
        "</trkseg></trk>",
        "</gpx>",
    ]


def test_what_gpx_cannot_hold_is_refused(tmp_path: Any) -> None:
    with pytest.raises(InputError, match="no place for the values that each point has in column"):
        write(read(pl.DataFrame({**TABLE, "speed": 1})), tmp_path / "a.gpx")
    with pytest.raises(InputError, match="characters in it that XML cannot hold"):
        write(read(pl.DataFrame({**TABLE, "tid": "a\x01"})), tmp_path / "a.gpx")
    assert list(tmp_path.iterdir()) == []
