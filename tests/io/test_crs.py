"""Names of WGS 84, and what is none."""

from __future__ import annotations

import sys

import numpy as np
import pyproj
import pytest

from wayveil.errors import InputError
from wayveil.io.crs import degrees, is_degrees

X, Y = np.array([5.0]), np.array([50.0])
WGS84 = [
    "EPSG:4326",
    "epsg:4326",
    "OGC:CRS84",
    "urn:ogc:def:crs:OGC:1.3:CRS84",
    "urn:ogc:def:crs:EPSG::4326",
    "http://www.opengis.net/def/crs/OGC/1.3/CRS84",
    {"type": "GeographicCRS", "id": {"authority": "EPSG", "code": 4326}},
]


@pytest.mark.parametrize("crs", WGS84, ids=str)
def test_wgs84_needs_no_library(crs: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyproj", None)
    assert is_degrees(crs)
    assert degrees(X, Y, crs, "a") == (X, Y, None)


@pytest.mark.parametrize("crs", ["EPSG:3857", "EPSG:43260", {"id": {}}, {}, 4326, ""])
def test_others_do(crs: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyproj", None)
    assert not is_degrees(crs)
    with pytest.raises(InputError, match=r"pyproj is needed|does not say"):
        degrees(X, Y, crs, "a")


def test_wgs84_in_words_is_left_as_it_is() -> None:
    text = pyproj.CRS.from_epsg(4326).to_wkt()
    assert degrees(X, Y, text, "a") == (X, Y, None)
    lon, lat, told = degrees(np.array([0.0]), np.array([0.0]), "EPSG:3857", "a")
    assert (float(lon[0]), round(float(lat[0]), 9)) == (0, 0)
    assert told is not None
