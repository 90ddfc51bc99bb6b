"""Polygons in degrees: which one a point lies in, and what they look like as columns."""

from __future__ import annotations

from types import ModuleType
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from wayveil.extras import needed
from wayveil.kernels import ragged
from wayveil.kernels.arrays import Floats, Ints
from wayveil.shapes import rounded

#: Shapely's polygons and multipolygons.
Shapes = npt.NDArray[np.object_]
_BLOCK: Final = 2**18


def shapely() -> ModuleType:
    """Give the package that knows geometry."""
    return needed("shapely", "geo", "working with polygons")


def first_at(shapes: Shapes, lat: Floats, lon: Floats) -> Ints:
    """Give the first polygon that each point lies in or on the edge of, -1 where there is none."""
    at = np.full(len(lat), -1, np.int64)
    if not len(shapes):
        return at
    shapely().prepare(shapes)
    tree = shapely().STRtree(shapes)
    lon = np.where(lon >= 180, lon - 360, lon)
    for start in range(0, len(lat), _BLOCK):
        block = slice(start, start + _BLOCK)
        at[block] = _first_of(tree, lat[block], lon[block])
    seam = np.flatnonzero((at < 0) & (lon == -180))
    at[seam] = _first_of(tree, lat[seam], np.full(len(seam), 180.0))
    return at


def _first_of(tree: Any, lat: Floats, lon: Floats) -> Ints:
    """Look up boxes in a tree, then ask each polygon about all points in its box at once."""
    point, shape = tree.query(shapely().points(lon, lat))
    order = np.argsort(shape, kind="stable")
    point, shape = point[order], shape[order]
    at = np.full(len(lat), -1, np.int64)
    starts = np.flatnonzero(np.diff(shape, prepend=-1))
    for start, end in zip(starts, np.append(starts, len(shape))[1:], strict=True):
        asked = point[start:end]
        asked = asked[at[asked] < 0]
        lies = shapely().intersects_xy(tree.geometries[shape[start]], lon[asked], lat[asked])
        at[asked[lies]] = shape[start]
    return at


def overlaps(shapes: Shapes) -> tuple[Ints, Ints, Floats]:
    """Give the pairs of polygons that overlap, and which share of the smaller one is in both."""
    tree = shapely().STRtree(shapes)
    one, other = tree.query(shapes, predicate="intersects")
    one, other = one[one < other], other[one < other]
    insides = shapely().relate_pattern(shapes[one], shapes[other], "T********")
    one, other = one[insides], other[insides]
    common = shapely().area(shapely().intersection(shapes[one], shapes[other]))
    return one, other, common / np.minimum(*shapely().area([shapes[one], shapes[other]]))


def apart(shapes: Shapes, one: Ints, other: Ints) -> Shapes:
    """Take from the other of each pair what lies in the one: the first in the file wins."""
    result = shapes.copy()
    for first, second in zip(one, other, strict=True):
        result[second] = shapely().difference(result[second], shapes[first])
    return land(result)


def land(shapes: Shapes) -> Shapes:
    """Keep what has an area of shapes that may have lines and points about them."""
    mixed = np.flatnonzero(shapely().get_type_id(shapes) == _COLLECTION)
    result = shapes.copy()
    for place in mixed:
        parts = shapely().get_parts(shapes[place])
        solid = parts[np.isin(shapely().get_type_id(parts), (_POLYGON, _MULTIPOLYGON))]
        result[place] = shapely().union_all(solid)
    return result


#: How shapely numbers the types of geometry.
_POLYGON: Final = 3
_MULTIPOLYGON: Final = 6
_COLLECTION: Final = 7


def middles(shapes: Shapes) -> tuple[Floats, Floats]:
    """Give each polygon's centroid, rounded as in a release, or a point inside where that is not.

    A polygon too thin to hold a rounded point has none: NaN.
    """
    lat, lon = np.full(len(shapes), np.nan), np.full(len(shapes), np.nan)
    for inside in (shapely().centroid, shapely().point_on_surface):
        open_ = np.flatnonzero(np.isnan(lat) & ~shapely().is_empty(shapes))
        points = shapely().get_coordinates(inside(shapes[open_]))
        x, y = rounded(points[:, 0]), rounded(points[:, 1])
        fits = shapely().contains_xy(shapes[open_], x, y)
        lat[open_[fits]], lon[open_[fits]] = y[fits], x[fits]
    return lat, lon


def rings(shapes: Shapes) -> tuple[Floats, Floats, Ints, Ints]:
    """Give the corners of polygons as latitudes and longitudes, rings and polygons.

    Rings around land are counterclockwise and come before their holes, which are clockwise.
    """
    parts, shape = shapely().get_parts(shapes, return_index=True)
    parts = shapely().orient_polygons(parts)
    loops, part = shapely().get_rings(parts, return_index=True)
    corners = shapely().get_coordinates(loops)
    closed = ragged.offsets_of(shapely().get_num_coordinates(loops))
    open_ = np.ones(len(corners), np.bool_)
    open_[closed[1:] - 1] = False
    corners = corners[open_]
    each_shape = np.bincount(shape[part], minlength=len(shapes))
    offsets = ragged.offsets_of(np.diff(closed) - 1)
    return corners[:, 1], corners[:, 0], offsets, ragged.offsets_of(each_shape)
