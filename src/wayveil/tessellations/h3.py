"""Hexagons of one hierarchy over the whole earth, as many tools know them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import repeat
from types import ModuleType
from typing import Annotated, Any

import numpy as np
from pydantic import Field

from wayveil.extras import needed
from wayveil.kernels import ragged
from wayveil.kernels.arrays import Floats, Ints
from wayveil.kernels.numbering import numbered
from wayveil.kinds import Tessellation
from wayveil.shapes import Outlines


class H3(Tessellation):
    """Hexagons of the H3 grid (and its twelve pentagons), by the codes that H3 gives them.

    Their sides and areas vary a little over the earth. Needs the extra `geo`.
    """

    resolution: Annotated[int, Field(ge=0, le=15)] = 8
    """How fine: at 8 a hexagon has some 0.7 km², and each step is seven times as fine."""

    def cells(self, lat: Floats, lon: Floats) -> Ints:
        """Give the hexagon of each point."""
        places = map(_h3().latlng_to_cell, lat.tolist(), lon.tolist(), repeat(self.resolution))
        return np.fromiter(places, np.int64, len(lat))

    def centres(self, cells: Ints) -> tuple[Floats, Floats]:
        """Give the middle of each hexagon."""
        used, which = numbered(cells)
        middles = np.array(_each(_h3().cell_to_latlng, used), np.float64).reshape(-1, 2)[which]
        return middles[:, 0], middles[:, 1]

    def outlines(self, cells: Ints) -> Outlines:
        """Give the corners of each hexagon: six, and more across an edge of the map behind H3."""
        rings = [_ring(np.array(corners)) for corners in _each(_h3().cell_to_boundary, cells)]
        corners = np.concatenate([np.empty((0, 2)), *rings])
        lengths = np.array([len(ring) for ring in rings], np.int64)
        return Outlines.plain(corners[:, 0], corners[:, 1], ragged.offsets_of(lengths))

    def areas(self, cells: Ints) -> Floats:
        """Give the true area of each hexagon."""
        used, which = numbered(cells)
        areas: Floats = np.array(_each(_h3().cell_area, used, "m^2"), np.float64)[which]
        return areas


def _h3() -> ModuleType:
    return needed("h3.api.basic_int", "geo", "the tessellation h3")


def _each(function: Callable[..., Any], cells: Ints, *more: Any) -> Sequence[Any]:
    return [function(cell, *more) for cell in cells.tolist()]


def _ring(corners: Floats) -> Floats:
    """Let longitudes run on past 180; around a pole the ring is closed along its meridian."""
    lat, lon = np.append(corners[:, 0], corners[0, 0]), np.append(corners[:, 1], corners[0, 1])
    lon = np.unwrap(lon, period=360)
    if abs(lon[-1] - lon[0]) < 180:
        return np.column_stack([lat[:-1], lon[:-1]])
    pole = np.copysign(90.0, lat[0])
    return np.column_stack([[*lat, pole, pole], [*lon, lon[-1], lon[0]]])
