"""Features of GeoJSON and MF-JSON: points with a time, lines with times, moving points."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from wayveil.errors import InputError
from wayveil.io.blocks import Counted
from wayveil.io.columns import COUNTED, Header, plain, shown, spells
from wayveil.io.crs import DEGREES, degrees
from wayveil.io.geometry import TIME_LISTS
from wayveil.io.json_stream import JsonStream
from wayveil.io.source import Parsed
from wayveil.kernels.arrays import Floats

if TYPE_CHECKING:
    import polars as pl

Feature = dict[str, Any]
_CORNERS: Final = 100_000
_POINTS: Final = ("Point",)
_LINES: Final = ("LineString", "MultiLineString", "MovingPoint", "MovingGeometryCollection")
_TIME: Final = "timestamp"
_TIMES_OF_LINES: Final = {*TIME_LISTS, "coordinateproperties"} - {"time"}


class FeatureSource:
    """Features, read some at a time; lines are trajectories, points are rows."""

    as_text = True

    def __init__(self, stream: Counted, name: str) -> None:
        self._name, self._about = name, Feature()
        self.notes: list[str] = []
        self._blocks = _blocks(_features(JsonStream(stream, name), self._about))
        self._first = next(self._blocks, (0, []))
        features = self._first[1]
        if not features and "features" not in self._about:
            raise InputError(
                f"{name} holds no features of GeoJSON or MF-JSON.", "Is it empty, or another file?"
            )
        self._lines = _are_lines(features, name)
        names = _names(features)
        self._properties = [n for n in names if not self._is_ours(n)]
        self._tell_left_out([n for n in names if n not in self._properties])
        self._ids = self._id_source(features)
        own = [COUNTED] if self._ids or not features else []
        own += [_TIME] if self._lines or not features else []
        header = (*own, *self._properties, "lat", "lon")
        self.header = Header(name, header, numbered=self._ids == "count")

    def blocks(self) -> Iterator[tuple[int, list[Feature]]]:
        """Give some features at a time, with the number of those before."""
        yield self._first
        self._first = (0, [])
        yield from self._blocks

    def parse(self, block: tuple[int, list[Feature]], roles: Mapping[str, str]) -> Parsed:
        """Turn features into rows."""
        import polars as pl

        before, features = block
        if not features:
            return Parsed(pl.DataFrame(schema=dict.fromkeys(self.header.names, pl.String)))
        lines = _are_lines(features, self._name, self._lines)
        rows = [feature.get("properties") or {} for feature in features]
        self._note_new_names(rows)
        columns = [_texts(name, [row.get(name) for row in rows]) for name in self._properties]
        if self._ids == "id":
            columns.append(_texts(COUNTED, [feature.get("id") for feature in features]))
        if self._ids == "count":
            count = np.arange(before + 1, before + 1 + len(features))
            columns.append(pl.Series(COUNTED, count).cast(pl.String))
        frame = pl.DataFrame(columns)
        if not lines:
            corners = [_coordinates(feature) for feature in features]
            return Parsed(self._placed(frame, corners))
        return self._along(frame, features)

    def _along(self, frame: pl.DataFrame, features: list[Feature]) -> Parsed:
        """Give the corners of lines as rows."""
        import polars as pl

        tracks = [_track(feature) for feature in features]
        of = np.repeat(np.arange(len(tracks)), [len(corners) for corners, _ in tracks])
        times = _moments([_fitting(*track) for track in tracks])
        untimed = sum(len(corners) for corners, times in tracks if not times)
        unpaired = sum(len(c) for c, times in tracks if times and len(times) != len(c))
        corners = list(chain.from_iterable(corners for corners, _ in tracks))
        rows = frame[of] if frame.width else pl.DataFrame()
        rows = self._placed(rows.with_columns(times), corners)
        signs = {("time", "no times"): untimed, ("time", "unpaired times"): unpaired}
        return Parsed(rows, signs=signs)

    def _placed(self, frame: pl.DataFrame, corners: Sequence[Any]) -> pl.DataFrame:
        import polars as pl

        x, y = _axis(corners, 0), _axis(corners, 1)
        lon, lat, done = degrees(x, y, _crs(self._about, self._name), self._name)
        if done and done not in self.notes:
            self.notes.append(done)
        places = [pl.Series("lat", lat, nan_to_null=True), pl.Series("lon", lon, nan_to_null=True)]
        return frame.with_columns(places)

    def _is_ours(self, name: str) -> bool:
        """Tell whether the geometry takes the place of a property."""
        return spells(name, "lat", "lon") or (self._lines and plain(name) in _TIMES_OF_LINES)

    def _id_source(self, features: list[Feature]) -> str | None:
        """Say what names a line: a property (None), its `id`, or its number."""
        named = any(spells(name, "trajectory") for name in self._properties)
        if not self._lines or named:
            return None
        if features and "id" in features[0]:
            return "id"
        self.notes.append("lines have no ids: numbered as they come")
        return "count"

    def _tell_left_out(self, names: Sequence[str]) -> None:
        double = [shown(name) for name in names if spells(name, "lat", "lon")]
        if double:
            self.notes.append(f"{' and '.join(double)} left out: the geometry says where")

    def _note_new_names(self, rows: Sequence[Feature]) -> None:
        known = {*self._properties}
        new = {n for row in rows if row.keys() - known for n in row}
        note = "properties that come up only later in the file are left out"
        if any(not self._is_ours(n) for n in new - known) and note not in self.notes:
            self.notes.append(note)


def _features(text: JsonStream, about: Feature) -> Iterator[Any]:
    """Give the features of one document, or of one in each line."""
    while text.peek():
        members: Feature = {}
        text.expect("{")
        for key in _members(text):
            if key == "features":
                about[key] = None
                yield from _elements(text)
            else:
                members[key] = text.value()
                about[key] = members[key] if key in ("crs", "type") else None
        if members.get("type") == "Feature":
            yield members


def _members(text: JsonStream) -> Iterator[Any]:
    while text.peek() != "}":
        key = text.value()
        text.expect(":")
        yield key
        if text.peek() != "}":
            text.expect(",")
    text.expect("}")


def _elements(text: JsonStream) -> Iterator[Any]:
    text.expect("[")
    while text.peek() != "]":
        yield text.value()
        if text.peek() != "]":
            text.expect(",")
    text.expect("]")


def _blocks(features: Iterator[Any]) -> Iterator[tuple[int, list[Feature]]]:
    """Gather features until there are many corners."""
    block: list[Feature] = []
    before = corners = 0
    for feature in features:
        block.append(feature)
        corners += 1 + len(_coordinates(feature)) // 3
        if corners > _CORNERS:
            yield before, block
            before += len(block)
            block, corners = [], 0
    if block:
        yield before, block


def _kind(feature: Any) -> str | None:
    """Name the kind of geometry; None where there is none."""
    if not isinstance(feature, dict) or feature.get("type") != "Feature":
        return "no feature"
    shape = feature.get("temporalGeometry") or feature.get("geometry")
    if shape is None or shape == {}:
        return None
    kind = shape.get("type") if isinstance(shape, dict) else "broken"
    return kind if isinstance(kind, str) else "broken"


def _are_lines(features: Sequence[Any], name: str, before: bool | None = None) -> bool:
    """Tell lines from points, and refuse both together, and all else."""
    counts = Counter(kind for kind in map(_kind, features) if kind is not None)
    lines = any(kind in counts for kind in _LINES) if before is None else before
    wanted = _LINES if lines else _POINTS
    if set(counts) <= {*wanted}:
        return lines
    known = {*_POINTS, *_LINES, "Polygon", "MultiPoint", "MultiPolygon", "GeometryCollection"}
    others = sum(count for kind, count in counts.items() if kind not in known)
    told = [f"{counts[kind]:,} of type {kind}" for kind in sorted(counts) if kind in known]
    told += [f"{others:,} that are no features with a geometry"] if others else []
    raise InputError(
        f"{name} holds {', '.join(told)}.",
        "Trajectories are features with a Point, or with a LineString or MovingPoint with times: "
        "give one kind in a file of its own.",
    )


def _coordinates(feature: Any) -> Any:
    """Give the coordinates of a feature's geometry, as they are."""
    shape = feature.get("geometry") if isinstance(feature, dict) else None
    found = shape.get("coordinates") if isinstance(shape, dict) else None
    return found if isinstance(found, list) else []


def _track(feature: Feature) -> tuple[list[Any], list[Any]]:
    """Give the corners of a line and their times, however they are written."""
    moving = feature.get("temporalGeometry")
    if isinstance(moving, dict):
        prisms = _listed(moving.get("prisms")) or [moving]
        prisms = [prism for prism in prisms if isinstance(prism, dict)]
        return _chained(prisms, "coordinates"), _chained(prisms, "datetimes")
    corners = _coordinates(feature)
    several = (feature.get("geometry") or {}).get("type") == "MultiLineString"
    times = _listed_times(feature.get("properties") or {})
    if several:
        corners = list(chain.from_iterable(map(_listed, corners)))
        nested = any(isinstance(part, list) for part in times)
        times = list(chain.from_iterable(map(_listed, times))) if nested else times
    if not times and all(isinstance(c, list) and len(c) > 3 for c in corners):
        times = [corner[3] for corner in corners]
    return corners, times


def _listed_times(properties: Feature) -> list[Any]:
    inner = properties.get("coordinateProperties")
    every = {**(inner if isinstance(inner, dict) else {}), **properties}
    names = {plain(name): name for name in every}
    lists = (every[names[word]] for word in TIME_LISTS if word in names)
    return next((found for found in lists if isinstance(found, list)), [])


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _chained(parts: Sequence[Feature], name: str) -> list[Any]:
    return list(chain.from_iterable(_listed(part.get(name)) for part in parts))


def _fitting(corners: list[Any], times: list[Any]) -> list[Any]:
    return times if len(times) == len(corners) else [None] * len(corners)


def _moments(times: Sequence[list[Any]]) -> pl.Series:
    return _texts(_TIME, list(chain.from_iterable(times)))


def _axis(corners: Sequence[Any], axis: int) -> Floats:
    try:
        return np.array([corner[axis] for corner in corners], np.float64)
    except (TypeError, ValueError, LookupError, OverflowError):
        return np.array([_number(corner, axis) for corner in corners], np.float64)


def _number(corner: Any, axis: int) -> float:
    """Give a number; none where there is none, and infinity where it is too large to be one."""
    try:
        return float(corner[axis])
    except OverflowError:
        return float("inf")
    except (TypeError, ValueError, LookupError):
        return float("nan")


def _texts(name: str, values: list[Any]) -> pl.Series:
    """Give values as a column of text, as it would stand in a CSV."""
    import polars as pl

    try:
        column = pl.Series(name, values, strict=True)
    except (TypeError, ValueError, OverflowError, pl.exceptions.PolarsError):
        column = pl.Series(name, [], dtype=pl.Object)
    if len(column) == len(values) and not (column.dtype.is_nested() or column.dtype == pl.Object):
        return column.cast(pl.String)
    texts = [v if v is None or isinstance(v, str) else json.dumps(v) for v in values]
    return pl.Series(name, texts, dtype=pl.String)


def _names(features: Sequence[Feature]) -> list[str]:
    """List the properties of these features, in the order in which they come up."""
    found: dict[str, None] = {}
    for feature in features:
        properties = feature.get("properties")
        found.update(dict.fromkeys(properties if isinstance(properties, dict) else ()))
    return list(found)


def _crs(about: Feature, name: str) -> Any:
    """Name the CRS; without one it is longitude and latitude on WGS 84, as the standards say."""
    stated = about.get("crs")
    if stated is None:
        return DEGREES
    inner = stated.get("properties") if isinstance(stated, dict) else None
    called = inner.get("name") if isinstance(inner, dict) else None
    if not isinstance(called, str):
        raise InputError(
            f"{name} names its coordinate reference system (CRS) in a way that is not understood.",
            "Write it in longitude and latitude, without a CRS, as RFC 7946 says.",
        )
    return called
