"""Counts as files: GeoJSON, GeoParquet and CSV, and back."""

from __future__ import annotations

import json
from collections.abc import Callable
from io import BytesIO
from itertools import chain, pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Final

import numpy as np

from wayveil import clock, geo
from wayveil.counts import Counted, Counts, Tiles
from wayveil.errors import InputError
from wayveil.io import rings
from wayveil.io.endings import format_by_ending
from wayveil.io.files import existing, whole
from wayveil.io.rings import Polygons
from wayveil.kernels import ragged
from wayveil.kernels.arrays import Ints
from wayveil.shapes import Outlines

if TYPE_CHECKING:
    import polars as pl

ENDINGS: Final = {
    ".geojson": "geojson", ".json": "geojson", ".parquet": "parquet", ".csv": "csv",
}  # fmt: skip
_GEO: Final = {
    "version": "1.0.0",
    "primary_column": "geometry",
    "columns": {"geometry": {"encoding": "WKB", "geometry_types": ["MultiPolygon"]}},
}
_AMOUNTS: Final[tuple[Counted, ...]] = ("locations", "visits", "trips")
_DIGITS: Final = 6


def counts_format(path: str | Path) -> str:
    """Tell the format of counts from the ending of a name."""
    return format_by_ending(path, ENDINGS, "counts")


def write_counts(counts: Counts, path: str | Path, *, force: bool = False) -> None:
    """Write counts to a file, which appears whole or not at all."""
    write = _WRITERS[counts_format(path)]
    with whole(path, force=force) as partial, partial.open("wb") as file:
        write(counts, file)


def read_counts(path: str | Path) -> Counts:
    """Read counts that `write_counts` wrote, whatever has sorted the rows since."""
    read = _READERS[counts_format(path)]
    blob = existing(path).read_bytes()
    try:
        return _counts(*read(blob)).in_order()
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
        raise _damaged(path) from None
    except Exception as error:
        if type(error).__module__.startswith("polars"):
            raise _damaged(path) from None
        raise


def _damaged(path: str | Path) -> InputError:
    return InputError(f"{path} holds no counts of wayveil, or is damaged.")


def frame(counts: Counts) -> pl.DataFrame:
    """Give counts as a data frame, all columns but the outlines."""
    import polars as pl

    codes = [f"{code:x}" for code in counts.tiles.code[counts.tile].tolist()]
    if counts.pairs:
        parts = _n_parts(counts.tiles.outlines)[counts.tile[::2]]
        columns: dict[str, Any] = {"origin": codes[::2], "destination": codes[1::2]}
        columns["origin_parts"] = parts
    else:
        columns = {"cells": [" ".join(codes[a:b]) for a, b in pairwise(counts.offsets.tolist())]}
    for name, times in (("start", counts.start), ("end", counts.end)):
        if times is not None:
            columns[name] = [_moment(ms, counts.daily) for ms in times.tolist()]
    columns |= {"units": counts.units, counts.of: counts.amount}
    if counts.area is not None:
        density = [float(f"{value:.{_DIGITS}g}") for value in counts.density.tolist()]
        columns |= {"area_m2": counts.area, "per_km2": density}
    return pl.DataFrame(columns)


def _n_parts(drawn: Outlines) -> Ints:
    """Count the polygons of each tile: its rings, but for holes."""
    around = geo.ring_areas(drawn.lat, drawn.lon, drawn.rings) > 0
    parts: Ints = np.add.reduceat(around.astype(np.int64), drawn.cells[:-1])
    return parts


def outlines(counts: Counts) -> list[Polygons]:
    """Give the outlines of each row's tiles; of a pair, first the origin's."""
    drawn, entries = counts.tiles.outlines, counts.tile.tolist()
    corners = list(zip(drawn.lon.tolist(), drawn.lat.tolist(), strict=True))
    closed = [[*corners[a:b], corners[a]] for a, b in pairwise(drawn.rings.tolist())]
    each = [rings.grouped(closed[a:b]) for a, b in pairwise(drawn.cells.tolist())]
    return [
        list(chain(*(each[tile] for tile in entries[a:b])))
        for a, b in pairwise(counts.offsets.tolist())
    ]


def _moment(ms: int, daily: bool) -> str:
    if daily:
        return f"{ms // 3_600_000:02}:{ms // 60_000 % 60:02}:{ms // 1000 % 60:02}.{ms % 1000:03}"
    return clock.iso(ms)


def _ms(text: str) -> int:
    if len(text) > len("24:00:00.000"):
        return clock.from_iso(text)
    hours, minutes, seconds = text.split(":")
    return round((int(hours) * 60 + int(minutes)) * 60_000 + float(seconds) * 1000)


def _write_geojson(counts: Counts, file: BinaryIO) -> None:
    """Write a feature a line, so that the file can be compared and read by people."""
    file.write(b'{"type": "FeatureCollection", "features": [')
    comma = ""
    for row, polygons in zip(frame(counts).iter_rows(named=True), outlines(counts), strict=True):
        shape = {"type": "MultiPolygon", "coordinates": polygons}
        feature = {"type": "Feature", "properties": row, "geometry": shape}
        file.write(f"{comma}\n{json.dumps(feature)}".encode())
        comma = ","
    file.write(b"\n]}\n")


def _write_parquet(counts: Counts, file: BinaryIO) -> None:
    import polars as pl

    shapes = pl.Series("geometry", [rings.as_wkb(each) for each in outlines(counts)])
    table = frame(counts).with_columns(shapes.cast(pl.Binary))
    table.write_parquet(file, compression="zstd", metadata={"geo": json.dumps(_GEO)})


def _write_csv(counts: Counts, file: BinaryIO) -> None:
    import polars as pl

    shapes = pl.Series("geometry", [rings.as_wkt(each) for each in outlines(counts)])
    table = frame(counts).with_columns(shapes.cast(pl.String))
    table.write_csv(file, float_scientific=False)


def _read_geojson(blob: bytes) -> tuple[dict[str, list[Any]], list[Polygons]]:
    features = json.loads(blob)["features"]
    rows = [feature["properties"] for feature in features]
    shapes = [rings.from_coordinates(each["geometry"]["coordinates"]) for each in features]
    return {name: [row[name] for row in rows] for name in rows[0]}, shapes


def _read_parquet(blob: bytes) -> tuple[dict[str, list[Any]], list[Polygons]]:
    import polars as pl

    columns = pl.read_parquet(BytesIO(blob)).to_dict(as_series=False)
    return columns, [rings.from_wkb(each) for each in columns.pop("geometry")]


def _read_csv(blob: bytes) -> tuple[dict[str, list[Any]], list[Polygons]]:
    import polars as pl

    columns = pl.read_csv(BytesIO(blob), infer_schema=False).to_dict(as_series=False)
    return columns, [rings.from_wkt(each) for each in columns.pop("geometry")]


def _counts(columns: dict[str, list[Any]], shapes: list[Polygons]) -> Counts:
    """Put counts together; a column that counts do not have, or lack, is a fault."""
    of: Counted = next(name for name in _AMOUNTS if name in columns)
    pairs = of == "trips"
    places = ("origin", "destination") if pairs else ("cells",)
    codes = [" ".join(row).split() for row in zip(*(columns[p] for p in places), strict=True)]
    offsets = ragged.offsets_of(np.array([len(row) for row in codes]))
    cuts = [int(parts) for parts in columns.get("origin_parts", [])] or [0] * len(shapes)
    parts = [_parts(*row) for row in zip(shapes, map(len, codes), cuts, strict=True)]
    tiles, tile = _tiles([int(code, 16) for code in chain(*codes)], list(chain(*parts)))
    start, end = columns.get("start", []), columns.get("end", [])
    made = Counts(
        of, tiles, tile, offsets, _ints(columns["units"]), _ints(columns[of]),
        area=None if pairs else _ints(columns["area_m2"]),
        start=np.array([_ms(text) for text in start]) if start else None,
        end=np.array([_ms(text) for text in end]) if end else None,
        daily=bool(start) and len(start[0]) <= len("24:00:00.000"),
    )  # fmt: skip
    if {*columns, "geometry"} != {*made.columns()}:
        raise ValueError("columns that counts do not have")
    return made


def _parts(polygons: Polygons, n_tiles: int, of_origin: int) -> list[Polygons]:
    """Divide the polygons of a row among its tiles; of a pair it is told how many are origin's."""
    if of_origin:
        return [polygons[:of_origin], polygons[of_origin:]]
    return [polygons] if n_tiles == 1 else [[polygon] for polygon in polygons]


def _tiles(codes: list[int], shapes: list[Polygons]) -> tuple[Tiles, Ints]:
    """Give each tile once; one code has one outline."""
    known = dict(zip(codes, shapes, strict=True))
    if any(known[code] != shape for code, shape in zip(codes, shapes, strict=True)):
        raise ValueError("a tile with two outlines")
    ordered = sorted(known)
    closed = [list(chain(*known[code])) for code in ordered]
    corners = np.array([at for ring in chain(*closed) for at in ring[:-1]])
    drawn = Outlines(
        lat=corners[:, 1],
        lon=corners[:, 0],
        rings=ragged.offsets_of(np.array([len(ring) - 1 for ring in chain(*closed)])),
        cells=ragged.offsets_of(np.array([len(each) for each in closed])),
    )
    place = {code: at for at, code in enumerate(ordered)}
    return Tiles.of(np.array(ordered), drawn), np.array([place[code] for code in codes])


def _ints(values: list[Any]) -> Ints:
    return np.array([int(value) for value in values], dtype=np.int64)


_WRITERS: Final[dict[str, Callable[[Counts, BinaryIO], None]]] = {
    "geojson": _write_geojson, "parquet": _write_parquet, "csv": _write_csv,
}  # fmt: skip
_READERS: Final = {"geojson": _read_geojson, "parquet": _read_parquet, "csv": _read_csv}
