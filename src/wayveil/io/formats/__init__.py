"""The formats of files: one module each, and this table of them."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, BinaryIO, Final

from wayveil.errors import InputError, ParameterError
from wayveil.io.blocks import Counted
from wayveil.io.source import Source
from wayveil.shapes import Trajectories


@dataclass(frozen=True)
class Format:
    """A way of writing trajectories to files; its module has `source` and the writer."""

    name: str
    module: str
    endings: tuple[str, ...]
    writer: str = "write"
    marks: tuple[bytes, ...] = ()
    """How files of this format begin."""

    def source(self, stream: Counted, name: str, path: Path | None) -> Source:
        """Open a file for reading; `path` is given where it can be read in place."""
        source: Source = self._module().source(stream, name, path)
        return source

    def write(self, data: Trajectories, file: BinaryIO) -> None:
        """Write trajectories, and nothing else."""
        getattr(self._module(), self.writer)(data, file)

    def _module(self) -> Any:
        return import_module(f"wayveil.io.formats.{self.module}")


_TABLE: Final = (
    Format("csv", "csv", (".csv", ".csv.gz", ".tsv", ".tsv.gz", ".txt", ".txt.gz")),
    Format("parquet", "parquet", (".parquet", ".pq"), marks=(b"PAR1",)),
    Format("geoparquet", "geoparquet", (".geoparquet", ".geo.parquet")),
    Format(
        "geoparquet-lines", "geoparquet", (".lines.geoparquet", ".lines.parquet"), "write_lines"
    ),
    Format("geojson", "geojson", (".geojson", ".geojson.gz", ".json"), marks=(b"{", b"\x1e")),
    Format(
        "geojson-lines", "geojson", (".lines.geojson", ".lines.geojson.gz"), writer="write_lines"
    ),
    Format("mfjson", "mfjson", (".mfjson", ".mfjson.gz", ".mf.json")),
    Format("gpx", "gpx", (".gpx", ".gpx.gz"), marks=(b"<?xml", b"<gpx", b"\xef\xbb\xbf<")),
    Format("flatgeobuf", "ogr", (".fgb",), writer="write_flatgeobuf", marks=(b"fgb\x03",)),
    Format("geopackage", "ogr", (".gpkg",), writer="write_gpkg", marks=(b"SQLite format 3\0",)),
)
_BY_NAME: Final = {format.name: format for format in _TABLE}
FORMATS: Final = tuple(_BY_NAME)
#: The endings of names, and the format they stand for; longer ones first.
ENDINGS: Final = {
    ending: format.name
    for ending, format in sorted(
        ((ending, format) for format in _TABLE for ending in format.endings),
        key=lambda pair: -len(pair[0]),
    )
}


def named(format: str) -> Format:
    """Give the format of this name."""
    if format not in _BY_NAME:
        raise ParameterError("there is no such format.", f"Formats are {', '.join(FORMATS)}.")
    return _BY_NAME[format]


def format_of(path: str | Path) -> str:
    """Tell the format from the ending of a name."""
    name = str(path).lower()
    for ending, format in ENDINGS.items():
        if name.endswith(ending):
            return format
    endings = [ending for format in _TABLE for ending in format.endings]
    raise InputError(
        f"the ending of {path} does not say its format.",
        f"Endings are {', '.join(endings)}; or add --format csv, say.",
    )


def guessed(head: bytes) -> Format:
    """Tell the format from how a stream begins; what is none of the others is text."""
    begin = head[:100].lstrip()
    return next((f for f in _TABLE if f.marks and begin.startswith(f.marks)), _TABLE[0])
