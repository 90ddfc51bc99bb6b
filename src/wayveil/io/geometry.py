"""Tables with a geometry, points or lines with times, as rows with a latitude and longitude."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from wayveil.errors import InputError
from wayveil.io.columns import COUNTED, SPELLINGS, plain, shown, spells
from wayveil.io.crs import degrees
from wayveil.io.geometry_column import Layer
from wayveil.io.optional import needed
from wayveil.io.wkb import plain_points
from wayveil.kernels import ragged
from wayveil.kernels.arrays import Floats, Ints

if TYPE_CHECKING:
    import polars as pl

_NATIVE: Final = ("point", "linestring")
#: Names of columns that hold as many times as a line has corners.
TIME_LISTS: Final = (
    "timestamps",
    "coordtimes",
    "datetimes",
    "times",
    *map(plain, SPELLINGS["time"]),
)
_STARTS, _ENDS = ("startedat", "starttime", "tstart"), ("finishedat", "endtime", "tend")
_POINT, _LINE, _MULTIPOINT, _MULTILINE = 0, 1, 4, 5
_KINDS: Final = {
    0: "points", 1: "lines", 2: "rings", 3: "polygons", 4: "multipoints", 5: "multilines",
    6: "multipolygons", 7: "collections",
}  # fmt: skip


@dataclass(frozen=True)
class Corners:
    """The corners of one geometry after another, and where each geometry begins."""

    x: Floats
    y: Floats
    offsets: Ints
    lines: bool
    m: Floats | None = None

    @property
    def of_corner(self) -> Ints:
        """The geometry of each corner."""
        return ragged.group_of_rows(self.offsets)


@dataclass(frozen=True)
class Flat:
    """A table of points, what was understood on the way, and signs of what may be bad in it."""

    frame: pl.DataFrame
    notes: list[str]
    signs: Mapping[tuple[str, str], int] = field(default_factory=dict)


def flattened(frame: pl.DataFrame, layer: Layer, source: str) -> Flat:
    """Turn a table with a geometry in each row into one with a point in each row."""
    corners = _corners(frame[layer.column], layer.encoding, source)
    return laid_out(frame.drop(layer.column), corners, layer, source)


def laid_out(rest: pl.DataFrame, corners: Corners, layer: Layer, source: str) -> Flat:
    """Put corners beside the other columns of a table, in degrees of WGS 84."""
    import polars as pl

    lon, lat, done = degrees(corners.x, corners.y, layer.crs, source)
    rest, notes = _without_places(rest, layer.column)
    notes += [done] if done else []
    places = [pl.Series("lat", lat, nan_to_null=True), pl.Series("lon", lon, nan_to_null=True)]
    if not corners.lines:
        return Flat(_point_each(rest, places, corners), notes)
    rest, numbered = _identified(rest)
    rest, times, signs, told = _times(rest, corners, lon, lat, source)
    rows = rest[corners.of_corner]
    return Flat(rows.with_columns(times, *places), [*notes, *numbered, *told], signs)


def _point_each(rest: pl.DataFrame, places: list[pl.Series], corners: Corners) -> pl.DataFrame:
    """Put a point beside each row; where there is none, nothing."""
    if len(corners.x) == len(rest):
        return rest.with_columns(places)
    rows = np.full(len(rest), -1)
    rows[corners.of_corner] = np.arange(len(corners.x))
    return rest.with_columns(_picked(column, rows) for column in places)


def _picked(column: pl.Series, rows: Ints) -> pl.Series:
    """Give these rows of a column; nothing for those below zero."""
    import polars as pl

    places = pl.DataFrame({"row": rows}).select(pl.when(pl.col("row") >= 0).then("row"))
    return column.gather(places.to_series())


def _without_places(rest: pl.DataFrame, geometry: str) -> tuple[pl.DataFrame, list[str]]:
    """Leave out columns that would say a second time where a point is."""
    double = [name for name in rest.columns if spells(name, "lat", "lon")]
    if not double:
        return rest, []
    told = " and ".join(shown(name) for name in double)
    note = f"{told} left out: column {shown(geometry)} says where"
    return rest.drop(double), [note]


def _identified(rest: pl.DataFrame) -> tuple[pl.DataFrame, list[str]]:
    """See that each line has an id: it is a trajectory."""
    import polars as pl

    names = {plain(name): name for name in rest.columns}
    if any(spells(name, "trajectory") for name in rest.columns):
        return rest, []
    if "id" in names:
        return rest.rename({names["id"]: COUNTED}), []
    ids = pl.Series(COUNTED, np.arange(1, len(rest) + 1))
    return rest.with_columns(ids), ["lines have no column of ids: numbered as they come"]


def _times(
    rest: pl.DataFrame, corners: Corners, lon: Floats, lat: Floats, source: str
) -> tuple[pl.DataFrame, pl.Series, dict[tuple[str, str], int], list[str]]:
    """Find the time of each corner: a list beside the line, its measure M, or start and end."""
    import polars as pl

    names = {plain(name): name for name in rest.columns}
    found = next((names[word] for word in TIME_LISTS if word in names), None)
    if found is not None and rest[found].dtype == pl.List:
        times, unpaired = _paired(rest[found], corners)
        return rest.drop(found), times, {("time", "unpaired times"): unpaired}, []
    if corners.m is not None and found is None:
        return rest, pl.Series("timestamp", corners.m, nan_to_null=True), {}, []
    spans = [next((names[w] for w in words if w in names), None) for words in (_STARTS, _ENDS)]
    if all(name is not None and rest[name].dtype.is_temporal() for name in spans):
        start, end = (rest[name].dt.timestamp("ms") for name in spans)  # type: ignore[index]
        note = "lines say when they begin and end: times between were spread along their length"
        return rest, _spread(start, end, corners, lon, lat), {}, [note]
    raise InputError(
        f"the lines of {source} have no times: each corner needs one.",
        "Give a column `timestamps` with a list of times for each line, or points instead.",
    )


def _paired(lists: pl.Series, corners: Corners) -> tuple[pl.Series, int]:
    """Lay lists of times beside the corners; those of another length are blank."""
    import polars as pl

    counts = lists.list.len().fill_null(0).to_numpy()
    fits = counts == np.diff(corners.offsets)
    times = lists.filter(pl.Series(fits & (counts > 0))).explode(empty_as_null=False)
    if fits.all():
        return times.alias("timestamp"), 0
    rows = np.full(len(corners.x), -1)
    rows[fits[corners.of_corner]] = np.arange(len(times))
    return _picked(times, rows).alias("timestamp"), int((~fits[corners.of_corner]).sum())


def _spread(start: pl.Series, end: pl.Series, corners: Corners, lon: Floats, lat: Floats) -> Any:
    """Spread the time from start to end along each line's length."""
    import polars as pl

    from wayveil.geo import metres

    of = corners.of_corner
    first = ragged.first_of_group(corners.offsets)
    step = np.zeros(len(lon))
    step[1:] = metres(lat[:-1], lon[:-1], lat[1:], lon[1:])
    step[first] = 0
    along = np.cumsum(step)
    along -= along[corners.offsets[:-1]][of]
    length = along[corners.offsets[1:] - 1][of]
    share = np.divide(along, length, out=np.zeros_like(along), where=length > 0)
    begin, finish = start.fill_null(0).to_numpy()[of], end.fill_null(0).to_numpy()[of]
    ms = pl.Series(np.rint(begin + share * (finish - begin)).astype(np.int64))
    known = (start.is_not_null() & end.is_not_null()).to_numpy()[of]
    spread = pl.select(pl.when(pl.Series(known)).then(ms)).to_series()
    return spread.cast(pl.Datetime("ms", "UTC")).alias("timestamp")


def _corners(column: pl.Series, encoding: str, source: str) -> Corners:
    import polars as pl

    if isinstance(column.dtype, pl.Extension):
        column = column.ext.storage()
    if encoding in _NATIVE:
        return _native(column, encoding, source)
    if encoding != "wkb" or column.dtype != pl.Binary:
        raise InputError(
            f"column {shown(column.name)} of {source} is a geometry in the encoding "
            f"{shown(encoding)}, which cannot be read.",
            "Write it as WKB, or as points or linestrings of GeoArrow.",
        )
    if not column.null_count():
        points = plain_points(column.to_list())
        if points is not None:
            return Corners(points["x"], points["y"], np.arange(len(column) + 1), lines=False)
    return _of_wkb(column.to_list(), source)


def _native(column: pl.Series, encoding: str, source: str) -> Corners:
    """Read the columns of GeoArrow: x and y in a struct or side by side, or lists of them."""
    import polars as pl

    lines = encoding == "linestring"
    counts = np.ones(len(column), np.int64)
    if lines and column.dtype == pl.List:
        counts = column.list.len().fill_null(0).to_numpy()
        column = column.explode(empty_as_null=False, keep_nulls=False)
    kind = column.dtype
    if isinstance(kind, pl.Struct) and {"x", "y"} <= {field.name for field in kind.fields}:
        axes = [column.struct.field(axis) for axis in "xy"]
    elif isinstance(kind, pl.Array):
        axes = [column.arr.get(axis) for axis in (0, 1)]
    else:
        raise InputError(
            f"column {shown(column.name)} of {source} is no geometry of GeoArrow.",
            "Its x and y should be fields of a struct, or numbers side by side.",
        )
    x, y = (axis.cast(pl.Float64).fill_null(np.nan).to_numpy() for axis in axes)
    return Corners(x, y, ragged.offsets_of(counts), lines)


def _of_wkb(cells: list[bytes | None], source: str) -> Corners:
    """Read WKB of any kind with shapely."""
    shapely = needed("shapely", "geo", f"to read the geometries of {source}")
    shapes = shapely.from_wkb(cells, on_invalid="ignore")
    there = np.array([cell is not None for cell in cells], np.bool_)
    broken = int((shapely.is_missing(shapes) & there).sum())
    if broken:
        raise InputError(
            f"{source}: {broken:,} of {len(cells):,} geometries are broken.",
            "Mend them where they come from, or leave them out there.",
        )
    return corners_of(shapes, source)


def corners_of(shapes: Any, source: str) -> Corners:
    """Give the corners of shapes, and refuse what is no point or line."""
    shapely = needed("shapely", "geo", f"to read the geometries of {source}")
    kinds = shapely.get_type_id(shapes)
    lines = bool(np.isin(kinds, (_LINE, _MULTILINE)).any())
    _refuse_mixed(kinds, shapely.get_num_coordinates(shapes), lines, source)
    has_m = bool(shapely.has_m(shapes).any())
    found, of = shapely.get_coordinates(shapes, include_z=has_m, include_m=has_m, return_index=True)
    offsets = ragged.offsets_of(np.bincount(of, minlength=len(shapes)))
    return Corners(found[:, 0], found[:, 1], offsets, lines, found[:, -1] if has_m else None)


def _refuse_mixed(kinds: Ints, corners: Ints, lines: bool, source: str) -> None:
    """Refuse geometries of more than one kind, or of a kind that nobody travels along."""
    wanted = (_LINE, _MULTILINE) if lines else (_POINT, _MULTIPOINT)
    odd = (kinds >= 0) & ~np.isin(kinds, wanted)
    many = (kinds == _MULTIPOINT) & (corners > 1)
    if not (odd | many).any():
        return
    counts = {
        k: int(n) for k, n in zip(*np.unique(kinds[kinds >= 0], return_counts=True), strict=True)
    }
    told = ", ".join(f"{count:,} {_KINDS.get(kind, 'others')}" for kind, count in counts.items())
    raise InputError(
        f"{source} holds {told}.",
        "Trajectories are points, or lines with times: leave the others out, or give one kind "
        "in a file of its own.",
    )
