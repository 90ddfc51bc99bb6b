"""Outlines as other programs write them: WKT, WKB and the coordinates of GeoJSON."""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Final, TypeAlias

#: Corners as (lon, lat), the first again at the end.
Ring: TypeAlias = list[tuple[float, float]]
#: Of each polygon a counterclockwise ring around it, and clockwise ones around its holes.
Polygons: TypeAlias = list[list[Ring]]

_POLYGON, _MULTIPOLYGON = 3, 6
_LITTLE: Final = 1
_HEAD, _COUNT, _CORNER = struct.Struct("<BII"), struct.Struct("<I"), struct.Struct("<dd")


def grouped(rings: Iterable[Ring]) -> Polygons:
    """Put holes with the ring that they follow."""
    polygons: Polygons = []
    for ring in rings:
        if polygons and _clockwise(ring):
            polygons[-1].append(ring)
        else:
            polygons.append([ring])
    return polygons


def _clockwise(ring: Ring) -> bool:
    west, south = ring[0]
    edges = pairwise((x - west, y - south) for x, y in ring)
    return sum(x * b - a * y for (x, y), (a, b) in edges) < 0


def as_wkt(polygons: Polygons) -> str:
    """Write a multipolygon as text.

    >>> as_wkt([[[(0.0, 0.0), (1.5, 0.0), (1.0, 1.0), (0.0, 0.0)]]])
    'MULTIPOLYGON (((0.0 0.0, 1.5 0.0, 1.0 1.0, 0.0 0.0)))'
    """
    told = (f"({', '.join(f'({_pairs(ring)})' for ring in polygon)})" for polygon in polygons)
    return f"MULTIPOLYGON ({', '.join(told)})"


def _pairs(ring: Ring) -> str:
    return ", ".join(f"{lon!r} {lat!r}" for lon, lat in ring)


def from_wkt(text: str) -> Polygons:
    """Read a multipolygon that `as_wkt` wrote."""
    body = text.removeprefix("MULTIPOLYGON (((").removesuffix(")))")
    return [[_ring(ring) for ring in part.split("), (")] for part in body.split(")), ((")]


def _ring(text: str) -> Ring:
    numbers = [float(word) for word in text.replace(",", "").split(" ")]
    return list(zip(numbers[::2], numbers[1::2], strict=True))


def as_wkb(polygons: Polygons) -> bytes:
    """Write a multipolygon as bytes, as GeoParquet has it."""
    return _HEAD.pack(_LITTLE, _MULTIPOLYGON, len(polygons)) + b"".join(map(_polygon, polygons))


def _polygon(rings: list[Ring]) -> bytes:
    told = (_COUNT.pack(len(ring)) + b"".join(_CORNER.pack(*at) for at in ring) for ring in rings)
    return _HEAD.pack(_LITTLE, _POLYGON, len(rings)) + b"".join(told)


def from_wkb(blob: bytes) -> Polygons:
    """Read a multipolygon, as long as it is in little-endian order."""
    order, kind, number = _HEAD.unpack_from(blob)
    if (order, kind) != (_LITTLE, _MULTIPOLYGON):
        raise ValueError("no multipolygon in little-endian order")
    return list(_polygons(blob, number, _HEAD.size))


def _polygons(blob: bytes, number: int, at: int) -> Iterator[list[Ring]]:
    for _ in range(number):
        _, _, n_rings = _HEAD.unpack_from(blob, at)
        at += _HEAD.size
        rings = []
        for _ in range(n_rings):
            (corners,) = _COUNT.unpack_from(blob, at)
            start = at + _COUNT.size
            at = start + corners * _CORNER.size
            rings.append(list(_CORNER.iter_unpack(blob[start:at])))
        yield rings


def from_coordinates(coordinates: list[list[list[list[float]]]]) -> Polygons:
    """Read the coordinates of a GeoJSON MultiPolygon; written, they are the polygons as they are.

    >>> from_coordinates([[[[0.0, 0.0], [1.5, 0.0], [1.0, 1.0], [0.0, 0.0]]]])
    [[[(0.0, 0.0), (1.5, 0.0), (1.0, 1.0), (0.0, 0.0)]]]
    """
    return [[[(lon, lat) for lon, lat in ring] for ring in rings] for rings in coordinates]
