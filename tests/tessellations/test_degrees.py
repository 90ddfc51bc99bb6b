from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.reference.swapping import cell
from tests.tables import tables
from wayveil.shapes import Trajectories, rounded
from wayveil.tessellations.degrees import Degrees

SIZES = st.sampled_from([1e-6, 0.001, 0.0123457, 7.0, 90.0])


@given(data=tables(), size=SIZES)
def test_it_equals_the_plain_version(data: Trajectories, size: float) -> None:
    cells = Degrees(size=size).cells(data.lat, data.lon)
    expected = [cell(*place, size) for place in zip(data.lat, data.lon, strict=True)]
    assert [divmod(int(code), 2**32) for code in cells] == expected


def test_a_released_point_lies_in_the_cell_of_the_original() -> None:
    lat = np.array([48.2009999999, 48.2010000001, 48.20099994])
    lon = np.array([16.0, 15.99999999, 15.9999999])
    tiles = Degrees()
    assert (tiles.cells(lat, lon) == tiles.cells(rounded(lat), rounded(lon))).all()
    assert len(np.unique(tiles.cells(lat, np.full(3, 16.0)))) == 2


@pytest.mark.parametrize(("lat", "height"), [(0.0, 1.0), (60.0, 0.5)])
def test_areas_shrink_towards_the_poles(lat: float, height: float) -> None:
    tiles = Degrees(size=0.001)
    area = tiles.areas(tiles.cells(np.array([lat]), np.zeros(1)))[0]
    assert area == pytest.approx(111_195**2 * 1e-6 * height, rel=1e-3)
