"""Tiles from a file: zip codes, districts, whatever people think in."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal

import numpy as np

from wayveil import geo, regions
from wayveil.errors import InputError
from wayveil.io.polygons import Polygons as Stored
from wayveil.kernels.arrays import Floats, Ints
from wayveil.kinds import Tessellation
from wayveil.mapped import Mapped
from wayveil.regions import Shapes
from wayveil.shapes import Outlines

#: Neighbours drawn by different hands overlap a little; more than this share is no accident.
_SLIVER: Final = 0.01


class Polygons(Mapped, Tessellation):
    """The polygons of a file as tiles: GeoJSON, shapefile, GeoPackage, FlatGeobuf.

    Coordinates of any CRS become degrees (WGS84). A point on an edge lies in the first polygon of
    the file that has it, and so does a point where neighbours overlap by slivers. A polygon may
    have holes and several parts; its centre is its centroid, or a point inside where the centroid
    is not. Broken rings are repaired, empty polygons left out. Points outside all polygons have
    no tile, and methods leave them out and say so.

    A certificate names the file by its base name and SHA-256: publish it beside the release.
    Needs the extra `geo`.
    """

    overlaps: Literal["refuse", "first"] = "refuse"
    """Where polygons overlap by more than 1 %: refuse the file, or let the first one win."""

    def notes(self) -> tuple[str, ...]:
        """Say what was done to the polygons of the file."""
        return self._tiles().notes

    def cells(self, lat: Floats, lon: Floats) -> Ints:
        """Give the polygon of each point, by its place in the file."""
        return regions.first_at(self._tiles().whole, lat, lon)

    def centres(self, cells: Ints) -> tuple[Floats, Floats]:
        """Give each polygon's centre."""
        tiles = self._tiles()
        return tiles.lat[cells], tiles.lon[cells]

    def outlines(self, cells: Ints) -> Outlines:
        """Give each polygon's rings, without what lies in an earlier one."""
        return Outlines(*regions.rings(self._tiles().apart[cells]))

    def areas(self, cells: Ints) -> Floats:
        """Give each polygon's true area."""
        drawn = self.outlines(cells)
        if not len(cells):
            return np.empty(0)
        inside = geo.ring_areas(drawn.lat, drawn.lon, drawn.rings)
        areas: Floats = np.add.reduceat(inside, drawn.cells[:-1])
        return areas

    def _tiles(self) -> _Tiles:
        return _apart(self.polygons(), self.overlaps)


@dataclass(frozen=True, eq=False)
class _Tiles:
    """What is read of a file: the polygons whole, and apart from each other."""

    whole: Shapes
    apart: Shapes
    lat: Floats
    lon: Floats
    notes: tuple[str, ...]


@lru_cache(maxsize=4)
def _apart(polygons: Stored, overlaps: str) -> _Tiles:
    one, other, share = regions.overlaps(polygons.shapes)
    if overlaps == "refuse" and (share > _SLIVER).any():
        raise InputError(
            f"{int((share > _SLIVER).sum()):,} pairs of polygons in {polygons.name} overlap, "
            f"by up to {share.max():.0%} of the smaller one.",
            "Let the first one of the file win with `overlaps` = first, or mend the file.",
        )
    apart = regions.apart(polygons.shapes, one, other)
    lat, lon = regions.middles(apart)
    notes = [*polygons.notes]
    if len(one):
        notes.append(f"{polygons.name}: {len(one):,} pairs of polygons overlap; the first one wins")
    thin = np.isnan(lat)
    if thin.any():
        notes.append(f"{polygons.name}: {int(thin.sum()):,} polygons hidden or too thin left out")
    kept = ~thin
    return _Tiles(polygons.shapes[kept], apart[kept], lat[kept], lon[kept], tuple(notes))
