"""Files of polygons, in any format and any coordinates, to polygons in degrees."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

from wayveil.errors import InputError
from wayveil.extras import needed
from wayveil.regions import Shapes, land, shapely

_DEGREES: Final = "OGC:CRS84"
_POLYGONS: Final = (3, 6)
_SLACK: Final = 1e-9


@dataclass(frozen=True, eq=False)
class Polygons:
    """Valid polygons in degrees, none of them empty, and what had to be done to the file's."""

    name: str
    shapes: Shapes
    notes: tuple[str, ...]


def read_polygons(path: Path, layer: str | None = None, crs: str | None = None) -> Polygons:
    """Read the polygons of a file; what cannot be used is refused, and what is mended is noted.

    The layer is needed where a file has several, the CRS where it names none.
    """
    stored, own = _stored(path, layer)
    shapes = _parsed(stored, path)
    full = ~(shapely().is_missing(shapes) | shapely().is_empty(shapes))
    _only_polygons(shapes[full], path)
    shapes = _on_earth(_in_degrees(shapes[full], own or crs, path), path)
    valid = shapely().is_valid(shapes)
    shapes[~valid] = _repaired(shapes[~valid])
    shapes = shapes[~shapely().is_empty(shapes)]
    if not len(shapes):
        raise InputError(f"{path.name} has no polygons.", "Name a file that has some.")
    told = (len(full) - len(shapes), "without area left out"), (int((~valid).sum()), "repaired")
    return Polygons(
        path.name, shapes, tuple(f"{path.name}: {n:,} polygons {what}" for n, what in told if n)
    )


def _stored(path: Path, layer: str | None) -> tuple[Any, str | None]:
    """Give what is stored, as WKB, and the name of its CRS; columns are not even read."""
    pyogrio = needed("pyogrio", "geo", "reading polygons")
    try:
        # GDAL's warnings quote values; what it warns of is counted below.
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            layer = layer or _only_layer(pyogrio.list_layers(path), path)
            about, _, stored, _ = pyogrio.raw.read(path, layer=layer, columns=[], force_2d=True)
    except (pyogrio.errors.DataLayerError, ValueError):
        raise InputError(f"{path.name} has no layer of that name that can be read.") from None
    except RuntimeError:
        raise InputError(
            f"{path.name} cannot be read as a file of polygons.",
            "GeoJSON, shapefile, GeoPackage and FlatGeobuf can; is it whole?",
        ) from None
    return (np.empty(0, object) if stored is None else stored), about["crs"]


def _only_layer(layers: Any, path: Path) -> str:
    names = [str(name) for name, kind in layers if kind is not None]
    if len(names) == 1:
        return names[0]
    if not names:
        raise InputError(f"{path.name} has no polygons.", "Name a file that has some.")
    raise InputError(
        f"{path.name} has {len(names)} layers: {', '.join(names[:10])}.", "Say which with `layer`."
    )


def _parsed(stored: Any, path: Path) -> Shapes:
    shapes: Shapes = np.asarray(shapely().from_wkb(stored, on_invalid="ignore"), object)
    broken = sum(raw is not None for raw in stored[shapely().is_missing(shapes)])
    if broken:
        raise InputError(
            f"{broken:,} of {len(shapes):,} shapes in {path.name} are broken: they cannot be read.",
            "A ring needs at least four corners, the last one being the first.",
        )
    return shapes


def _only_polygons(shapes: Shapes, path: Path) -> None:
    others = shapes[~np.isin(shapely().get_type_id(shapes), _POLYGONS)]
    if not len(others):
        return
    kinds, counts = np.unique([shape.geom_type for shape in others], return_counts=True)
    told = ", ".join(f"{n:,} {kind}" for kind, n in zip(kinds, counts, strict=True))
    raise InputError(
        f"{len(others):,} of {len(shapes):,} shapes in {path.name} are not polygons: {told}.",
        "Leave them out of the file, or name another one.",
    )


def _in_degrees(shapes: Shapes, crs: str | None, path: Path) -> Shapes:
    """Reproject corners one by one, as every tool does; sides stay straight."""
    if crs is None:
        raise InputError(
            f"{path.name} does not say what its coordinates are.",
            "Say it with `crs`, as in EPSG:4326 for degrees, or EPSG:25832 for a UTM zone.",
        )
    pyproj = needed("pyproj", "geo", "reprojecting polygons")
    try:
        known = pyproj.CRS.from_user_input(crs)
        if known.equals(pyproj.CRS(_DEGREES), ignore_axis_order=True):
            return shapes
        way = pyproj.Transformer.from_crs(known, _DEGREES, always_xy=True)
    except pyproj.exceptions.ProjError:
        raise InputError(
            f"the coordinates of {path.name} are in a CRS that cannot be understood.",
            "Write it as in EPSG:25832, or convert the file to degrees (EPSG:4326).",
        ) from None
    moved: Shapes = shapely().transform(shapes, way.transform, interleaved=False)
    return moved


def _on_earth(shapes: Shapes, path: Path) -> Shapes:
    """Refuse what lies off the earth; bring what lies beyond 180 degrees back to the other side."""
    west, south, east, north = shapely().bounds(shapes).T.reshape(4, -1)
    fits = (south >= -90 - _SLACK) & (north <= 90 + _SLACK) & (west >= -360) & (east <= 360)
    if not fits.all():
        raise InputError(
            f"{int((~fits).sum()):,} of {len(shapes):,} polygons in {path.name} lie off the earth.",
            "If its numbers are metres, the file must say in which CRS, or you with `crs`.",
        )
    beyond = np.flatnonzero((west < -180 - _SLACK) | (east > 180 + _SLACK))
    for place in beyond:
        shapes[place] = land(np.array([_folded(shapes[place])], object))[0]
    return shapes


def _folded(shape: Any) -> Any:
    earth = shapely().box(-180, -90, 180, 90)
    return shapely().union_all([*_turns(shapely().make_valid(shape), earth)])


def _turns(shape: Any, earth: Any) -> Iterator[Any]:
    for turn in (-360.0, 0.0, 360.0):
        turned = shapely().transform(
            shape, lambda x, y, turn=turn: (x + turn, y), interleaved=False
        )
        yield shapely().intersection(turned, earth)


def _repaired(shapes: Shapes) -> Shapes:
    """Mend rings that cross themselves: what they go around stays, what has no area goes."""
    return land(shapely().make_valid(shapes, method="structure", keep_collapsed=False))
